/** What counts as shown (S42): endings of a turn, in both languages, by what the person had before their eyes. */

import { expect, test } from 'vitest'
import type { MustShow } from '../../src/core/proposal.ts'
import { readShown } from '../../src/guard/shown.ts'
import { expectInProportion } from '../growth.ts'
import { BLOCK, NOT_SHOWN, SHOWN, VALUES } from './endings.ts'

const MUST: readonly MustShow[] = VALUES.map((whole) => ({ whole }))

test.each(SHOWN)('shown: %s [S42]', (_, text) => {
  expect(readShown(text, MUST).shown).toBe(true)
})

test.each(NOT_SHOWN)('not shown: %s [S42]', (name, text) => {
  const must = name === 'a number that reads otherwise' ? [...MUST, { whole: 'MySQL 5.7' }] : MUST
  expect(readShown(text, must).shown).toBe(false)
})

test('a shortened value counts with our line that says so, and only with it [S42]', () => {
  const must = [
    {
      whole: 'a long value that goes on',
      short: { said: 'a long value…', more: '+13 characters: `memory-bank proposals show p1`' },
    },
  ]
  expect(readShown('a long value…', must).shown).toBe(false)
  expect(readShown('a long value…\n⚠ +13 characters: `memory-bank proposals show p1`', must).shown).toBe(true)
  expect(readShown('a long value…\n⚠ +9 characters: `memory-bank proposals show p1`', must).shown).toBe(false)
  expect(readShown('a long value that goes on', must).shown).toBe(true)
})

test.each([
  ['1.5 seconds', '15 seconds'],
  ['a != b', 'a = b'],
  ['a < b', 'a > b'],
  ['use -1', 'use 1'],
])('%s is not %s [S42]', (value, other) => {
  expect(readShown(other, [{ whole: value }]).shown).toBe(false)
  expect(readShown(`**${value}**`, [{ whole: value }]).shown).toBe(true)
})

test('a value with markup of its own must be there with it [S42]', () => {
  const must = [{ whole: 'see [the docs](https://a.b/c) and Map<string>' }]
  expect(readShown('see [the docs](https://a.b/c) and Map<string>', must).shown).toBe(true)
  expect(readShown('see the docs and Map', must).shown).toBe(false)
})

test('a long text is read in time in proportion [S39]', () => {
  expectInProportion(
    1_000,
    (times) => `${'[a](<!-- `'.repeat(times)}${BLOCK}`,
    (text) => readShown(text, MUST).shown,
  )
})
