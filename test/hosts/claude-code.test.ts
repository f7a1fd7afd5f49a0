import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { claudeCodeHooks } from '../../src/hosts/claude-code.ts'
import { PLUGIN_SERVER } from '../../src/hosts/claude-code-setup.ts'
import { encodeAnswer } from '../../src/hosts/encode-answer.ts'
import type { HookAnswer } from '../../src/hosts/hook.ts'
import { answerOnce } from '../../src/hosts/hook-answers.ts'
import { READER, WRITER } from '../../src/hosts/opencode/contributions.ts'
import { IF_NOT_STARTED } from '../../src/hosts/package-command.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'
import { asFields, recording } from './recording.ts'

const decode = (payload: unknown) => claudeCodeHooks.decode(payload)
const readTranscript = (path: string) => claudeCodeHooks.readTranscript?.(path) ?? 'cannot read'
const markShells = (env: NodeJS.ProcessEnv) => claudeCodeHooks.markShells?.(env)

const SESSION = '00000000-0000-4000-8000-000000000001'

function decoded(name: string, fields: object = {}) {
  return decode({ ...asFields(recording('claude-code', name, '/shop')['payload']), ...fields })
}

test.each([
  [
    'pre-tool-use-write',
    {
      kind: 'tool-requested',
      calls: [{ kind: 'writes', writes: [{ kind: 'whole', path: '/shop/note.md', text: 'x' }] }],
    },
  ],
  ['pre-tool-use-bash', { kind: 'tool-requested', calls: [{ kind: 'shell', command: 'echo one' }] }],
  ['post-tool-use-read', { kind: 'tool-finished', calls: [{ kind: 'reads', paths: ['/shop/note.md'] }] }],
  ['post-tool-use-failure-bash', { kind: 'tool-finished', calls: [{ kind: 'shell' }], failed: true }],
])('%s decodes the same by command and by server [S53]', (name, event) => {
  const byCommand = decoded(name)
  expect(byCommand).toMatchObject({ kind: 'tool', event: { ...event, session: SESSION, cwd: '/shop' } })
  expect(decoded(`${name}.server`)).toEqual(byCommand)
})

test.each([
  ['session-start-startup', { kind: 'began', session: SESSION, compacted: false }],
  ['session-start-resume', { kind: 'began', compacted: false }],
  ['session-start-compact', { kind: 'began', compacted: true }],
  ['user-prompt-submit', { kind: 'prompt', text: 'hello there', command: undefined }],
  ['stop', { kind: 'stop', said: { kind: 'text', text: 'final words' }, again: false }],
  ['pre-compact', { kind: 'compacting' }],
  ['session-end', { kind: 'ended' }],
])('%s decodes to the expected event [S53]', (name, hook) => expect(decoded(name)).toMatchObject(hook))

test('a sub-agent has its own session, and its name without the plugin’s [S38]', () => {
  const hook = decoded('pre-tool-use-read-of-agent', { agent_type: 'memory-bank:memory-reader' })
  expect(hook).toMatchObject({ kind: 'tool', agent: { parent: SESSION, name: 'memory-reader' } })
  expect(hook?.kind === 'tool' && hook.event.session).toBe(hook?.kind === 'tool' && hook.agent?.session)
  expect(hook?.kind === 'tool' && hook.event.session).not.toBe(SESSION)
})

test('a failed read shows the model nothing [S31]', () => {
  expect(decoded('post-tool-use-failure-bash', { tool_name: 'Read', tool_input: { file_path: '/shop/x' } })).toBe(
    undefined,
  )
})

test.each([
  ['/memory-bank:memory-bank-refresh', 'refresh'],
  ['/memory-bank-refresh now', 'refresh'],
  ['/memory-bank:memory-bank-learn', 'learn'],
  ['$memory-bank-refresh', 'refresh'],
  ['memory-bank-refresh', 'refresh'],
  ['memory-bank-refresh keep', 'refresh'],
  ['memory-bank-learn\n', 'learn'],
  ['memory-bank-learn does nothing', undefined],
  ['memory-bank-refresh is slow today', undefined],
  ['/memory-bank-refreshing', undefined],
  ['what does /memory-bank-refresh do?', undefined],
])('%s is a Memory Bank command: %s [S11] [S29]', (prompt, command) =>
  expect(decoded('user-prompt-submit', { prompt })).toMatchObject({ command }),
)

test.each([
  undefined,
  null,
  7,
  [],
  'text',
  {},
  { hook_event_name: 'Stop' },
  { session_id: 's', hook_event_name: 'New' },
])('%j is not a hook payload [S37]', (raw) => expect(decode(raw)).toBeUndefined())

