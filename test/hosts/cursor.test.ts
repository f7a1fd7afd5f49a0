/** Cursor by its documentation: payloads as its pages show them, written anew. Nobody has driven it here. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { InstallWish } from '../../src/flows/host.ts'
import { carryOutSetup, proposeInstall, proposeUninstall } from '../../src/flows/install.ts'
import { findInstallContext } from '../../src/flows/install-context.ts'
import { decodeHook } from '../../src/hosts/cursor/decode.ts'
import { encodeAnswer, withWarning } from '../../src/hosts/cursor/encode.ts'
import { cursor } from '../../src/hosts/cursor/install.ts'
import { cursorOutline } from '../../src/hosts/cursor/outline.ts'
import { CURSOR } from '../../src/hosts/cursor/settings.ts'
import { GEMINI } from '../../src/hosts/gemini/settings.ts'
import { QWEN } from '../../src/hosts/qwen/settings.ts'
import { hookEntries, hooksIn, namesMachine } from '../../src/hosts/settings-hooks.ts'
import { addEntries } from '../../src/text/settings-entries.ts'
import { temporaryFolder, treeOf, writeFiles } from '../workspace/temporary-folder.ts'

const HOOK = resolve(import.meta.dirname, '../../dist/hook.cjs')

const base = (event: string, fields: object = {}) => ({
  conversation_id: 'conv-1',
  generation_id: 'gen-1',
  model: 'some-model',
  hook_event_name: event,
  cursor_version: '3.11.25',
  workspace_roots: ['/p'],
  user_email: null,
  transcript_path: null,
  ...fields,
})
const call = (event: string, tool: string, input: unknown, fields: object = {}) =>
  base(event, { tool_name: tool, tool_input: input, tool_use_id: 't1', ...fields })

describe('payloads', () => {
  test.each([
    ['Shell', { command: 'ls', working_directory: '/p/a' }, { kind: 'shell', command: 'ls', cwd: '/p/a' }],
    ['Read', { file_path: '/p/a.md' }, { kind: 'reads', paths: ['/p/a.md'] }],
    ['Grep', { pattern: 'x', path: '/p' }, { kind: 'reads', paths: ['/p'] }],
    ['Write', { file_path: '/p/a', content: 'x' }, { kind: 'writes', writes: [{ kind: 'whole', path: '/p/a' }] }],
    ['Write', { file_path: '/p/a' }, { kind: 'writes', writes: [{ kind: 'opaque', path: '/p/a' }] }],
    ['Write', { file_path: '/p/a', old_string: 'x', new_string: 'y' }, { kind: 'writes', writes: [{ kind: 'edits' }] }],
    ['Delete', { file_path: '/p/a' }, { kind: 'writes', writes: [{ kind: 'delete', path: '/p/a' }] }],
    ['MCP:write_file', '{"path":"/p/a","content":"x"}', { kind: 'writes', writes: [{ kind: 'whole', path: '/p/a' }] }],
    ['Task', { subagent_type: 'explore', prompt: 'look' }, { kind: 'delegates', agent: 'explore' }],
  ])('%s is read, and names its folder or the workspace [S34]', (tool, input, expected) => {
    expect(decodeHook(call('preToolUse', tool, input))).toMatchObject({
      kind: 'tool',
      event: { kind: 'tool-requested', session: 'conv-1', call: 't1', cwd: '/p', calls: [expected] },
    })
    expect(decodeHook(call('preToolUse', tool, input, { cwd: '/p/b' }))).toMatchObject({ event: { cwd: '/p/b' } })
  })

  test('the end of a call, failed or not, is the end of that call; a read that failed showed nothing [S34]', () => {
    const shell = { command: 'npm test' }
    const done = decodeHook(call('postToolUse', 'Shell', shell, { tool_output: '{"exitCode":0}', duration: 1 }))
    expect(done).toMatchObject({ event: { kind: 'tool-finished', call: 't1' } })
    expect(done).not.toHaveProperty('event.failed')
    const failed = { error_message: 'timed out', failure_type: 'timeout', is_interrupt: false }
    expect(decodeHook(call('postToolUseFailure', 'Shell', shell, failed))).toMatchObject({ event: { failed: true } })
    expect(decodeHook(call('postToolUseFailure', 'Read', { file_path: '/p/a' }, failed))).toBeUndefined()
  })

  test('a message is the person’s; what we sent to keep a turn going is not [S42]', () => {
    expect(decodeHook(base('beforeSubmitPrompt', { prompt: '好', attachments: [] }))).toMatchObject({ text: '好' })
    expect(decodeHook(base('beforeSubmitPrompt', { prompt: '[memory-bank] 好' }))).toBeUndefined()
  })

  test('a turn goes on once, and not where somebody broke it off [S44]', () => {
    const again = (fields: object) => decodeHook(base('stop', fields))
    expect(again({ status: 'completed', loop_count: 0 })).toMatchObject({ kind: 'stop', again: false })
    expect(again({ status: 'completed', loop_count: 1 })).toMatchObject({ again: true })
    expect(again({ status: 'aborted', loop_count: 0 })).toMatchObject({ again: true })
  })

  test('our own tools are known by their names, whichever way their input comes', () => {
    const entries = [{ kind: 'decision' }]
    expect(decodeHook(call('preToolUse', 'MCP:memory_propose', JSON.stringify({ entries })))).toMatchObject({
      proposes: entries,
    })
    expect(decodeHook(call('postToolUse', 'MCP:memory_recall', { question: 'why' }))).toMatchObject({ recalled: 'why' })
  })

  test('a payload that is none, or of an event that is not ours, is nothing', () => {
    for (const payload of [
      undefined,
      [],
      'x',
      {},
      { hook_event_name: 'stop' },
      base('workspaceOpen'),
      base('toString'),
    ])
      expect(decodeHook(payload)).toBeUndefined()
    expect(cursorOutline(base('preCompact'))).toEqual({ about: 'nothing' })
    expect(cursorOutline(base('stop'))).toEqual({ about: 'other' })
    expect(cursorOutline(call('preToolUse', 'MCP:x', { a: 1 }))).toMatchObject({ about: 'tool', tool: 'x', cwd: '/p' })
  })
})

describe('answers', () => {
  /** The fields that the documentation has for each event. */
  const NAMED: Readonly<Record<string, readonly string[]>> = {
    sessionStart: ['env', 'additional_context'],
    beforeSubmitPrompt: ['continue', 'user_message'],
    preToolUse: ['permission', 'user_message', 'agent_message', 'updated_input'],
    postToolUse: ['updated_mcp_tool_output', 'additional_context'],
    postToolUseFailure: [],
    afterAgentResponse: [],
    stop: ['followup_message'],
    sessionEnd: [],
  }
  const ANSWERS = [
    { kind: 'nothing' },
    { kind: 'tell-model', text: 'x' },
    { kind: 'permit', text: 'x' },
    { kind: 'keep-going', text: 'x' },
    { kind: 'tell-user', text: 'x' },
    { kind: 'tell-both', model: 'x', user: 'y' },
    { kind: 'summary-words', text: 'x' },
  ] as const

  test.each(ANSWERS)('$kind has no field that the documentation does not have, and never allows [S37]', (answer) => {
    for (const [event, fields] of Object.entries(NAMED)) {
      const output = encodeAnswer(event, answer)
      expect(Object.keys(JSON.parse(output)).filter((name) => !fields.includes(name))).toEqual([])
      expect(output).not.toMatch(/"permission"|"continue":false/)
    }
  })

  test('each answer stands where its event has a place for it [S37]', () => {
    const said = (event: string, answer: Parameters<typeof encodeAnswer>[1]) => JSON.parse(encodeAnswer(event, answer))
    expect(said('preToolUse', { kind: 'refuse', text: 'no' })).toEqual({
      permission: 'deny',
      user_message: '[memory-bank] no',
      agent_message: '[memory-bank] no',
    })
    expect(said('sessionStart', { kind: 'tell-model', text: 'x' })).toEqual({ additional_context: 'x' })
    expect(said('postToolUse', { kind: 'tell-both', model: 'a', user: 'b' }).additional_context).toMatch(/a[\s\S]*b/)
    expect(said('stop', { kind: 'keep-going', text: 'x' })).toEqual({ followup_message: '[memory-bank] x' })
    expect(JSON.parse(withWarning(encodeAnswer('beforeSubmitPrompt', { kind: 'nothing' }), 'z'))).toEqual({
      continue: true,
      user_message: '[memory-bank] z',
    })
  })
})

