/** What keeps Claude Code from starting our server reaches the person with each message. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loaded } from '../../../src/hosts/claude-code/entry.ts'
import { PLUGIN_SERVER } from '../../../src/hosts/claude-code/settings.ts'
import { answerOnce } from '../../../src/hosts/hook-engine.ts'
import { temporaryFolder } from '../../workspace/temporary-folder.ts'

async function said(failures: unknown, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const home = temporaryFolder({ '.claude/mcp-needs-auth-cache.json': JSON.stringify(failures) })
  const project = temporaryFolder({ 'memory-bank/MEMORY.md': '# Project Memory\n' })
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), CLAUDE_PROJECT_DIR: project, LANG: 'C.UTF-8', ...more }
  const payload = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: project, prompt: 'hello' }
  return answerOnce(JSON.stringify(payload), payload, env, loaded)
}

const held = (minutes: number) => ({ [PLUGIN_SERVER]: { timestamp: Date.now() - minutes * 60_000, id: 'x' } })

test('a server that is held back after a failed start is told to the person, with what to do [S37]', async () => {
  const { systemMessage } = JSON.parse(await said(held(3)))
  expect(systemMessage).toMatch(
    /could not start Memory Bank's server.*Delete .*mcp-needs-auth-cache\.json, then restart/,
  )
})

test.each([
  ['a failure long past', held(20)],
  ['a failure of another server', { other: { timestamp: Date.now() } }],
  ['nothing', {}],
  ['something else', ['x']],
])('%s is no trouble [S37]', async (_name, failures) => {
  expect(await said(failures)).not.toContain('could not start')
})

test('records that cannot be written are told too [S37]', async () => {
  const file = join(temporaryFolder({ file: '' }), 'file')
  const { systemMessage } = JSON.parse(await said({}, { XDG_STATE_HOME: file }))
  expect(systemMessage).toContain('cannot write its records')
})
