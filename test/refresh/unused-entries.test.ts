import { describe, expect, test } from 'vitest'
import type { Use } from '../../src/core/use-record.ts'
import { countsOf } from '../../src/core/use-totals.ts'
import { GRACE_DAYS, isUnused, type JudgedUse, LEAST_OFFERS } from '../../src/refresh/unused-entries.ts'
import { dayBefore } from '../../src/text/dates.ts'

const TODAY = '2026-11-20'

function judged(change: Partial<JudgedUse>, counts: Partial<Record<Use, number>> = {}, days = 31): JudgedUse {
  const totals = {
    counts: countsOf((use) => counts[use] ?? (use === 'offered' ? LEAST_OFFERS : 0)),
    firstOffered: dayBefore(TODAY, days),
    last: TODAY,
  }
  return { kind: 'learning', isWholeFile: true, state: undefined, written: '2026-01-01', totals, ...change }
}

describe('what was offered and never followed [S56]', () => {
  test.each<[string, boolean, JudgedUse]>([
    ['a learning', true, judged({})],
    ['a design', true, judged({ kind: 'design' })],
    ['shown in packs, too', true, judged({}, { shown: 9 })],
    ['read once', false, judged({}, { read: 1 })],
    ['cited once', false, judged({}, { cited: 1 })],
    ['acted on once', false, judged({}, { acted: 1 })],
    ['one offer too few', false, judged({}, { offered: LEAST_OFFERS - 1 })],
    ['on the last day of grace', true, judged({}, {}, GRACE_DAYS)],
    ['within the time of grace', false, judged({}, {}, GRACE_DAYS - 1)],
    ['written within the time of grace', false, judged({ written: dayBefore(TODAY, GRACE_DAYS - 1) })],
    ['one of several in its file', false, judged({ isWholeFile: false })],
    ['a decision', false, judged({ kind: 'decision' })],
    ['a focus', false, judged({ kind: 'focus' })],
    ['a quick answer', false, judged({ kind: 'answer' })],
    ['a fact', false, judged({ kind: 'tech' })],
    ['an open requirement', false, judged({ kind: 'requirement', state: 'Accepted' })],
    ['a requirement without a status', false, judged({ kind: 'requirement' })],
    ['a requirement that is done', true, judged({ kind: 'requirement', state: 'Done' })],
    ['a requirement that is done, in Chinese', true, judged({ kind: 'requirement', state: '已完成' })],
    ['a requirement that is not done, in Chinese', false, judged({ kind: 'requirement', state: '未完成' })],
  ])('%s → %s', (_, expected, use) => {
    expect(isUnused(use, TODAY)).toBe(expected)
  })
})
