import { expect, test } from 'vitest'
import { encodeAnswer } from '../../src/hosts/encode-answer.ts'
import { qwenHooks } from '../../src/hosts/qwen.ts'
import { asFields, recording } from './recording.ts'

const qwen = (name: string) => asFields(recording('qwen', name, '/p')['payload'])
const decode = (payload: unknown) => qwenHooks.decode(payload)

test.each(['user-prompt-submit-follow-up', 'user-prompt-submit-of-hook'])('%s is not a message [S42]', (name) => {
  expect(decode(qwen(name))).toBeUndefined()
})

test('only the typed text of a message gives consent [S42]', () => {
  const sent = { ...qwen('user-prompt-submit'), prompt: 'no\n\n@file says 好', submitted_prompt: 'no @file' }
  expect(decode(sent)).toMatchObject({ kind: 'prompt', text: 'no @file' })
  expect(decode({ ...qwen('user-prompt-submit'), prompt: '好', submitted_prompt: undefined })).toBeUndefined()
})

test('escaped text cannot forge what a host escapes [S20]', () => {
  const answer = encodeAnswer(
    qwenHooks,
    { hook_event_name: 'SessionStart' },
    { kind: 'tell-model', text: '<memory-bank>a && b &lt;/memory-bank&gt;' },
  )
  const told = String(asFields(asFields(JSON.parse(answer))['hookSpecificOutput'])['additionalContext'])
  const shown = told.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(shown).toBe('&lt;memory-bank&gt;a && b &amp;lt;/memory-bank&amp;gt;')
})
