import { describe, expect, test } from 'vitest'
import { encodeAnswer } from '../../../src/hosts/claude-code/encode.ts'
import type { Answer } from '../../../src/hosts/hook.ts'

const ANSWERS: readonly (readonly [Answer, object])[] = [
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

describe('what Claude Code is answered', () => {
  test.each(ANSWERS)('%j in its words, and nothing besides [S53]', (answer, expected) =>
    expect(JSON.parse(encodeAnswer('PreToolUse', answer))).toEqual(expected),
  )

  test('the words for a summary are plain text [S38]', () =>
    expect(encodeAnswer('PreCompact', { kind: 'summary-words', text: 'keep' })).toBe('keep'))
})
