/**
 * The mark in the environment of shells that an agent starts, if its host lets us set one. A host that carries the mark
 * was started from such a shell, so that nobody who speaks to it is a person (S42).
 */

const MARK = 'MEMORY_BANK_AGENT_SHELL'

export const AGENT_SHELL: Readonly<Record<string, string>> = { [MARK]: '1' }

export function isAgentShell(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[MARK] !== undefined && env[MARK] !== ''
}
