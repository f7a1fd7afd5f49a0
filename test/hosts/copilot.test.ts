import { execFileSync, type StdioOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { copilotHooks, readTranscript } from '../../src/hosts/copilot.ts'
import { copilot, folderOfServer } from '../../src/hosts/copilot-setup.ts'
import { encodeAnswer, withWarning } from '../../src/hosts/encode-answer.ts'
import type { HookAnswer } from '../../src/hosts/hook.ts'
import { IF_NOT_STARTED } from '../../src/hosts/package-command.ts'
import { findInstallContext } from '../../src/setup/install-context.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'
import { asFields, recording } from './recording.ts'

const decode = (payload: unknown) => copilotHooks.decode(payload)

function recorded(name: string, fields: object = {}) {
  return decode({ ...asFields(recording('copilot', name, '/project')['payload']), ...fields })
}

test('a session, its messages and its end decode as for other hosts [S53]', () => {
  expect(recorded('session-start-new')).toMatchObject({ kind: 'began', compacted: false })
  expect(recorded('session-start-resume')).toMatchObject({ kind: 'began', compacted: false })
  expect(recorded('user-prompt-submit', { prompt: '好' })).toMatchObject({ kind: 'prompt', text: '好' })
  expect(recorded('stop')).toMatchObject({ kind: 'stop', again: false, said: { kind: 'transcript' } })
  expect(recorded('stop-again')).toMatchObject({ kind: 'stop', again: true })
  expect(recorded('session-end')).toMatchObject({ kind: 'ended' })
  expect(recorded('pre-compact')).toMatchObject({ kind: 'compacted' })
})

test('a sub-agent’s task and a request to print give no consent [S42]', () => {
  expect(recorded('user-prompt-submit-of-agent', { prompt: '好' })).toBeUndefined()
  expect(recorded('user-prompt-submit-of-ours')).toBeUndefined()
  expect(recorded('stop-of-agent')).toBeUndefined()
})

test('a patch writes the files it names, and any other text is unknown [S32]', () => {
  expect(recorded('pre-tool-use-patch')).toMatchObject({
    event: { calls: [{ kind: 'writes', writes: [{ kind: 'patch', text: expect.stringContaining('new.txt') }] }] },
  })
})

test('a call has one id before and after, and two calls have two [S34]', () => {
  const [before, after] = [recorded('pre-tool-use-bash'), recorded('post-tool-use-bash')]
  const other = recorded('pre-tool-use-bash', { tool_input: { command: 'echo other' } })
  const call = (hook: typeof before) => (hook?.kind === 'tool' ? hook.event.call : undefined)
  expect(call(before)).toBeTruthy()
  expect(call(after)).toBe(call(before))
  expect(call(other)).not.toBe(call(before))
})

test('a sub-agent has its own session below its parent’s, at any depth [S38]', () => {
  const [agent, parent] = ['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001']
  const below = { session: agent, parent, name: 'general-purpose' }
  expect(recorded('subagent-start')).toEqual({ kind: 'agent-began', agent: below })
  expect(recorded('pre-tool-use-read-of-agent')).toMatchObject({ agent: below, event: { session: agent } })
  expect(recorded('subagent-stop')).toEqual({ kind: 'agent-ended', agent: below })
  const deeper = recorded('pre-tool-use-read-of-agent', {
    agent_id: 'deep',
    session_id: 'deep',
    parent_agent_id: agent,
  })
  expect(deeper).toMatchObject({ agent: { session: 'deep', parent: agent } })
})

test('the server’s tools are recognized behind its name [S31]', () => {
  const asked = { tool_name: 'memory-bank-memory_recall', tool_input: { question: 'money?' } }
  expect(recorded('post-tool-use-read', asked)).toMatchObject({
    asked: { kind: 'recall', question: 'money?' },
    event: { calls: [{ kind: 'other' }] },
  })
})

test('the last words are the main agent’s, from the end of a record of any length [S42]', () => {
  const line = (type: string, content: string, more = {}) => JSON.stringify({ type, data: { content }, ...more })
  const lines = [
    line('assistant.message', 'earlier'),
    line('hook.end', 'x'.repeat(1_000_000)),
    line('assistant.message', 'last words'),
    line('assistant.message', ''),
    line('assistant.message', 'of a sub-agent', { agentId: 'a' }),
    line('user.message', '好'),
    '{"type":"assistant.message","data":{"content":"half',
  ]
  const folder = temporaryFolder({ 'events.jsonl': lines.join('\n') })
  expect(readTranscript(`${folder}/events.jsonl`)).toBe('last words')
  expect(readTranscript(`${folder}/none`)).toBe('')
  expect(readTranscript('/dev/zero')).toBe('')
})

test('words written to the record a moment later are waited for [S42]', () => {
  const stop = (type: string) => JSON.stringify({ type, data: { hookType: 'agentStop' } })
  const said = (content: string) => JSON.stringify({ type: 'assistant.message', data: { content } })
  const before = `${[said('of the last turn'), stop('hook.start'), stop('hook.end')].join('\n')}\n`
  const late = `${said('of this turn')}\n${stop('hook.start')}\n`
  const folder = temporaryFolder({ 'events.jsonl': before, late })
  const path = `${folder}/events.jsonl`
  spawn('sh', ['-c', 'sleep 0.1; cat "$0" >> "$1"', `${folder}/late`, path])
  expect(readTranscript(path, 120_000)).toBe('of this turn')
})

const PRINT = 'The user has not seen this. Print it for them exactly as it is:'

const ANSWERS: readonly (readonly [HookAnswer, object])[] = [
  [{ kind: 'nothing' }, {}],
  [{ kind: 'tell-model', text: 'x' }, { additionalContext: 'x' }],
  [
    { kind: 'refuse', text: 'no' },
    { permissionDecision: 'deny', permissionDecisionReason: '[memory-bank] no' },
  ],
  [
    { kind: 'keep-going', text: 'x' },
    { decision: 'block', reason: '[memory-bank] x' },
  ],
  [
    { kind: 'tell-user', text: 'x' },
    { decision: 'block', reason: `[memory-bank] ${PRINT}\n\nx` },
  ],
  [
    { kind: 'tell-both', model: 'a $& b', user: '$&' },
    { additionalContext: `a ${PRINT}\n\n$&\n\n(So far for the user.) b` },
  ],
  [{ kind: 'tell-both', model: 'a', user: 'b' }, { additionalContext: `a\n\n${PRINT}\n\nb` }],
  [{ kind: 'summary-words', text: 'x' }, {}],
]

test.each(ANSWERS)('%j has exactly the expected fields at the top level [S53] [S44]', (answer, expected) => {
  const payload = { hook_event_name: 'Stop', stop_hook_active: false }
  expect(JSON.parse(encodeAnswer(copilotHooks, payload, answer))).toEqual(expected)
})

test('a turn is continued at most once [S37]', () => {
  const again = { hook_event_name: 'Stop', stop_hook_active: true }
  expect(encodeAnswer(copilotHooks, again, { kind: 'tell-user', text: 'x' })).toBe('{}')
})

test('a text that continues a turn gives no consent when it returns [S42]', () => {
  for (const answer of [{ kind: 'keep-going', text: '好' } as const, { kind: 'tell-user', text: '好' } as const]) {
    const { reason: prompt } = JSON.parse(encodeAnswer(copilotHooks, { hook_event_name: 'Stop' }, answer))
    expect(decode({ hook_event_name: 'UserPromptSubmit', session_id: 's', prompt })).toBeUndefined()
  }
})

test('a warning is added to an answer, and the model is asked to tell the user [S37]', () => {
  const answer = withWarning({ kind: 'tell-model', text: 'x' }, 'Trouble.', copilotHooks)
  expect(JSON.parse(encodeAnswer(copilotHooks, {}, answer))).toEqual({
    additionalContext: 'x\n\n[memory-bank] Trouble. Tell the user.',
  })
})

const QUIET: StdioOptions = ['ignore', 'pipe', 'ignore']
const PLUGIN = resolve(import.meta.dirname, '../../plugins/claude-code')

function json(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(PLUGIN, path), 'utf8'))
}

