import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datesIn, daysBetween, latestDateIn, latestMonthIn, withoutDates } from '../../src/text/dates.ts'
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

test('the latest of several days counts, a month counts to its last day', () => {
  expect(latestDateIn('2026-01-05 to 2025-12-31')).toBe('2026-01-05')
  expect(latestMonthIn('## 2024-02')).toBe('2024-02-29')
  expect(latestMonthIn('## 2026年1月')).toBe('2026-01-31')
  expect(latestMonthIn('## 2026-13')).toBeUndefined()
  expect(withoutDates('2026-01-05 Use Go')).toBe(' Use Go')
})

test('every day reads back in every form, and days are counted as on a calendar', () => {
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
