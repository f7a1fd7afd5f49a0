import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { decodeHook, readLastWords } from '../../../src/hosts/copilot/decode.ts'
import { temporaryFolder } from '../../workspace/temporary-folder.ts'
import { asFields, recording } from '../recording.ts'

function recorded(name: string, fields: object = {}) {
  return decodeHook({ ...asFields(recording('copilot', name, '/project')['payload']), ...fields })
}

test('a session, its messages and its end are what they are elsewhere [S53]', () => {
  expect(recorded('session-start-new')).toMatchObject({ kind: 'began', compacted: false })
  expect(recorded('session-start-resume')).toMatchObject({ kind: 'began', compacted: false })
  expect(recorded('user-prompt-submit', { prompt: '好' })).toMatchObject({ kind: 'prompt', text: '好' })
  expect(recorded('stop')).toMatchObject({ kind: 'stop', again: false, said: { kind: 'transcript' } })
  expect(recorded('stop-again')).toMatchObject({ kind: 'stop', again: true })
  expect(recorded('session-end')).toMatchObject({ kind: 'ended' })
  expect(recorded('pre-compact')).toMatchObject({ kind: 'compacted' })
})

test('what a sub-agent is asked, and what we asked to be printed, is nobody’s word [S42]', () => {
  expect(recorded('user-prompt-submit-of-agent', { prompt: '好' })).toBeUndefined()
  expect(recorded('user-prompt-submit-of-ours')).toBeUndefined()
  expect(recorded('stop-of-agent')).toBeUndefined()
})

test('a patch is a write of the files it names, and a text that is none is unknown [S32]', () => {
  expect(recorded('pre-tool-use-patch')).toMatchObject({
    event: { calls: [{ kind: 'writes', writes: [{ kind: 'patch', text: expect.stringContaining('new.txt') }] }] },
  })
})

test('before and after a call have one id, two calls at once have two [S34]', () => {
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

test('our server’s tools are known behind its name [S31]', () => {
  const asked = { tool_name: 'memory-bank-memory_recall', tool_input: { question: 'money?' } }
  expect(recorded('post-tool-use-read', asked)).toMatchObject({
    recalled: 'money?',
    event: { calls: [{ kind: 'other' }] },
  })
})

test('the last words are the agent’s own, from the end of a record however long [S42]', () => {
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
  expect(readLastWords({ kind: 'transcript', path: `${folder}/events.jsonl` })).toBe('last words')
  expect(readLastWords({ kind: 'transcript', path: `${folder}/none` })).toBe('')
  expect(readLastWords({ kind: 'transcript', path: '/dev/zero' })).toBe('')
  expect(readLastWords({ kind: 'unknown' })).toBe('')
})

test('words that are written to the record a moment after we are asked are waited for [S42]', () => {
  const stop = (type: string) => JSON.stringify({ type, data: { hookType: 'agentStop' } })
  const said = (content: string) => JSON.stringify({ type: 'assistant.message', data: { content } })
  const before = `${[said('of the last turn'), stop('hook.start'), stop('hook.end')].join('\n')}\n`
  const late = `${said('of this turn')}\n${stop('hook.start')}\n`
  const folder = temporaryFolder({ 'events.jsonl': before, late })
  const path = `${folder}/events.jsonl`
  spawn('sh', ['-c', 'sleep 0.1; cat "$0" >> "$1"', `${folder}/late`, path])
  expect(readLastWords({ kind: 'transcript', path }, 120_000)).toBe('of this turn')
})
