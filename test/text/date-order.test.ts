import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNewestFirst, orderSaidIn, placeByDate } from '../../src/text/date-order.ts'
import { law } from '../laws/runs.ts'

const day = fc.integer({ min: 1, max: 28 }).map((at) => `2026-01-${String(at).padStart(2, '0')}`)

test('what goes in among sorted days leaves them sorted, either way round [S43]', () => {
  law(
    fc.property(fc.array(day, { maxLength: 8 }), day, (days, one) => {
      const rising = days.toSorted()
      for (const [dates, said] of [
        [rising, 'newest-last'],
        [rising.toReversed(), 'newest-first'],
      ] as const) {
        const after = dates.toSpliced(placeByDate(dates, one, said), 0, one)
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
  // One entry out of its place turns nothing round; what the file says outweighs what stands in it.
  [['2026-01-09', '2026-01-01', '2026-01-02', '2026-01-03'], '2026-01-10', undefined, 4],
  [['2026-01-09', '2026-01-01'], '2026-01-10', 'newest-last', 2],
  [['2026-01-01', '2026-01-09'], '2026-01-10', 'newest-first', 0],
] as const)('among %j, %s goes to its place [S43]', (dates, one, said, place) => {
  expect(placeByDate(dates, one, said)).toBe(place)
})

test.each([
  ['A decision has all five parts; the newest stands last.', 'newest-last'],
  ['每条决策五项俱全；最新的写在最后。', 'newest-last'],
  ['Newest first.', 'newest-first'],
  ['最新的放在最上面。', 'newest-first'],
  ['按时间倒序排列', 'newest-first'],
  ['We use the newest compiler.', undefined],
] as const)('%s says %s [S43]', (text, order) => {
  expect(orderSaidIn(text)).toBe(order)
})

test('the order is told by how most follow each other [S5]', () => {
  expect(isNewestFirst(['2026-01-03', '2026-01-02', '2026-01-01'])).toBe(true)
  expect(isNewestFirst(['2026-01-01', '2026-01-01'])).toBe(false)
})
