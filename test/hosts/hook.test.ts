import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { claudeCodeHooks } from '../../src/hosts/claude-code.ts'
import { copilotHooks } from '../../src/hosts/copilot.ts'
import { concernsMemoryBank, type Hook } from '../../src/hosts/hook.ts'
import { isNested } from '../../src/hosts/hook-answers.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'

function decoded(payload: object): Hook | undefined {
  return claudeCodeHooks.decode(payload)
}

/** `$` at the start of a path is the project's folder. */
function concerns(tool_name: string, input: object): boolean {
  const hook_event_name = 'PreToolUse'
  const project = temporaryFolder({ 'memory-bank/MEMORY.md': '', 'src/app.ts': '' })
  symlinkSync(join(project, 'memory-bank'), join(project, 'linked'))
  const tool_input: object = JSON.parse(JSON.stringify(input).replaceAll('$', project))
  const hook = decoded({ session_id: 's', hook_event_name, tool_name, tool_input, cwd: project })
  return hook !== undefined && concernsMemoryBank(hook, project)
}

describe('the quick check [S37]', () => {
  test.each([
    ['TodoWrite', { todos: [] }],
    ['WebFetch', { url: 'https://example.com' }],
    ['WebFetch', { url: 'https://example.com:40123' }],
    ['TodoWrite', { todos: ['raise the limit to 40123'] }],
    ['Read', { file_path: '$/src/app.ts' }],
    ['Grep', { pattern: 'x', path: '$/src' }],
    ['Bash', { command: 'ls -la src && git status' }],
  ])('skips %s %j [S37]', (tool, input) => expect(concerns(tool, input)).toBe(false))

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
  ])('judges %s %j [S37]', (tool, input) => expect(concerns(tool, input)).toBe(true))

  test('knows the events it answers, and no others [S37]', () => {
    const agent = { agent_id: 'a', agent_type: 'x' }
    for (const hook_event_name of [
      'SessionStart',
      'UserPromptSubmit',
      'Stop',
      'SubagentStop',
      'PreCompact',
      'SessionEnd',
    ]) {
      const hook = decoded({ session_id: 's', hook_event_name, ...agent })
      expect(hook !== undefined && concernsMemoryBank(hook, '/shop')).toBe(true)
    }
    for (const hook_event_name of ['Notification', 'SomethingNew', undefined])
      expect(decoded({ session_id: 's', hook_event_name })).toBeUndefined()
  })
})

test('a host in Copilot’s shell is nested, Copilot itself is not [S42]', () => {
  const env = { COPILOT_AGENT_SESSION_ID: 'outer' }
  const stop = (session_id: string) => decoded({ hook_event_name: 'Stop', session_id })
  expect(isNested(env, stop('inner'))).toBe(true)
  expect(isNested(env, undefined)).toBe(true)
  expect(isNested(env, stop('outer'))).toBe(false)
  const payload = { hook_event_name: 'PreToolUse', session_id: 'agent', agent_id: 'agent', parent_agent_id: 'outer' }
  expect(isNested(env, copilotHooks.decode(payload))).toBe(false)
  expect(isNested({}, stop('inner'))).toBe(false)
})
