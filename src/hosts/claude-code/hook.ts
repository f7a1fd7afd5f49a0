/**
 * The command hook: a payload on standard input, the answer on standard output, one event a process.
 *
 * It starts in little more than the time Node itself needs: what concerns neither the bank nor a write is
 * answered before anything else is loaded. It never fails its host: whatever goes wrong, it ends with 0.
 */

import { readFileSync, writeSync } from 'node:fs'
import { concernsUs } from './concerns-us.ts'

async function hook(env: NodeJS.ProcessEnv): Promise<string> {
  if (env['MEMORY_BANK_DISABLED'] === '1') return '{}'
  const raw = readFileSync(0, 'utf8')
  const payload = parse(raw)
  if (payload === undefined) return (await import('./malformed.ts')).malformed(raw, env)
  if (!concernsUs(payload, env['CLAUDE_PROJECT_DIR'])) return '{}'
  const { HookAnswers } = await import('./hook-answers.ts')
  return new HookAnswers(env, () => new Date()).answer(payload)
}

function parse(raw: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined // told and answered by the caller
  }
}

function print(answer: string): never {
  let rest = Buffer.from(answer)
  while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
  process.exit(0)
}

hook(process.env).then(print, (error: unknown) => {
  writeSync(2, `memory-bank: ${error instanceof Error ? error.message : String(error)}\n`)
  print('{}')
})
