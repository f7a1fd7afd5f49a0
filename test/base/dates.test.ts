import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  datesIn,
  daysBetween,
  isNewestFirst,
  latestDateIn,
  latestMonthIn,
  orderSaidIn,
  placeByDate,
  withoutDates,
} from '../../src/base/dates.ts'
import { law } from '../laws/runs.ts'

test.each([
  ['2026-01-22', ['2026-01-22']],
  ['on 2026/1/2, then 2026.12.31.', ['2026-01-02', '2026-12-31']],
  ['2026年1月22日完成', ['2026-01-22']],
  ['2024-02-29T10:00Z', ['2024-02-29']],
  ['2023-02-29 2026-13-01 2026-00-10 2026-04-31', []],
  ['v10.2026.01.22 2026-01-223 12026-01-22', []],
  ['2026-01/22 2026-01', []],
])('%j names %j', (text, dates) => expect(datesIn(text)).toEqual(dates))

test('the latest of several days counts, and a month counts as its last day', () => {
  expect(latestDateIn('2026-01-05 to 2025-12-31')).toBe('2026-01-05')
  expect(latestMonthIn('## 2024-02')).toBe('2024-02-29')
  expect(latestMonthIn('## 2026年1月')).toBe('2026-01-31')
  expect(latestMonthIn('## 2026-13')).toBeUndefined()
  expect(withoutDates('2026-01-05 Use Go')).toBe(' Use Go')
})

test('every day reads back in every form, and days count as on a calendar', () => {
  const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  law(
    fc.property(day, fc.nat(4000), (date, offset) => {
      const iso = date.toISOString().slice(0, 10)
      const [year, month, dayOfMonth] = iso.split('-').map(Number)
      for (const form of [
        iso,
        `${year}/${month}/${dayOfMonth}`,
        `${year}.${month}.${dayOfMonth}`,
        `${year}年${month}月${dayOfMonth}日`,
      ]) {
        expect(datesIn(`x ${form} y`)).toEqual([iso])
      }
      const later = new Date(Date.parse(iso) + offset * 86_400_000).toISOString().slice(0, 10)
      expect(daysBetween(iso, later)).toBe(offset)
    }),
    100,
  )
})

const day = fc.integer({ min: 1, max: 28 }).map((at) => `2026-01-${String(at).padStart(2, '0')}`)

test('a day inserted among sorted days keeps them sorted, in either order [S43]', () => {
  law(
    fc.property(fc.array(day, { maxLength: 8 }), day, (days, one) => {
      const rising = days.toSorted()
      for (const [dates, said] of [
        [rising, 'newest-last'],
        [rising.toReversed(), 'newest-first'],
      ] as const) {
        const after = dates.toSpliced(placeByDate(dates, one, { said }), 0, one)
        const sorted = after.toSorted()
        expect(after).toEqual(said === 'newest-last' ? sorted : sorted.toReversed())
      }
    }),
    100,
  )
})

test.each([
  [[], '2026-01-05', undefined, 0],
  [['2026-01-09'], '2026-01-09', undefined, 1],
  [['2026-01-09', undefined, '2026-01-01'], '2026-01-10', undefined, 0],
  [['2026-01-01', undefined, undefined], '2026-01-10', undefined, 3],
  // One entry in the wrong place does not reverse the order, and the order that the file claims wins.
  [['2026-01-09', '2026-01-01', '2026-01-02', '2026-01-03'], '2026-01-10', undefined, 4],
  [['2026-01-09', '2026-01-01'], '2026-01-10', 'newest-last', 2],
  [['2026-01-01', '2026-01-09'], '2026-01-10', 'newest-first', 0],
] as const)('among %j, %s goes to its place [S43]', (dates, one, said, place) => {
  expect(placeByDate(dates, one, { said })).toBe(place)
})

test.each([
  ['Every decision has all five parts; the newest is last.', 'newest-last'],
  ['A decision has all five parts; the newest stands last.', 'newest-last'],
  ['每条决策五项俱全；最新的写在最后。', 'newest-last'],
  ['Newest first.', 'newest-first'],
  ['最新的放在最上面。', 'newest-first'],
  ['按时间倒序排列', 'newest-first'],
  ['We use the newest compiler.', undefined],
] as const)('%s means %s [S43]', (text, order) => {
  expect(orderSaidIn(text)).toBe(order)
})

test('the order is that of most neighbours [S5]', () => {
  expect(isNewestFirst(['2026-01-03', '2026-01-02', '2026-01-01'], 'newest-last')).toBe(true)
  expect(isNewestFirst(['2026-01-01', '2026-01-02'], 'newest-first')).toBe(false)
  expect(isNewestFirst(['2026-01-01', '2026-01-01'], 'newest-last')).toBe(false)
  expect(isNewestFirst(['2026-01-01', '2026-01-01'], 'newest-first')).toBe(true)
})
