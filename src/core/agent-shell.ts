/**
 * The mark in the environment of shells that an agent starts, if its host lets us set one or has one of its own. A host that carries the mark
 * was started from such a shell, so that nobody who speaks to it is a person (S42).
 */

const MARK = 'MEMORY_BANK_AGENT_SHELL'
/** Marks that hosts put into their agents' shells themselves, and not into the environment of hooks. */
const MARKS_OF_HOSTS = ['QWEN_CODE', 'GEMINI_CLI']

export const AGENT_SHELL: Readonly<Record<string, string>> = { [MARK]: '1' }

export function isAgentShell(env: Readonly<Record<string, string | undefined>>): boolean {
  return [MARK, ...MARKS_OF_HOSTS].some((name) => env[name] !== undefined && env[name] !== '')
}
