/** Runs the program in a pseudo terminal and answers each question after it appears. */

import { spawn } from 'node:child_process'
import type { Outcome, Sandbox } from './harness.ts'

export type Turn = readonly [after: RegExp, answer: string, meanwhile?: () => void]

export function converse(
  sandbox: Sandbox,
  args: readonly string[],
  turns: readonly Turn[],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const quoted = [process.execPath, sandbox.program, ...args]
    .map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`)
    .join(' ')
  const command =
    process.platform === 'linux'
      ? ['-qefc', quoted, '/dev/null']
      : ['-q', '/dev/null', process.execPath, sandbox.program, ...args]
  return new Promise((done, failed) => {
    const child = spawn('script', command, { cwd: sandbox.project, env: sandbox.env(env), timeout: 200_000 })
    const left = [...turns]
    let out = ''
    let unread = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
      unread += chunk
      const turn = left[0]
      if (turn === undefined || !turn[0].test(plain(unread))) return
      left.shift()
      unread = ''
      turn[2]?.()
      child.stdin.write(turn[1] === '\x04' ? turn[1] : `${turn[1]}\r`)
    })
    child.on('error', failed)
    child.on('close', (code, signal) => {
      if (left.length > 0) failed(new Error(`never asked ${left[0]?.[0]}: ${out}`))
      else done({ code, signal, out, err: '' })
    })
  })
}

/** Without colours and control sequences. */
export function plain(text: string): string {
  return text.replace(CONTROL, '').replaceAll('\r', '')
}

const CONTROL = new RegExp(`${'\x1b'}\\[[\\d;]*[mK]`, 'g')