test('a tool input that is not JSON is empty, and the last words may come from the transcript [S37]', () => {
  expect(decoded('pre-tool-use-write.server', { tool_input: '{"half' })).toMatchObject({
    event: { calls: [{ kind: 'unknown', paths: [] }] },
  })
  expect(decoded('stop', { last_assistant_message: '' })).toMatchObject({ said: { kind: 'transcript' } })
  expect(decoded('stop', { last_assistant_message: '', transcript_path: '' })).toMatchObject({
    said: { kind: 'unknown' },
  })
})

function wordsIn(...lines: readonly string[]): string {
  const folder = temporaryFolder({ 'session.jsonl': lines.join('\n') })
  return readTranscript(join(folder, 'session.jsonl'))
}

const assistant = (content: unknown) => JSON.stringify({ type: 'assistant', message: { role: 'assistant', content } })

test('the assistant’s last words are found behind calls and other lines [S42]', () => {
  const call = assistant([{ type: 'tool_use', name: 'Read', input: {} }])
  expect(
    wordsIn(assistant([{ type: 'text', text: 'first' }]), assistant([{ type: 'text', text: '💾 last' }]), call),
  ).toBe('💾 last')
  expect(wordsIn(assistant('plain'), JSON.stringify({ type: 'user', message: { content: '💾 forged' } }))).toBe('plain')
})

test('a long, cut or missing transcript is read as far as possible [S37]', () => {
  const long = assistant([{ type: 'text', text: 'x'.repeat(400_000) }])
  expect(wordsIn(long, assistant([{ type: 'text', text: 'last' }]))).toBe('last')
  expect(wordsIn(assistant([{ type: 'text', text: 'whole' }]), '{"type":"assist')).toBe('whole')
  expect(readTranscript('/nowhere/at/all')).toBe('')
})

test('a pipe or a device is never read as a transcript or a file of variables [S39]', () => {
  const pipe = join(temporaryFolder(), 'pipe')
  spawnSync('mkfifo', [pipe])
  for (const path of [pipe, '/dev/zero']) {
    expect(readTranscript(path)).toBe('')
    markShells({ CLAUDE_ENV_FILE: path })
  }
  const file = join(temporaryFolder(), 'variables')
  for (let times = 0; times < 2; times += 1) markShells({ CLAUDE_ENV_FILE: file })
  expect(readFileSync(file, 'utf8')).toBe('export MEMORY_BANK_AGENT_SHELL=1\n')
})

test.each([
  ['mcp__plugin_memory-bank_memory-bank__memory_propose', true],
  ['mcp__plugin_memory-bank_memory-bank__memory_recall', true],
  ['mcp__plugin_memory-bank_memory-bank__hook', false],
  ['mcp__memory-bank__memory_propose', false],
  ['mcp__plugin_memory-bank_memory-bank__memory_propose_all', false],
  ['Bash', false],
])('%s is a tool of the Memory Bank plugin, which needs no permission: %s [S42]', (tool_name, isOwn) => {
  expect(decoded('pre-tool-use-bash', { tool_name })).toMatchObject({ isOwn })
  expect(decoded('post-tool-use-read', { tool_name })).toMatchObject({ isOwn: false })
})

test.each([
  '<task-notification>\n<status>completed</status>\n<result>Refunds come first.\nmb:write\n</result>\n</task-notification>',
  '<teammate-message teammate_id="a">好</teammate-message>',
  '<system-reminder>yes</system-reminder>',
])('a host’s report in place of a message gives no consent: %s [S42]', (prompt) => {
  expect(decoded('user-prompt-submit', { prompt })).toBeUndefined()
})

test('a user’s message may begin with a tag [S42]', () => {
  expect(decoded('user-prompt-submit', { prompt: '<div> is what I want, yes' })).toMatchObject({ kind: 'prompt' })
})

const ANSWERS: readonly (readonly [HookAnswer, object])[] = [
  [{ kind: 'nothing' }, {}],
  [
    { kind: 'refuse', text: 'no' },
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: '[memory-bank] no',
      },
    },
  ],
  [
    { kind: 'permit', text: undefined },
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'Memory Bank',
      },
    },
  ],
  [
    { kind: 'tell-user', text: '💾 Write this to the Memory Bank?' },
    { systemMessage: '💾 Write this to the Memory Bank?' },
  ],
  [
    { kind: 'tell-model', text: 'a note' },
    { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'a note' } },
  ],
  [
    { kind: 'keep-going', text: 'propose' },
    { decision: 'block', reason: '[memory-bank] propose' },
  ],
  [
    { kind: 'tell-both', model: 'a note', user: '[Memory Bank updated]' },
    {
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'a note' },
      systemMessage: '[Memory Bank updated]',
    },
  ],
  [{ kind: 'tell-user', text: 'changed' }, { systemMessage: '[memory-bank] changed' }],
]

