/**
 * What an environment says of who works in it. The mark is in the environment of shells that an agent starts, if its host
 * lets us set one or has one of its own. A host that carries the mark was started from such a shell, so that nobody who
 * speaks to it is a person (S42).
 */

import { isSwitchedOn } from './environment.ts'

type Environment = Readonly<Record<string, string | undefined>>

const MARK = 'MEMORY_BANK_AGENT_SHELL'
/** Marks that hosts put into their agents' shells themselves, and not into the environment of hooks. */
const MARKS_OF_HOSTS = ['QWEN_CODE', 'GEMINI_CLI']
/** Hosts set these for everything they start, their hooks too. */
const VARIABLES_OF_HOSTS = [
  ...['CLAUDECODE', 'OPENCODE', 'KILO', 'COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID', 'CURSOR_AGENT', 'CLINE_ACTIVE'],
  ...['CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CODEX_CI', 'AI_AGENT'],
]

export const AGENT_SHELL: Readonly<Record<string, string>> = { [MARK]: '1' }

/** A person says by it that what runs in this environment is theirs, for scripts and CI. */
export const ASSUME_PERSON = 'MEMORY_BANK_ASSUME_PERSON'

/** Every variable that tells of an agent. */
export const AGENT_VARIABLES: readonly string[] = [MARK, ...MARKS_OF_HOSTS, ...VARIABLES_OF_HOSTS]

export function isAgentShell(env: Environment): boolean {
  return isAnySet(env, [MARK, ...MARKS_OF_HOSTS])
}

/** Whether an agent's host is around: what it started may be the agent's, and need not be. */
export function isNearAgent(env: Environment): boolean {
  return isAnySet(env, AGENT_VARIABLES)
}

/** An agent that inherits the variable, or sets it, is not a person. */
export function assumesPerson(env: Environment): boolean {
  return isSwitchedOn(env, ASSUME_PERSON) && !isNearAgent(env)
}

function isAnySet(env: Environment, names: readonly string[]): boolean {
  return names.some((name) => env[name] !== undefined && env[name] !== '')
}
