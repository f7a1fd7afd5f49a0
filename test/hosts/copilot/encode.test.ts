import { expect, test } from 'vitest'
import { decodeHook } from '../../../src/hosts/copilot/decode.ts'
import { encodeAnswer, withWarning } from '../../../src/hosts/copilot/encode.ts'
import type { Answer } from '../../../src/hosts/hook.ts'

const PRINT = 'The user has not seen this. Print it for them exactly as it is:'

const ANSWERS: readonly (readonly [Answer, object])[] = [
  [{ kind: 'nothing' }, {}],
  [{ kind: 'tell-model', text: 'x' }, { additionalContext: 'x' }],
  [
    { kind: 'refuse', text: 'no' },
    { permissionDecision: 'deny', permissionDecisionReason: '[memory-bank] no' },
  ],
  [
    { kind: 'permit', text: undefined },
    { permissionDecision: 'allow', permissionDecisionReason: 'Memory Bank' },
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

test.each(ANSWERS)('%j at the top level, and nothing besides [S53] [S44]', (answer, expected) => {
  const payload = { hook_event_name: 'Stop', stop_hook_active: false }
  expect(JSON.parse(encodeAnswer(payload, answer))).toEqual(expected)
})

test('a turn is kept going once at most [S37]', () => {
  const again = { hook_event_name: 'Stop', stop_hook_active: true }
  expect(encodeAnswer(again, { kind: 'tell-user', text: 'x' })).toBe('{}')
})

test('whatever keeps a turn going does not come back as the person’s word [S42]', () => {
  for (const answer of [{ kind: 'keep-going', text: '好' } as const, { kind: 'tell-user', text: '好' } as const]) {
    const { reason: prompt } = JSON.parse(encodeAnswer({ hook_event_name: 'Stop' }, answer))
    expect(decodeHook({ hook_event_name: 'UserPromptSubmit', session_id: 's', prompt })).toBeUndefined()
  }
})

test('a warning stands beside what is said already, and the model is asked to tell [S37]', () => {
  expect(JSON.parse(withWarning('{"additionalContext":"x"}', 'Trouble.'))).toEqual({
    additionalContext: 'x\n\n[memory-bank] Trouble. Tell the user.',
  })
})