test('the plugin’s hooks start hook.sh and never fail, and its manifests agree [S53]', () => {
  const registered = Object.entries(Object(json('hooks/copilot.json')['hooks']))
  expect(registered.map(([event]) => event)).toContain('PreToolUse')
  // Copilot refuses every call whose hook fails, so a hook without its package must still exit with 0.
  for (const [event, [hook]] of registered.map(([event, hooks]) => [event, Object(hooks)] as const))
    expect([event, hook.bash]).toEqual([
      event,
      expect.stringMatching(/^\/bin\/sh "\$PLUGIN_ROOT\/hook\.sh" --host copilot \|\| echo '/),
    ])
  expect(JSON.stringify(registered)).toContain(IF_NOT_STARTED)
  // Copilot’s terminal expands a command before a hook reads it, so the plugin offers none there.
  const { hooks, skills, agents, ...about } = json('.github/plugin/plugin.json')
  expect(about).toEqual(json('.claude-plugin/plugin.json'))
  expect([hooks, skills, agents]).toEqual(['hooks/copilot.json', 'skills/', 'agents/'])
})

/** The hook that install writes beside the plugin. */
function watchOf(from: string): unknown {
  const context = findInstallContext({ folder: '/', env: {}, now: () => new Date(), node: '/usr/bin/node' })
  const entries = copilot.entries({ scope: 'user', deny: false, from }, '/none', context)
  return entries.flatMap((entry) => (entry.kind === 'item' ? [entry.value] : []))[0]
}

test('the hook beside the plugin reports a missing package, and nothing else [S37]', () => {
  const folder = temporaryFolder({ "it's/.claude-plugin/marketplace.json": '{}' })
  const said = (path: string, env = {}) => {
    const { bash } = Object(watchOf(path))
    return execFileSync('/bin/bash', ['-c', bash], { env, encoding: 'utf8', stdio: QUIET })
  }
  expect(said(join(folder, "it's"))).toBe('')
  expect(said('./it’s', { COPILOT_PROJECT_DIR: folder })).toContain('memory-bank doctor')
  expect(JSON.parse(said(join(folder, 'gone')))).toEqual({
    additionalContext: expect.stringContaining('memory-bank doctor'),
  })
})

test.each([
  ['cwd: /a b\n', '/a b'],
  ['id: x\ncwd: "/a \\"b\\""\r\n', '/a "b"'],
  ["cwd: '/it''s'\n", "/it's"],
  ['cwd: "\\x41"\n', '/shell'],
  ['cwd: relative\n', '/shell'],
  ['nothing', '/shell'],
])('the server works in the folder of the session’s record: %j [S53]', (record, expected) => {
  const home = temporaryFolder({ 'session-state/s-1/workspace.yaml': record })
  const env = { COPILOT_HOME: home, COPILOT_AGENT_SESSION_ID: 's-1', PWD: '/shell' }
  expect(folderOfServer(env, '/plugin')).toBe(expected)
  expect(folderOfServer({ ...env, COPILOT_AGENT_SESSION_ID: '../s-1' }, '/plugin')).toBe('/shell')
  expect(folderOfServer({}, '/plugin')).toBe('/plugin')
})
