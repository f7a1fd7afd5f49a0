import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { HOOK_TOOL } from '../../../src/hosts/claude-code/names.ts'
import {
  commandHooks,
  HOOK_COMMAND,
  MESSAGE_COMMAND,
  PLUGIN_SERVER,
  STATIC_RULES,
  serverHooks,
} from '../../../src/hosts/claude-code/settings.ts'
import { READER, WRITER } from '../../../src/hosts/opencode/contributions.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PLUGIN = join(ROOT, 'plugins/claude-code')

function json(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}

test('the plugin’s hooks are the ones the code knows [S53]', () => {
  expect(json('plugins/claude-code/hooks/hooks.json')['hooks']).toEqual(serverHooks(HOOK_COMMAND, MESSAGE_COMMAND))
})

test('marketplace, plugin and server have the names the hooks call them by [S53]', () => {
  const [, plugin, server] = PLUGIN_SERVER.split(':')
  expect(json('.claude-plugin/marketplace.json')).toMatchObject({
    name: 'memory-bank',
    plugins: [{ name: plugin, source: './dist' }],
  })
  expect(json('plugins/claude-code/.claude-plugin/plugin.json')['name']).toBe(plugin)
  expect(Object.keys(Object(json('plugins/claude-code/.mcp.json')['mcpServers']))).toEqual([server])
  expect(HOOK_TOOL).toBe('hook')
})

test('the agents say what they say in OpenCode [S53]', () => {
  for (const [name, agent] of Object.entries({ 'memory-reader': READER, 'memory-bank-writer': WRITER })) {
    const text = readFileSync(join(PLUGIN, `agents/${name}.md`), 'utf8')
    const [, head, body] = text.split(/^---$/m)
    expect(head).toContain(`name: ${name}`)
    expect(head).toContain(`description: ${agent.description}`)
    expect(body?.trim()).toBe(agent.prompt)
    expect(head).not.toMatch(/tools:.*Bash/)
  }
})

test('without the plugin every event comes by command, and none is left out [S53]', () => {
  expect(Object.keys(commandHooks('x')).sort()).toEqual(Object.keys(serverHooks('x', 'y')).sort())
  expect(JSON.stringify(commandHooks('x'))).not.toContain('mcp_tool')
  expect(STATIC_RULES).toEqual(['Edit(memory-bank/**)', 'Write(memory-bank/**)'])
})
