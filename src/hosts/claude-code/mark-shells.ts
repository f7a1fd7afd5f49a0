/** Claude Code reads a file of its session before each command of its shell: our mark goes there (S42). */

import { appendFileSync, readFileSync } from 'node:fs'
import { AGENT_SHELL } from '../../core/agent-shell.ts'

export function markShells(env: NodeJS.ProcessEnv): void {
  const file = env['CLAUDE_ENV_FILE']
  if (file === undefined || file === '') return
  const lines = Object.entries(AGENT_SHELL).map(([name, value]) => `export ${name}=${value}\n`)
  const before = textOf(file)
  for (const line of lines)
    if (!before.includes(line)) appendFileSync(file, `${/(?:^|\n)$/.test(before) ? '' : '\n'}${line}`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // the host names it before it is there
  }
}
