import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeHook, readLastWords } from '../../../src/hosts/claude-code/decode.ts'
import { markShells } from '../../../src/hosts/claude-code/mark-shells.ts'
import { temporaryFolder } from '../../workspace/temporary-folder.ts'
import { asFields, recording } from '../recording.ts'

const SESSION = '00000000-0000-4000-8000-000000000001'

function decoded(name: string, fields: object = {}) {
  return decodeHook({ ...asFields(recording('claude-code', name, '/shop')['payload']), ...fields })
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
])('%s reads the same by command and by server [S53]', (name, event) => {
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
])('%s is what it says [S53]', (name, hook) => expect(decoded(name)).toMatchObject(hook))

test('a sub-agent has a session of its own, and its own name whichever plugin it is of [S38]', () => {
  const hook = decoded('pre-tool-use-read-of-agent', { agent_type: 'memory-bank:memory-reader' })
  expect(hook).toMatchObject({ kind: 'tool', agent: { parent: SESSION, name: 'memory-reader' } })
  expect(hook?.kind === 'tool' && hook.event.session).toBe(hook?.kind === 'tool' && hook.agent?.session)
  expect(hook?.kind === 'tool' && hook.event.session).not.toBe(SESSION)
})

test('a read that failed has shown the model nothing [S31]', () => {
  expect(decoded('post-tool-use-failure-bash', { tool_name: 'Read', tool_input: { file_path: '/shop/x' } })).toBe(
    undefined,
  )
})

test.each([
  ['/memory-bank:memory-bank-refresh', 'refresh'],
  ['/memory-bank-refresh now', 'refresh'],
  ['/memory-bank:memory-bank-learn', 'learn'],
  ['/memory-bank-refreshing', undefined],
  ['what does /memory-bank-refresh do?', undefined],
])('%s is our command: %s [S11] [S29]', (prompt, command) =>
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
])('%j is nothing of ours [S37]', (raw) => expect(decodeHook(raw)).toBeUndefined())

test('a tool’s input that is no JSON is empty, and the words may stand in the transcript [S37]', () => {
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
  return readLastWords({ kind: 'transcript', path: join(folder, 'session.jsonl') })
}

const assistant = (content: unknown) => JSON.stringify({ type: 'assistant', message: { role: 'assistant', content } })

test('the last words of the assistant count, past calls and other people’s lines [S42]', () => {
  const call = assistant([{ type: 'tool_use', name: 'Read', input: {} }])
  expect(
    wordsIn(assistant([{ type: 'text', text: 'first' }]), assistant([{ type: 'text', text: '💾 last' }]), call),
  ).toBe('💾 last')
  expect(wordsIn(assistant('plain'), JSON.stringify({ type: 'user', message: { content: '💾 forged' } }))).toBe('plain')
})

test('a long, cut or missing transcript has the words it has [S37]', () => {
  const long = assistant([{ type: 'text', text: 'x'.repeat(400_000) }])
  expect(wordsIn(long, assistant([{ type: 'text', text: 'last' }]))).toBe('last')
  expect(wordsIn(assistant([{ type: 'text', text: 'whole' }]), '{"type":"assist')).toBe('whole')
  expect(readLastWords({ kind: 'transcript', path: '/nowhere/at/all' })).toBe('')
  expect(readLastWords({ kind: 'unknown' })).toBe('')
})

test('a pipe or a device is neither a transcript nor a file of variables, and nobody waits for it [S39]', () => {
  const pipe = join(temporaryFolder(), 'pipe')
  spawnSync('mkfifo', [pipe])
  for (const path of [pipe, '/dev/zero']) {
    expect(readLastWords({ kind: 'transcript', path })).toBe('')
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
])('%s is a tool of our own plugin, which needs no permission besides the answer: %s [S42]', (tool_name, isOwn) => {
  expect(decoded('pre-tool-use-bash', { tool_name })).toMatchObject({ isOwn })
  expect(decoded('post-tool-use-read', { tool_name })).toMatchObject({ isOwn: false })
})

test.each([
  '<task-notification>\n<status>completed</status>\n<result>Refunds come first.\nmb:write\n</result>\n</task-notification>',
  '<teammate-message teammate_id="a">好</teammate-message>',
  '<system-reminder>yes</system-reminder>',
])('what the host says in the place of a message is no word of the person’s: %s [S42]', (prompt) => {
  expect(decoded('user-prompt-submit', { prompt })).toBeUndefined()
})

test('a message that begins with a tag is the person’s all the same [S42]', () => {
  expect(decoded('user-prompt-submit', { prompt: '<div> is what I want, yes' })).toMatchObject({ kind: 'prompt' })
})
