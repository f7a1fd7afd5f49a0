/**
 * The command hook: a payload on standard input, the answer on standard output, one event a process.
 *
 * It starts in little more than the time Node itself needs: what concerns neither the bank nor a write is
 * answered before anything else is loaded. It never fails its host: whatever goes wrong, it ends with 0. The script that
 * starts it (hook.sh) asks for another number, which no other program ends with.
 */

import { readFileSync, writeSync } from 'node:fs'
import module from 'node:module'
import { concernsUs, type Outline, ranProgramIn } from './concerns-us.ts'
import { COMMAND_HOSTS, unnamedHost } from './hook-hosts.ts'

async function hook(env: NodeJS.ProcessEnv): Promise<void> {
  // Cursor puts a byte order mark before it on Windows.
  const raw = readFileSync(0, 'utf8').replace(/^\uFEFF/, '')
  const payload = parse(raw)
  const named = hostNamed(process.argv) ?? unnamedHost(payload, env)
  const host = Object.hasOwn(COMMAND_HOSTS, named) ? COMMAND_HOSTS[named] : undefined
  if (host === undefined) throw new Error(`no host of ours is called ${named}`)
  if (payload !== undefined && !(await isOurs(host.outline(payload), env))) {
    print('{}')
    return
  }
  // Node 22 and newer keep compiled code between runs; Node 20 starts without.
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()
  const { answerOnce } = await import('./hook-engine.ts')
  print(await answerOnce(raw, payload, env, await host.load()))
}

async function isOurs(outline: Outline, env: NodeJS.ProcessEnv): Promise<boolean> {
  const project = env['CLAUDE_PROJECT_DIR']
  if (concernsUs(outline, project)) return true
  const folder = ranProgramIn(outline, project)
  return folder !== undefined && (await import('../flows/bank-changed.ts')).isBankChanged(folder, env)
}

/** `--host <name>` on the command line. */
function hostNamed(words: readonly string[]): string | undefined {
  const at = words.indexOf('--host')
  return at === -1 ? undefined : words[at + 1]
}

function parse(raw: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined // told and answered by the engine
  }
}

function print(answer: string): void {
  let rest = Buffer.from(answer)
  while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
}

const DONE = process.argv.includes('--from-shell') ? 86 : 0

hook(process.env).then(
  () => process.exit(DONE),
  (error: unknown) => {
    writeSync(2, `memory-bank: ${error instanceof Error ? error.message : String(error)}\n`)
    print('{}')
    process.exit(DONE)
  },
)
