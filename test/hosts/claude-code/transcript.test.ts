import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wordsOf } from '../../../src/hosts/claude-code/transcript.ts'
import { temporaryFolder } from '../../workspace/temporary-folder.ts'

function wordsIn(...lines: readonly string[]): string {
  const folder = temporaryFolder({ 'session.jsonl': lines.join('\n') })
  return wordsOf({ kind: 'transcript', path: join(folder, 'session.jsonl') })
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
  expect(wordsOf({ kind: 'transcript', path: '/nowhere/at/all' })).toBe('')
  expect(wordsOf({ kind: 'unknown' })).toBe('')
})