describe('install', () => {
  const WISH: InstallWish = { scope: 'project', deny: false, from: undefined }
  let root: string
  const context = () =>
    findInstallContext({
      folder: join(root, 'project'),
      env: { HOME: join(root, 'home'), XDG_STATE_HOME: join(root, 'state'), PATH: process.env['PATH'] ?? '' },
      now: () => new Date(),
      node: process.execPath,
    })
  const carryOut = (proposed: ReturnType<typeof proposeInstall>) => {
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.problem))
    if (proposed.value.plan.changes.length === 0) return 'nothing'
    expect(carryOutSetup(proposed.value, new Date()).ok).toBe(true)
    return 'changed'
  }
  const install = (wish: Partial<InstallWish> = {}) =>
    carryOut(proposeInstall([cursor], { ...WISH, ...wish }, context()))
  const uninstall = (wish: Partial<InstallWish> = {}) =>
    carryOut(proposeUninstall([cursor], { ...WISH, ...wish }, context()))
  const tree = () =>
    Object.fromEntries(Object.entries(treeOf(root)).filter(([path]) => !/^state\/|^project\/\.git\//.test(path)))

  beforeEach(() => {
    root = temporaryFolder({ 'home/': '', 'project/': '', 'state/': '' })
    execFileSync('git', ['init', '-q'], { cwd: join(root, 'project') })
  })

  const HOOKS =
    '// ours\n{\n\t"version": 1,\n\t"hooks": { "preToolUse": [{ "command": "./a.sh", "matcher": "Shell" }], },\n}\r\n'
  const SERVERS = '{"mcpServers":{"other":{"url":"https://example.test"}}}'

  test.each(['project', 'user'] as const)('%s: every byte is there again, and twice is once [S53]', (scope) => {
    const folder = scope === 'user' ? 'home' : 'project'
    for (const files of [{}, { [`${folder}/.cursor/hooks.json`]: HOOKS, [`${folder}/.cursor/mcp.json`]: SERVERS }]) {
      writeFiles(root, files)
      const before = tree()
      expect(install({ scope, deny: true })).toBe('changed')
      const hooks = readFileSync(join(root, folder, '.cursor/hooks.json'), 'utf8')
      expect([...hooksIn(CURSOR, hooks, join(root, 'project')).keys()]).toEqual(CURSOR.events.map(({ event }) => event))
      expect(hooks).toContain('"version": 1')
      expect(readFileSync(join(root, folder, '.cursor/mcp.json'), 'utf8')).toContain('"memory-bank"')
      expect(install({ scope })).toBe('nothing')
      expect(uninstall({ scope })).toBe('changed')
      expect(tree()).toEqual(before)
    }
  })

  test('paths of this machine stand in no file that git would share [S53]', () => {
    install()
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: join(root, 'project'), encoding: 'utf8' })
    expect(git('status', '--porcelain', '-uall')).toBe('')
    uninstall()
    writeFiles(root, { 'project/.cursor/hooks.json': '{ "version": 1 }\n' })
    git('add', '.')
    const refused = proposeInstall([cursor], WISH, context())
    expect(refused.ok).toBe(false)
  })

  test('the project’s own dependency is named from its root, and may be shared [S53]', () => {
    writeFiles(root, {
      'project/node_modules/memory-bank/package.json': '{"name":"memory-bank","version":"99.0.0"}',
      'project/.gitignore': 'node_modules\n',
    })
    expect(install()).toBe('changed')
    const [hooks, servers] = ['hooks.json', 'mcp.json'].map((name) =>
      readFileSync(join(root, 'project/.cursor', name), 'utf8'),
    )
    expect(hooks).toContain('"/bin/sh ./node_modules/memory-bank/dist/hook.sh --host cursor')
    expect(servers).toContain(`"\${workspaceFolder}/node_modules/memory-bank/dist/cli/main.cjs"`)
    for (const text of [hooks, servers]) expect(text).not.toContain(root)
    expect(existsSync(join(root, 'project/.cursor/.gitignore'))).toBe(false)
    expect(install()).toBe('nothing')
  })

  test.each([CURSOR, GEMINI, QWEN])('$name: a path from the project’s root is none of this machine [S53]', (host) => {
    const wish = { ...WISH, from: './node_modules/memory-bank' }
    const entries = hookEntries(host, wish, context()).filter(({ kind }) => kind === 'item')
    const text = addEntries('{}', entries, '{}', 'x.json')
    expect(text.ok && namesMachine(host, text.value)).toBe(false)
  })

  test('doctor says that it was not driven, and what is gone [S53]', () => {
    const ids = () => cursor.diagnose(context()).findings.map(({ id }) => id)
    expect(ids()).toEqual([])
    install({ scope: 'user' })
    expect(ids()).toEqual(['not-driven'])
    install()
    expect(ids()).toEqual(['installed-twice', 'not-driven'])
    const file = join(root, 'home/.cursor/mcp.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"[^"]*main\.cjs"/, '"/gone/main.cjs"'))
    expect(ids()).toContain('plugin-missing')
    writeFileSync(file, '{')
    expect(ids()).toContain('settings-broken')
  })
})

