import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { notePage } from '../../src/flows/page-ports.ts'
import { claudeOutline, concernsUs } from '../../src/hosts/concerns-us.ts'
import { temporaryFolder } from '../workspace/temporary-folder.ts'

const NO_STATE = { XDG_STATE_HOME: '/nowhere' }

/** Paths begin with `$`, which stands for the project's folder. */
function concerns(tool_name: string, input: object, env: NodeJS.ProcessEnv = NO_STATE): boolean {
  const hook_event_name = 'PreToolUse'
  const project = temporaryFolder({ 'memory-bank/MEMORY.md': '', 'src/app.ts': '' })
  symlinkSync(join(project, 'memory-bank'), join(project, 'linked'))
  const tool_input: object = JSON.parse(JSON.stringify(input).replaceAll('$', project))
  return concernsUs(claudeOutline({ hook_event_name, tool_name, tool_input, cwd: project }), project, env)
}

describe('a quick look [S37]', () => {
  test.each([
    ['TodoWrite', { todos: [] }],
    ['WebFetch', { url: 'https://example.com' }],
    ['Read', { file_path: '$/src/app.ts' }],
    ['Grep', { pattern: 'x', path: '$/src' }],
    ['Bash', { command: 'ls -la src && git status' }],
  ])('leaves %s %j alone [S37]', (tool, input) => expect(concerns(tool, input)).toBe(false))

  test.each([
    ['Read', { file_path: '$/memory-bank/MEMORY.md' }],
    ['Read', { file_path: '$/linked/MEMORY.md' }],
    ['Read', { file_path: '$/src/../MEMORY-BANK/MEMORY.md' }],
    ['Read', { file_path: '$/not-there' }],
    ['Grep', { pattern: 'x' }],
    ['Grep', { pattern: 'x', path: '$' }],
    ['Bash', { command: 'cat memory-bank/MEMORY.md' }],
    ['Bash', { command: 'npm test' }],
    ['Write', { file_path: '$/src/app.ts', content: '' }],
    ['Agent', { subagent_type: 'x' }],
    ['mcp__plugin_memory-bank_memory-bank__memory_recall', { question: 'x' }],
    ['Hologram', { path: 'x' }],
  ])('looks properly at %s %j [S37]', (tool, input) => expect(concerns(tool, input)).toBe(true))

  test('looks properly at a call that names the port of a page of ours, and at no other port [S33]', () => {
    const env = { XDG_STATE_HOME: temporaryFolder({}) }
    const over = notePage(env, 40_123)
    const fetch = (port: number) => concerns('WebFetch', { url: `http://127.0.0.1:${port}/` }, env)
    expect([fetch(40_123), fetch(40_124)]).toEqual([true, false])
    over()
    expect(fetch(40_123)).toBe(false)
  })

  test('knows the events it answers, and no others [S37]', () => {
    for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact', 'SessionEnd'])
      expect(concernsUs(claudeOutline({ hook_event_name: event }), '/shop', NO_STATE)).toBe(true)
    for (const event of ['Notification', 'SomethingNew', undefined])
      expect(concernsUs(claudeOutline({ hook_event_name: event }), '/shop', NO_STATE)).toBe(false)
  })
})
