/** Moments in the words of people. */

import { expect, test } from 'vitest'
import { timeWords } from '../../src/cli/time-words.ts'

const NOW = new Date(2026, 2, 1, 0, 30)

test.each([
  ['today', new Date(2026, 2, 1, 0, 5), 'today 00:05', '今天 00:05'],
  ['the evening before', new Date(2026, 1, 28, 23, 59), 'yesterday 23:59', '昨天 23:59'],
  ['an earlier day', new Date(2026, 1, 27, 9, 2), '2026-02-27 09:02', '2026-02-27 09:02'],
])('%s, in the time zone of the machine [S54]', (_, moment, en, zh) => {
  expect([timeWords(moment.toISOString(), 'en', NOW), timeWords(moment.toISOString(), 'zh', NOW)]).toEqual([en, zh])
})

test('a text that is no moment stays as it is [S54]', () => {
  expect(timeWords('long ago', 'en', NOW)).toBe('long ago')
})
