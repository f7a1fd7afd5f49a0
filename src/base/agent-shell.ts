/**
 * Whether an agent or a person works in an environment.
 *
 * A shell that an agent starts carries a mark in its environment: Memory Bank's, if the host can set it, or the host's
 * own. A host with the mark was itself started from such a shell, so its messages are not from a person (S42).
 */

import { isSwitchedOn } from './is-switched-on.ts'

type Environment = Readonly<Record<string, string | undefined>>

const MARK = 'MEMORY_BANK_AGENT_SHELL'
/** Hosts put these into their agents' shells, but not into the environment of hooks. */
const MARKS_OF_HOSTS = ['QWEN_CODE', 'GEMINI_CLI']
/** Hosts set these for everything they start, including hooks. */
const VARIABLES_OF_HOSTS = [
  ...['CLAUDECODE', 'OPENCODE', 'KILO', 'COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID', 'CURSOR_AGENT', 'CLINE_ACTIVE'],
  ...['CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CODEX_CI', 'AI_AGENT'],
]

export const AGENT_SHELL: Readonly<Record<string, string>> = { [MARK]: '1' }

/** In scripts and CI, a person sets this to say that they act themselves. */
export const ASSUME_PERSON = 'MEMORY_BANK_ASSUME_PERSON'

export const AGENT_VARIABLES: readonly string[] = [MARK, ...MARKS_OF_HOSTS, ...VARIABLES_OF_HOSTS]

export function isAgentShell(env: Environment): boolean {
  return isAnySet(env, [MARK, ...MARKS_OF_HOSTS])
}

/** The environment shows an agent's host, but a person may still have made this call. */
export function isNearAgent(env: Environment): boolean {
  return isAnySet(env, AGENT_VARIABLES)
}

/** The variable does not count if the environment shows an agent's host, because the agent may have set it. */
export function assumesPerson(env: Environment): boolean {
  return isSwitchedOn(env, ASSUME_PERSON) && !isNearAgent(env)
}

function isAnySet(env: Environment, names: readonly string[]): boolean {
  return names.some((name) => env[name] !== undefined && env[name] !== '')
}
