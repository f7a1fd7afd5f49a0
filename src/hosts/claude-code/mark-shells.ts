import { appendFileSync } from 'node:fs'
import { AGENT_SHELL } from '../../core/agent-shell.ts'
import { openRegular } from '../../flows/workspace.ts'

/** Claude Code reads a file of its session before each command of its shell: our mark goes there (S42). */
export function markShells(env: NodeJS.ProcessEnv): void {
  const file = env['CLAUDE_ENV_FILE']
  if (file === undefined || file === '') return
  const opened = openRegular(file, VARIABLES)
  // The host names it before it is there. What is no file of variables is left alone.
  if (opened.kind === 'refused') return
  const before = opened.kind === 'missing' ? '' : opened.bytes.toString('utf8')
  const lines = Object.entries(AGENT_SHELL).map(([name, value]) => `export ${name}=${value}\n`)
  for (const line of lines)
    if (!before.includes(line)) appendFileSync(file, `${/(?:^|\n)$/.test(before) ? '' : '\n'}${line}`)
}

const VARIABLES = { bytes: 1024 * 1024 }
