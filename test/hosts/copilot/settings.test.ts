import { execFileSync, type StdioOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfServer } from '../../../src/hosts/copilot/entry.ts'
import { isCopilots, isInAgentShell } from '../../../src/hosts/copilot/outline.ts'
import { copilotHooks, WATCH } from '../../../src/hosts/copilot/settings.ts'
import { temporaryFolder } from '../../workspace/temporary-folder.ts'

const QUIET: StdioOptions = ['ignore', 'pipe', 'ignore']
const PLUGIN = resolve(import.meta.dirname, '../../../plugins/claude-code')

function json(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(PLUGIN, path), 'utf8'))
}

test('the plugin’s hooks are the ones the code knows, and its manifests say the same [S53]', () => {
  expect(json('hooks/copilot.json')).toEqual({ version: 1, hooks: copilotHooks() })
  const { hooks, skills, commands, agents, ...about } = json('.github/plugin/plugin.json')
  expect(about).toEqual(json('.claude-plugin/plugin.json'))
  expect([hooks, skills, commands, agents]).toEqual(['hooks/copilot.json', 'skills/', 'commands/', 'agents/'])
})

test('the hook beside the plugin speaks where the package is gone, and only there [S37]', () => {
  const folder = temporaryFolder({ "it's/.claude-plugin/marketplace.json": '{}' })
  const said = (path: string, env = {}) => {
    const { bash } = Object(WATCH.hook(path))
    return execFileSync('/bin/bash', ['-c', bash], { env, encoding: 'utf8', stdio: QUIET })
  }
  expect(said(join(folder, "it's"))).toBe('')
  expect(said('./it’s', { COPILOT_PROJECT_DIR: folder })).toContain('memory-bank doctor')
  expect(JSON.parse(said(join(folder, 'gone')))).toEqual({
    additionalContext: expect.stringContaining('memory-bank doctor'),
  })
  expect([WATCH.isOurs(WATCH.hook('/x')), WATCH.isOurs({ bash: 'echo' })]).toEqual([true, false])
})

test.each([
  ['cwd: /a b\n', '/a b'],
  ['id: x\ncwd: "/a \\"b\\""\r\n', '/a "b"'],
  ["cwd: '/it''s'\n", "/it's"],
  ['cwd: "\\x41"\n', '/shell'],
  ['cwd: relative\n', '/shell'],
  ['nothing', '/shell'],
])('the server works where the session’s record says: %j [S53]', (record, expected) => {
  const home = temporaryFolder({ 'session-state/s-1/workspace.yaml': record })
  const env = { COPILOT_HOME: home, COPILOT_AGENT_SESSION_ID: 's-1', PWD: '/shell' }
  expect(folderOfServer(env, '/plugin')).toBe(expected)
  expect(folderOfServer({ ...env, COPILOT_AGENT_SESSION_ID: '../s-1' }, '/plugin')).toBe('/shell')
  expect(folderOfServer({}, '/plugin')).toBe('/plugin')
})

test('a host in a shell of Copilot’s is known, Copilot itself is not one [S42]', () => {
  const env = { COPILOT_AGENT_SESSION_ID: 'outer' }
  expect(isInAgentShell(env, { session_id: 'inner' })).toBe(true)
  expect(isInAgentShell(env, undefined)).toBe(true)
  expect(isInAgentShell(env, { session_id: 'outer' })).toBe(false)
  expect(isInAgentShell(env, { session_id: 'agent', parent_agent_id: 'outer' })).toBe(false)
  expect(isInAgentShell({}, { session_id: 'inner' })).toBe(false)
})

test('a hook without a name is Copilot’s by what it sends, not by what Claude Code inherits from it [S53]', () => {
  const env = { COPILOT_CLI: '1' }
  expect(isCopilots({ hook_event_name: 'Stop', timestamp: '2026-11-17T00:00:00.000Z' }, env)).toBe(true)
  expect(isCopilots({ hook_event_name: 'Stop', transcript_path: 'x' }, env)).toBe(false)
  expect(isCopilots({ hook_event_name: 'Stop', timestamp: 'x' }, {})).toBe(false)
  expect(isCopilots(undefined, env)).toBe(false)
})
