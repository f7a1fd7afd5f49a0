import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readToolCall } from '../../src/hosts/tool-call.ts'
import { notePage, portOfPage } from '../../src/session/page-ports.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'

const PORT = 40_123
let env: NodeJS.ProcessEnv
beforeEach(() => {
  env = { XDG_STATE_HOME: temporaryFolder({}) }
})

describe('while a page is served', () => {
  let over: () => void
  beforeEach(() => {
    over = notePage(env, PORT)
  })

  test.each([
    'curl http://127.0.0.1:PORT/api/status',
    'curl -s localhost:PORT',
    'wget -qO- http://[::1]:PORT/',
    'curl http://0.0.0.0:PORT/',
    'curl http://127.1:PORT/',
    'curl http://2130706433:PORT/',
    'curl http://0x7f.1:PORT/',
    'nc localhost PORT',
    'nc -v 127.0.0.1 PORT < request',
    'exec 3<>/dev/tcp/127.0.0.1/PORT',
    `node -e 'fetch("http://127.0.0.1:PORT/")'`,
    `python3 -c 'import socket; socket.create_connection(("localhost", PORT))'`,
    'P=PORT; curl http://localhost:$P',
    'ssh -L 9000:localhost:PORT host',
    'chromium --headless --dump-dom http://127.0.0.1:PORT',
  ])('the command %j reaches it [S33]', (command) => {
    expect(reached('Bash', { command })).toBe(PORT)
  })

  test.each([
    ['WebFetch', { url: 'http://127.0.0.1:PORT/', prompt: 'x' }],
    ['mcp__playwright__browser_navigate', { url: 'http://localhost:PORT/#/inbox' }],
    ['mcp__chrome__evaluate', { script: 'await fetch("http://127.0.0.1:PORT/api/accept")' }],
    ['mcp__net__connect', { host: 'localhost', port: PORT }],
    ['mcp__net__many', { targets: [{ address: { host: '127.0.0.1', port: 'PORT' } }] }],
    ['Write', { file_path: '/tmp/x.mjs', content: 'await fetch("http://localhost:PORT/")' }],
    ['Edit', { file_path: '/tmp/x.mjs', old_string: 'a', new_string: 'fetch("http://127.0.0.1:PORT/")' }],
    ['apply_patch', { patchText: '*** Begin Patch\n*** Add File: a.js\n+fetch("http://127.0.0.1:PORT")\n' }],
  ])('the tool %s with %j reaches it [S33]', (tool, args) => {
    expect(reached(tool, args)).toBe(PORT)
  })

  test.each([
    ['Bash', { command: 'curl http://localhost:3000/' }],
    ['Bash', { command: 'npm test' }],
    ['Read', { file_path: 'a.ts', offset: PORT }],
    ['Write', { file_path: 'a.csv', content: 'PORT,40123' }],
    ['WebFetch', { url: 'https://example.com' }],
  ])('the tool %s with %j does not [S33]', (tool, args) => expect(reached(tool, args)).toBeUndefined())

  test('and not after it has stopped [S33]', () => {
    over()
    expect(reached('Bash', { command: 'nc localhost PORT' })).toBeUndefined()
  })
})

test('a record whose process is gone refuses nothing, and the next page clears it away [S33]', () => {
  notePage(env, PORT)()
  const folder = join(String(env['XDG_STATE_HOME']), 'memory-bank', 'pages')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(folder, String(PORT)), String(pid))
  expect(reached('Bash', { command: 'nc localhost PORT' })).toBeUndefined()
  notePage(env, PORT + 1)
  expect(existsSync(join(folder, String(PORT)))).toBe(false)
})

test.each(['', 'x', '-1', '0', '1.5', '{}'])('a record that holds %j refuses nothing [S33]', (text) => {
  notePage(env, PORT)()
  writeFileSync(join(String(env['XDG_STATE_HOME']), 'memory-bank', 'pages', String(PORT)), text)
  expect(reached('Bash', { command: 'nc localhost PORT' })).toBeUndefined()
})

function reached(tool: string, args: object): number | undefined {
  const given: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(args).replaceAll('PORT', String(PORT)))
  return portOfPage(readToolCall(tool, given), env)
}
