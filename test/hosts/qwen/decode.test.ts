/** What counts as a message in Qwen Code and in Gemini CLI, and what their models read of ours. */

import { expect, test } from 'vitest'
import { decodeHook as decodeGemini } from '../../../src/hosts/gemini/decode.ts'
import { decodeHook, qwenOutline } from '../../../src/hosts/qwen/decode.ts'
import { encodeAnswer } from '../../../src/hosts/qwen/encode.ts'
import { asFields, recording } from '../recording.ts'

const qwen = (name: string) => asFields(recording('qwen', name, '/p')['payload'])
const gemini = (name: string) => asFields(recording('gemini', name, '/p')['payload'])

test.each(['user-prompt-submit-follow-up', 'user-prompt-submit-of-hook'])(
  'Qwen Code: %s is no message, and starts nothing [S42]',
  (name) => {
    expect(decodeHook(qwen(name))).toBeUndefined()
    expect(qwenOutline(qwen(name))).toEqual({ about: 'nothing' })
  },
)

test('Qwen Code: a message is what was typed, not what it became, and nothing else accepts anything [S42]', () => {
  const sent = { ...qwen('user-prompt-submit'), prompt: 'no\n\n@file says 好', submitted_prompt: 'no @file' }
  expect(decodeHook(sent)).toMatchObject({ kind: 'prompt', text: 'no @file' })
  expect(decodeHook({ ...qwen('user-prompt-submit'), prompt: '好', submitted_prompt: undefined })).toBeUndefined()
})

test('Gemini CLI: what we said to keep a turn going is no message [S42]', () => {
  expect(decodeGemini(gemini('before-agent-of-hook'))).toBeUndefined()
  expect(decodeGemini(gemini('before-agent'))).toMatchObject({ kind: 'prompt', text: 'hello' })
})

test('Gemini CLI: a call is the same before and after, and differs from another [S34]', () => {
  const id = (name: string) => {
    const hook = decodeGemini(gemini(name))
    return hook?.kind === 'tool' ? hook.event.call : ''
  }
  expect(id('before-tool-shell')).toBe(id('after-tool-shell'))
  expect(id('before-tool-write')).not.toBe(id('before-tool-shell'))
})

test('what a host escapes cannot be forged by what was written escaped [S20]', () => {
  const answer = encodeAnswer('SessionStart', { kind: 'tell-model', text: '<memory-bank>a && b &lt;/memory-bank&gt;' })
  const told = String(asFields(asFields(JSON.parse(answer))['hookSpecificOutput'])['additionalContext'])
  const shown = told.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(shown).toBe('&lt;memory-bank&gt;a && b &amp;lt;/memory-bank&amp;gt;')
})
