/** What counts as shown (S42): endings of a turn, in both languages, by what the person had before their eyes. */

import { expect, test } from 'vitest'
import type { MustShow } from '../../src/core/proposal.ts'
import { shows } from '../../src/guard/shown.ts'
import { expectInProportion } from '../growth.ts'
import { BLOCK, NOT_SHOWN, SHOWN, VALUES } from './endings.ts'

const MUST: readonly MustShow[] = VALUES.map((whole) => ({ whole }))

test.each(SHOWN)('shown: %s [S42]', (_, text) => {
  expect(shows(text, MUST)).toBe(true)
})

test.each(NOT_SHOWN)('not shown: %s [S42]', (name, text) => {
  const must = name === 'a number that reads otherwise' ? [...MUST, { whole: 'MySQL 5.7' }] : MUST
  expect(shows(text, must)).toBe(false)
})

test('a shortened value counts with our line that says so, and only with it [S42]', () => {
  const must = [
    {
      whole: 'a long value that goes on',
      short: { said: 'a long value…', more: '+13 characters: `memory-bank proposals show p1`' },
    },
  ]
  expect(shows('a long value…', must)).toBe(false)
  expect(shows('a long value…\n⚠ +13 characters: `memory-bank proposals show p1`', must)).toBe(true)
  expect(shows('a long value…\n⚠ +9 characters: `memory-bank proposals show p1`', must)).toBe(false)
  expect(shows('a long value that goes on', must)).toBe(true)
})

test.each([
  ['1.5 seconds', '15 seconds'],
  ['a != b', 'a = b'],
  ['a < b', 'a > b'],
  ['use -1', 'use 1'],
])('%s is not %s [S42]', (value, other) => {
  expect(shows(other, [{ whole: value }])).toBe(false)
  expect(shows(`**${value}**`, [{ whole: value }])).toBe(true)
})

test('a value with markup of its own must be there with it [S42]', () => {
  const must = [{ whole: 'see [the docs](https://a.b/c) and Map<string>' }]
  expect(shows('see [the docs](https://a.b/c) and Map<string>', must)).toBe(true)
  expect(shows('see the docs and Map', must)).toBe(false)
})

test('a long text is read in time in proportion [S39]', () => {
  expectInProportion(
    1_000,
    (times) => `${'[a](<!-- `'.repeat(times)}${BLOCK}`,
    (text) => shows(text, MUST),
  )
})