describe('the built hook', () => {
  let root: string
  const send = (payload: object, before = '') =>
    JSON.parse(
      execFileSync(process.execPath, [HOOK, '--host', 'cursor'], {
        input: before + JSON.stringify({ ...payload, workspace_roots: [root] }),
        encoding: 'utf8',
        cwd: join(root, '..'),
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: join(root, '..'),
          XDG_STATE_HOME: join(root, '..', 'state'),
          CURSOR_PROJECT_DIR: root,
          CLAUDE_PROJECT_DIR: root,
        },
      }),
    )

  beforeEach(() => {
    const folder = temporaryFolder({ 'p/package.json': '{"name":"p"}\n' })
    root = join(folder, 'p')
    mkdirSync(join(root, '.git'), { recursive: true })
    const cli = resolve(import.meta.dirname, '../../dist/cli/main.cjs')
    execFileSync(process.execPath, [cli, 'init', '--yes'], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_STATE_HOME: join(folder, 'state') },
    })
    return () => rmSync(folder, { recursive: true, force: true })
  })

  test('opens a session, refuses what is forbidden, and lets ordinary work be [S33] [S37]', () => {
    expect(
      send(base('sessionStart', { session_id: 'conv-1', is_background_agent: false })).additional_context,
    ).toContain('MEMORY.md')
    const write = call('preToolUse', 'Write', { file_path: join(root, 'memory-bank/MEMORY.md'), content: 'x' })
    expect(send(write)).toMatchObject({ permission: 'deny', agent_message: expect.stringContaining('[memory-bank]') })
    expect(send(write, '\uFEFF')).toMatchObject({ permission: 'deny' })
    const shell = { command: 'rm -rf memory-bank', working_directory: root }
    expect(send(call('preToolUse', 'Shell', shell))).toMatchObject({ permission: 'deny' })
    const inside = { command: 'rm MEMORY.md', working_directory: join(root, 'memory-bank') }
    expect(send(call('preToolUse', 'Shell', inside))).toMatchObject({ permission: 'deny' })
    const gone = { file_path: join(root, 'memory-bank/MEMORY.md') }
    expect(send(call('preToolUse', 'Delete', gone))).toMatchObject({ permission: 'deny' })
    expect(send(call('preToolUse', 'Read', { file_path: join(root, 'package.json') }))).toEqual({})
    expect(send(call('preToolUse', 'Shell', { command: 'npm test' }))).toEqual({})
  })

  test('what is said at a message waits until the model can hear it, and is said once [S44]', () => {
    send(base('sessionStart', { session_id: 'conv-1' }))
    writeFileSync(join(root, 'memory-bank/MEMORY.md'), '# Changed by another hand\n')
    expect(send(base('beforeSubmitPrompt', { prompt: 'go on' }))).toEqual({ continue: true })
    send(base('afterAgentResponse', { text: 'Done.' }))
    const stop = (loop_count: number) => send(base('stop', { status: 'completed', loop_count }))
    const first = stop(0)
    expect(first.followup_message).toMatch(/^\[memory-bank\] /)
    expect(stop(1)).toEqual({})
  })

  test('a reminder comes with the next tool result, and never as a message of its own [S40]', () => {
    send(base('sessionStart', { session_id: 'conv-1' }))
    const says = (prompt: string) => send(base('beforeSubmitPrompt', { prompt }))
    const stop = () => send(base('stop', { status: 'completed', loop_count: 0 }))
    const write = { file_path: join(root, 'src/new.ts'), content: 'x' }
    const result = () => {
      send(call('preToolUse', 'Write', write))
      return JSON.stringify(send(call('postToolUse', 'Write', write)))
    }
    expect([says('以后所有金额都用整数存储'), stop()]).toEqual([{ continue: true }, {}])
    expect(says('go on')).toEqual({ continue: true })
    expect(result()).toContain('Last turn: the user asked to remember something.')
    expect(result()).not.toContain('Last turn')
    expect([stop(), says('记住：用 pnpm'), stop(), says('go on'), stop()]).toEqual([
      {},
      { continue: true },
      {},
      { continue: true },
      {},
    ])
  })

  test('what a call that failed has done is put back, and told with the next result or at the turn’s end [S34]', () => {
    const entry = join(root, 'memory-bank/MEMORY.md')
    const before = readFileSync(entry, 'utf8')
    const hidden = `node -e "const d=(s)=>Buffer.from(s,'base64').toString();eval(d('cmVxdWlyZSgnZnMnKS53cml0ZUZpbGVTeW5j'))(d('bWVtb3J5LWJhbmsvTUVNT1JZLm1k'),'gone')"`
    const fails = (id: string) => {
      const input = { command: hidden, working_directory: root }
      expect(send(call('preToolUse', 'Shell', input, { tool_use_id: id }))).toEqual({})
      writeFileSync(entry, 'gone')
      const failure = { tool_use_id: id, error_message: 'exit 1', failure_type: 'error' }
      expect(send(call('postToolUseFailure', 'Shell', input, failure))).toEqual({})
      expect(readFileSync(entry, 'utf8')).toBe(before)
    }
    send(base('beforeSubmitPrompt', { prompt: 'go on' }))
    fails('one')
    const read = call('postToolUse', 'Read', { file_path: entry }, { tool_use_id: 'r' })
    expect(send(read).additional_context).toContain('put back')
    expect(JSON.stringify(send(read))).not.toContain('put back')
    fails('two')
    expect(send(base('stop', { status: 'aborted', loop_count: 0 }))).toEqual({})
    expect(send(base('stop', { status: 'completed', loop_count: 0 })).followup_message).toContain('put back')
  })
})
