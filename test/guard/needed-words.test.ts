/** A pattern that is not compiled for a line without its words would not have matched it. */

import { expect, test } from 'vitest'
import { SPARED } from '../../src/guard/reminder.ts'
import { SENSITIVE_KINDS } from '../../src/guard/risk.ts'
import { CUES } from '../../src/guard/signals/cues.ts'
import { ORDERS } from '../../src/guard/words/request.ts'
import { CHINESE, ENGLISH } from '../../src/guard/words/topics.ts'
import { JOINTS } from '../../src/guard/words.ts'
import { needsOneOf } from './needed-words.ts'

test.each([
  ['a word in every branch', 'x(?:ab|.b+c)', ['b'], true],
  ['one branch without', 'ab|c', ['b'], false],
  ['an optional word', 'a(?:b)?b*', ['b'], false],
  ['a word only looked for', '(?=b)a(?!b)', ['b'], false],
  ['a set', '[b]', ['b'], false],
  ['across a boundary and an escape', String.raw`a\b\.md`, ['a.m'], true],
  ['a repeated character', 'ab{0,2}c', ['abc', 'bc'], false],
])('needed words: %s', (_, source, words, proven) => {
  expect(needsOneOf(source, words)).toBe(proven)
})

test('a line without the words of a cue, an order or a topic does not match it [S40]', () => {
  for (const { needs, pattern } of CUES)
    expect([pattern().source, needsOneOf(pattern().source, needs)]).toEqual([pattern().source, true])
  const patterns = [ORDERS, JOINTS, CHINESE, ENGLISH, ...SPARED, SENSITIVE_KINDS]
  for (const { branches, flags } of patterns) {
    for (const { needs, source } of branches) {
      const read = flags.includes('i') ? source.toLowerCase() : source
      expect([source, needsOneOf(read, needs)]).toEqual([source, true])
    }
  }
})