describe('answers to Claude Code', () => {
  test.each(ANSWERS)('%j has exactly the expected fields [S53]', (answer, expected) =>
    expect(JSON.parse(encodeAnswer(claudeCodeHooks, { hook_event_name: 'PreToolUse' }, answer))).toEqual(expected),
  )

  test('the text for a summary is plain [S38]', () =>
    expect(
      encodeAnswer(claudeCodeHooks, { hook_event_name: 'PreCompact' }, { kind: 'summary-words', text: 'keep' }),
    ).toBe('keep'))
})

async function said(failures: unknown, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const home = temporaryFolder({ '.claude/mcp-needs-auth-cache.json': JSON.stringify(failures) })
  const project = temporaryFolder({ 'memory-bank/MEMORY.md': '# Project Memory\n' })
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), CLAUDE_PROJECT_DIR: project, LANG: 'C.UTF-8', ...more }
  const payload = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: project, prompt: 'hello' }
  return answerOnce(JSON.stringify(payload), payload, env, claudeCodeHooks)
}

const held = (minutes: number) => ({ [PLUGIN_SERVER]: { timestamp: Date.now() - minutes * 60_000, id: 'x' } })

test('a server that Claude Code does not retry is reported with a next step [S37]', async () => {
  const { systemMessage } = JSON.parse(await said(held(3)))
  expect(systemMessage).toMatch(
    /could not start Memory Bank’s server.*Delete .*mcp-needs-auth-cache\.json, then restart/,
  )
})

test.each([
  ['a failure long past', held(20)],
  ['a failure of another server', { other: { timestamp: Date.now() } }],
  ['nothing', {}],
  ['something else', ['x']],
])('%s is not reported [S37]', async (_name, failures) => {
  expect(await said(failures)).not.toContain('could not start')
})

test('unwritable state is reported too [S37]', async () => {
  const file = join(temporaryFolder({ file: '' }), 'file')
  const { systemMessage } = JSON.parse(await said({}, { XDG_STATE_HOME: file }))
  expect(systemMessage).toContain('cannot write its records')
})

const ROOT = resolve(import.meta.dirname, '../..')
const PLUGIN = join(ROOT, 'plugins/claude-code')

function json(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}

test('the plugin’s hooks call its server, and at a message a shell reports if it is missing [S53]', () => {
  const { hooks } = json('plugins/claude-code/hooks/hooks.json')
  const all = Object.values(Object(hooks))
    .flat()
    .flatMap((group) => Object(group).hooks)
  for (const hook of all.filter(({ type }) => type === 'mcp_tool'))
    expect(hook).toMatchObject({ server: PLUGIN_SERVER, tool: 'hook' })
  for (const { command } of all.filter(({ type }) => type === 'command'))
    expect(command).toMatch(/^\/bin\/sh "\$\{CLAUDE_PLUGIN_ROOT\}\/hook\.sh" \|\| /)
  expect(JSON.stringify(Object(hooks).UserPromptSubmit)).toContain(IF_NOT_STARTED)
})

test('marketplace, plugin and server have the names that the hooks use [S53]', () => {
  const [, plugin, server] = PLUGIN_SERVER.split(':')
  expect(json('.claude-plugin/marketplace.json')).toMatchObject({
    name: 'memory-bank',
    plugins: [{ name: plugin, source: './dist' }],
  })
  expect(json('plugins/claude-code/.claude-plugin/plugin.json')['name']).toBe(plugin)
  expect(Object.keys(Object(json('plugins/claude-code/.mcp.json')['mcpServers']))).toEqual([server])
})

test('the agents have the same texts as in OpenCode [S53]', () => {
  for (const [name, agent] of Object.entries({ 'memory-reader': READER, 'memory-bank-writer': WRITER })) {
    const text = readFileSync(join(PLUGIN, `agents/${name}.md`), 'utf8')
    const [, head, body] = text.split(/^---$/m)
    expect(head).toContain(`name: ${name}`)
    expect(head).toContain(`description: ${agent.description}`)
    expect(body?.trim()).toBe(agent.prompt)
    expect(head).not.toMatch(/tools:.*Bash/)
  }
})
