import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COSTS, decodeRecord, encodeRecord, USES, type UseRecord } from '../../src/core/use-record.ts'
import {
  addTotals,
  bySession,
  condense,
  costOf,
  NO_USE,
  type SessionUse,
  totalsOf,
  type UseTotals,
} from '../../src/core/use-totals.ts'

const day = fc.integer({ min: 1, max: 28 }).map((one) => `2026-11-${String(one).padStart(2, '0')}`)
const record: fc.Arbitrary<UseRecord> = fc.oneof(
  fc.record({
    kind: fc.constant('use' as const),
    day,
    use: fc.constantFrom(...USES),
    path: fc.constantFrom('details/patterns.md', 'details/learnings/a b.md', 'MEMORY.md'),
    ids: fc.uniqueArray(fc.constantFrom('', 'e1', 'e2', 'REQ-007'), { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('cost' as const),
    day,
    of: fc.constantFrom(...COSTS),
    tokens: fc.integer({ min: 0, max: 9_000 }),
  }),
)
const session: fc.Arbitrary<SessionUse> = fc.record({
  session: fc.constantFrom('a', 'b', 'c', 'd'),
  records: fc.array(record, { maxLength: 12 }),
})

function plain({ entries, ...rest }: UseTotals) {
  return { ...rest, entries: [...entries].sort(([a], [b]) => (a < b ? -1 : 1)) }
}

describe('what was noted [S56]', () => {
  test('is read back as it was written', () => {
    fc.assert(
      fc.property(record, (one) => {
        expect(decodeRecord(JSON.parse(encodeRecord(one)))).toEqual(one)
      }),
    )
  })

  test.each([
    ['no list', {}],
    ['no day', ['yesterday', 'read', 'a.md', 'e1']],
    ['a use that nobody knows', ['2026-11-01', 'liked', 'a.md', 'e1']],
    ['no entry', ['2026-11-01', 'read', 'a.md']],
    ['an entry that is no text', ['2026-11-01', 'read', 'a.md', 7]],
    ['a cost that is no number', ['2026-11-01', 'pack', 'many']],
    ['a negative cost', ['2026-11-01', 'pack', -1]],
  ])('is left out where it is damaged: %s', (_, raw) => {
    expect(decodeRecord(raw)).toBeUndefined()
  })
})

describe('totals [S56]', () => {
  test('count a session once, however often it used an entry', () => {
    const read: UseRecord = { kind: 'use', day: '2026-11-03', use: 'read', path: 'a.md', ids: ['e1'] }
    const once = totalsOf([{ session: 'a', records: [read] }])
    const often = totalsOf([
      { session: 'a', records: [read, { ...read, day: '2026-11-02' }, read] },
      { session: 'a', records: [read] },
    ])
    expect(often.entries).toEqual(once.entries)
    expect([often.sessions, often.from, often.to]).toEqual([1, '2026-11-02', '2026-11-03'])
  })

  test('keep the four figures apart', () => {
    const uses = USES.map((use): UseRecord => ({ kind: 'use', day: '2026-11-03', use, path: 'a.md', ids: ['e1'] }))
    for (const one of uses) {
      const counts = totalsOf([{ session: 'a', records: [one] }]).entries.get('a.md#e1')?.counts
      expect(counts).toEqual(
        Object.fromEntries(USES.map((use) => [use, one.kind === 'use' && one.use === use ? 1 : 0])),
      )
    }
  })

  test('of condensed records are those of the records', () => {
    fc.assert(
      fc.property(fc.array(session), (sessions) => {
        const condensed = sessions.map((one) => ({ ...one, records: condense(one.records) }))
        expect(plain(totalsOf(condensed))).toEqual(plain(totalsOf(sessions)))
        expect(bySession(condensed).map(costOf)).toEqual(bySession(sessions).map(costOf))
        for (const { records } of condensed) expect(condense(records)).toEqual(records)
      }),
    )
  })

  test('of a log that is split by session and put together are those of the whole', () => {
    fc.assert(
      fc.property(fc.array(session), (sessions) => {
        const parts = ['a', 'b', 'c', 'd'].map((name) => sessions.filter((one) => one.session === name))
        expect(plain(parts.map(totalsOf).reduce(addTotals, NO_USE))).toEqual(plain(totalsOf(sessions)))
      }),
    )
  })
})
