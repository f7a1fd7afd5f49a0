/**
 * The command hook: a payload on standard input, the answer on standard output, one event per process.
 *
 * A call that concerns neither the bank nor a write is answered before the guard is loaded, at little more than the
 * cost of starting Node. The exit code is always 0, so that the host never sees a failed hook. hook.sh asks for 86
 * instead: a program that is not this hook hardly ever exits with it.
 */

import { readFileSync, writeSync } from 'node:fs'
import module from 'node:module'
import type { PayloadFields } from './fields.ts'
import { concernsMemoryBank, filesReadIn, type Hook, type HookHost, ranProgram } from './hook.ts'

/** The hosts by the value of `--host`. */
const HOSTS: Readonly<Record<string, () => Promise<HookHost>>> = {
  claude: async () => (await import('./claude-code.ts')).claudeCodeHooks,
  codex: async () => (await import('./codex.ts')).codexHooks,
  copilot: async () => (await import('./copilot.ts')).copilotHooks,
  gemini: async () => (await import('./gemini.ts')).geminiHooks,
  qwen: async () => (await import('./qwen.ts')).qwenHooks,
}

async function hook(env: NodeJS.ProcessEnv): Promise<void> {
  const raw = readFileSync(0, 'utf8')
  const payload = parse(raw)
  const named = hostNamed(process.argv) ?? unnamedHost(payload, env)
  const load = Object.hasOwn(HOSTS, named) ? HOSTS[named] : undefined
  if (load === undefined) throw new Error(`there is no host called ${named}`)
  const host = await load()
  const happened = payload === undefined ? undefined : host.decode(payload)
  if (payload !== undefined && (happened === undefined || !(await isOurs(happened, env)))) {
    print('{}')
    return
  }
  // Node 22 and newer cache compiled code between runs.
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()
  const { answerOnce } = await import('./hook-answers.ts')
  print(await answerOnce(raw, payload, env, host, happened))
}

async function isOurs(happened: Hook, env: NodeJS.ProcessEnv): Promise<boolean> {
  const project = env['CLAUDE_PROJECT_DIR']
  if (happened.kind !== 'tool' || concernsMemoryBank(happened, project)) return true
  const folder = project ?? happened.event.cwd ?? '.'
  if (ranProgram(happened)) return (await import('../session/is-bank-changed.ts')).isBankChanged(folder, env)
  const files = filesReadIn(happened)
  if (files.length === 0) return false
  return (await import('../session/is-file-named.ts')).isFileNamedIn(folder, env, files)
}

/** `--host <name>` on the command line. */
function hostNamed(words: readonly string[]): string | undefined {
  const at = words.indexOf('--host')
  return at === -1 ? undefined : words[at + 1]
}

/** Copilot also runs the hooks of Claude Code's settings, which name no host. Only its payloads have these fields. */
function unnamedHost(payload: PayloadFields | undefined, env: NodeJS.ProcessEnv): string {
  const isTimed = payload?.['timestamp'] !== undefined || payload?.['sessionId'] !== undefined
  return env['COPILOT_CLI'] === '1' && isTimed ? 'copilot' : 'claude'
}

function parse(raw: string): PayloadFields | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined // `answerOnce` reports and answers invalid input
  }
}

function print(answer: string): void {
  let rest = Buffer.from(answer)
  while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
}

const DONE = process.argv.includes('--from-shell') ? 86 : 0

hook(process.env).then(
  // Usage is counted after the answer has been sent.
  () => setImmediate(() => process.exit(DONE)),
  (error: unknown) => {
    writeSync(2, `memory-bank: ${error instanceof Error ? error.message : String(error)}\n`)
    print('{}')
    process.exit(DONE)
  },
)
