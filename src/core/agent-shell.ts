/**
 * The mark that shells carry which an agent starts, where its host lets us set one. A host that carries it was started
 * from such a shell: what is said to it is no person's word (S42).
 */

const MARK = 'MEMORY_BANK_AGENT_SHELL'

export const AGENT_SHELL: Readonly<Record<string, string>> = { [MARK]: '1' }

export function isAgentShell(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[MARK] !== undefined && env[MARK] !== ''
}
