/**
 * The command hook: a payload on standard input, the answer on standard output, one event a process.
 *
 * It starts in little more than the time Node itself needs: what concerns neither the bank nor a write is
 * answered before anything else is loaded, and the guard is loaded as V8 has compiled it before. It never
 * fails its host: whatever goes wrong, it ends with 0.
 */

import { readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { CompiledCode, codeFolder } from '../../flows/compiled-code.ts'
import { concernsUs } from './concerns-us.ts'

async function hook(env: NodeJS.ProcessEnv): Promise<void> {
  const raw = readFileSync(0, 'utf8')
  const payload = parse(raw)
  if (
    env['MEMORY_BANK_DISABLED'] === '1' ||
    (payload !== undefined && !concernsUs(payload, env['CLAUDE_PROJECT_DIR']))
  ) {
    print('{}')
    return
  }
  const folder = join(import.meta.dirname, 'hook')
  const path = join(folder, 'engine.cjs')
  const code = new CompiledCode(codeFolder(env), nameOf(payload), folder)
  const engine = code.require(path, createRequire(path))
  if (!isEngine(engine)) return print('{}')
  print(await engine.answerOnce(raw, payload, env, hostNamed(process.argv)))
  code.keep(new Date(), isLinked(engine) ? engine.ran() : [])
}

/** The built file beside us; `engine.ts` is what it is made of. */
type Engine = typeof import('./engine.ts')

function isEngine(value: unknown): value is Engine {
  return typeof value === 'object' && value !== null && 'answerOnce' in value && typeof value.answerOnce === 'function'
}

/** As it is built, it can say which of its modules have run. */
function isLinked(value: object): value is { readonly ran: () => readonly string[] } {
  return 'ran' in value && typeof value.ran === 'function'
}

/** Events are judged by different code: what is kept for one holds little of what another needs. */
function nameOf(payload: Readonly<Record<string, unknown>> | undefined): string {
  const { hook_event_name: event, tool_name: tool } = payload ?? {}
  const part = KEPT_APART.has(tool) ? `-${tool}` : ''
  return /^[A-Za-z]{1,20}$/.test(String(event)) ? `hook-${event}${part}` : 'hook'
}

const KEPT_APART = new Set<unknown>(['Bash', 'Edit', 'Write', 'Read'])

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

hook(process.env).then(
  () => process.exit(0),
  (error: unknown) => {
    writeSync(2, `memory-bank: ${error instanceof Error ? error.message : String(error)}\n`)
    print('{}')
    process.exit(0)
  },
)
