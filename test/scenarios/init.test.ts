/** init as a new user runs it: its last lines, and its cost in a large repository. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write({ 'package.json': '{"name": "shop", "scripts": {"test": "node --test"}}' })
})
afterEach(() => sandbox.remove())

const init = (...more: readonly string[]) => sandbox.run(['init', '--yes', ...more], { env: { PATH: '' } }).out

test('its last steps are the agent that was found, then learning the project [S12] [S54]', () => {
  sandbox.write({ 'opencode.json': '{}' })
  expect(init()).toMatch(
    /\nNext: {2}memory-bank install opencode {3}\(connects OpenCode; until then no agent reads the bank\)\nThen: {2}\/memory-bank-learn in OpenCode .*\nUndo: {2}memory-bank undo\n$/,
  )
})

test('lists the agents that can be connected if none was found, in the bank’s language [S12] [S54]', () => {
  expect(init('--lang', 'zh')).toMatch(
    /\n下一步：memory-bank install <Agent>（连接你的 Agent：.*opencode.*）\n然后：memory-bank learn（/,
  )
})

test('says so if -C names a folder of a repository, because the bank goes to its top [S9]', () => {
  mkdirSync(join(sandbox.project, 'backend'))
  sandbox.git('init', '-q')
  expect(sandbox.run(['init', '--dry-run', '-C', 'backend']).err).toContain('backend is inside the repository')
  expect(sandbox.run(['init', '--dry-run', '-C', '.']).err).toBe('')
})

test.each([
  ['opencode', '/memory-bank-learn in OpenCode '],
  ['kilo', '/memory-bank-learn in Kilo '],
  ['claude', '/memory-bank:memory-bank-learn in Claude Code '],
  ['codex', 'memory-bank-learn in Codex '],
  ['copilot', 'memory-bank-learn in Copilot CLI '],
  ['gemini', 'memory-bank-learn in Gemini CLI '],
  ['qwen', 'memory-bank-learn in Qwen Code '],
  ['cline', 'memory-bank-learn in Cline '],
])('goes on to learning where %s is connected already, as that agent has it: %s [S12] [S29] [S54]', (host, step) => {
  expect(sandbox.run(['install', host, '--yes']).code).toBe(0)
  expect(init()).toContain(`\nNext:  ${step}`)
  expect(sandbox.run(['status'], { env: { PATH: '' } }).out).toMatch(/\nNext: +memory-bank learn /)
  const told = sandbox.run(['learn'], { env: { PATH: '' } }).err
  expect(told).toContain(step.startsWith('memory-bank ') ? 'Ask it to run this command' : step.trim())
})

test('init, status and doctor offer memory of other tools until it is imported [S12] [S60]', () => {
  const home = { PATH: '', HOME: join(sandbox.project, '../home') }
  const slug = sandbox.project.replace(/[^A-Za-z0-9]/g, '-')
  sandbox.write({ '.serena/memories/core.md': '# Core\n', '.claude/memory/.gitkeep': '' })
  mkdirSync(join(home.HOME, '.claude/projects', slug, 'memory'), { recursive: true })
  writeFileSync(join(home.HOME, '.claude/projects', slug, 'memory/MEMORY.md'), '# Memory\n')
  sandbox.write({ '.mcp.json': '{ "mcpServers": { "memory-bank": { "command": "memory-bank" } } }' })
  const run = (...args: readonly string[]) => sandbox.run(args, { env: home }).out
  expect(run('init', '--yes')).toMatch(
    /\nAlso: {2}memory-bank import {3}\(imports notes of Serena \(\.serena\/memories\/\), Claude Code\)\n/,
  )
  expect(run('status')).toMatch(/\nNext: +memory-bank import /)
  expect(run('doctor')).toContain('Not imported from other tools: Serena (.serena/memories/), Claude Code.')
  sandbox.write({
    'memory-bank/details/archive/imported.md':
      '# Imported\n\n| Source | Tool |\n|---|---|\n| .serena/memories/core.md | x |\n| claude-code/memory/MEMORY.md | x |\n',
  })
  expect(run('status')).not.toContain('memory-bank import')
  expect(run('doctor')).not.toContain('not imported')
})

test.each([
  ['.claude/settings.json', '{ "enabledPlugins": { "memory-bank@memory-bank": true } }', true],
  ['opencode.json', '{ "plugin": ["../elsewhere/memory-bank"] }', true],
  ['.mcp.json', '{ "mcpServers": { "memory-bank": { "command": "memory-bank" } } }', true],
  ['.claude/settings.json', '{ "enabledPlugins": { "memory-bank@memory-bank": false } }', false],
  ['.claude/settings.json', '{ "permissions": { "deny": ["Edit(memory-bank/**)"] } }', false],
])('%s with %s, put there by hand, connects: %s [S54]', (file, text, connects) => {
  sandbox.write({ [file]: text })
  init()
  const next = sandbox.run(['status'], { env: { PATH: '' } }).out
  if (connects) expect(next).not.toContain('memory-bank install')
  else expect(next).toContain('memory-bank install')
})

test('placeholders are not content, and at least half of the text is about the project [S5] [S12] [S58]', () => {
  sandbox.write({
    'package.json':
      '{"name": "shop", "engines": {"node": ">=20"}, "scripts": {"dev": "x", "test": "jest", "lint": "x"}, "dependencies": {"hono": "^4"}}',
    'README.md': '# Shop\n\nShop is a small server that sells tea.\n',
    'CONTRIBUTING.md': '# How\n',
  })
  init()
  const memory = sandbox.read('memory-bank/MEMORY.md')
  expect(memory).not.toMatch(/Nothing recorded|Yours to write/)
  const text = memory
    .split('\n')
    .filter((line) => line !== '' && !/^(?:<!--|#|\|[-|]+$|\| (?:Decision|When) )/.test(line))
  const own = text.filter((line) => /\(source: |\]\(\.\.\//.test(line))
  expect(own.join('').length).toBeGreaterThan(text.join('').length / 2)
})

test('a long manifest is read completely, and one that is too large is reported [S12]', () => {
  const scripts = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`x${index}`, 'true']))
  sandbox.write({
    'package.json': JSON.stringify({ scripts, dependencies: { react: '^19' } }, undefined, 1),
    'web/package.json': `{"name": "${'x'.repeat(300_000)}"}`,
  })
  init()
  expect(sandbox.read('memory-bank/MEMORY.md')).toContain('React ^19')
  expect(sandbox.read('memory-bank/details/tech.md')).toContain('web/package.json')
})
