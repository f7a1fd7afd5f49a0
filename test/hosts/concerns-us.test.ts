import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { claudeOutline, concernsUs } from '../../src/hosts/concerns-us.ts'
import { temporaryFolder } from '../workspace/temporary-folder.ts'

/** Paths begin with `$`, which stands for the project's folder. */
function concerns(tool_name: string, input: object): boolean {
  const hook_event_name = 'PreToolUse'
  const project = temporaryFolder({ 'memory-bank/MEMORY.md': '', 'src/app.ts': '' })
  symlinkSync(join(project, 'memory-bank'), join(project, 'linked'))
  const tool_input: object = JSON.parse(JSON.stringify(input).replaceAll('$', project))
  return concernsUs(claudeOutline({ hook_event_name, tool_name, tool_input, cwd: project }), project)
}

describe('a quick look [S37]', () => {
  test.each([
    ['TodoWrite', { todos: [] }],
    ['WebFetch', { url: 'https://example.com' }],
    ['WebFetch', { url: 'https://example.com:40123' }],
    ['TodoWrite', { todos: ['raise the limit to 40123'] }],
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
    ['WebFetch', { url: 'http://localhost:40123/' }],
  ])('looks properly at %s %j [S37]', (tool, input) => expect(concerns(tool, input)).toBe(true))

  test('knows the events it answers, and no others [S37]', () => {
    for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact', 'SessionEnd'])
      expect(concernsUs(claudeOutline({ hook_event_name: event }), '/shop')).toBe(true)
    for (const event of ['Notification', 'SomethingNew', undefined])
      expect(concernsUs(claudeOutline({ hook_event_name: event }), '/shop')).toBe(false)
  })
})
