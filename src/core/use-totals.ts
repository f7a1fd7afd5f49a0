/**
 * What the records of sessions add up to: totals by entry (S56).
 *
 * A session counts once for an entry and a use, however often that happened in it. Condensed, split or put together again,
 * the same records give the same totals; so do the totals of a month.
 */

import type { Cost, Use, UseRecord } from './use-record.ts'

/** What was noted of one session. */
export interface SessionUse {
  readonly session: string
  readonly records: readonly UseRecord[]
}

/** The same in as few records as there can be, in one order. */
export function condense(records: readonly UseRecord[]): readonly UseRecord[] {
  const uses = new Map<string, Extract<UseRecord, { kind: 'use' }>>()
  const costs = new Map<string, Extract<UseRecord, { kind: 'cost' }>>()
  for (const record of records) {
    if (record.kind === 'cost') {
      const key = `${record.day} ${record.of}`
      costs.set(key, { ...record, tokens: record.tokens + (costs.get(key)?.tokens ?? 0) })
    } else {
      const key = `${record.day} ${record.use} ${record.path}`
      const ids = new Set([...(uses.get(key)?.ids ?? []), ...record.ids])
      uses.set(key, { ...record, ids: [...ids].sort() })
    }
  }
  return [...sorted(uses), ...sorted(costs)]
}

function sorted<T>(map: ReadonlyMap<string, T>): readonly T[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
}

export interface EntryTotals {
  /** Sessions, by use. */
  readonly counts: Readonly<Record<Use, number>>
  readonly firstOffered: string | undefined
  readonly last: string
}

/** What some sessions came to. */
export interface UseTotals {
  readonly sessions: number
  /** The first day and the last. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** By path and id. */
  readonly entries: ReadonlyMap<string, EntryTotals>
}

export const NO_USE: UseTotals = { sessions: 0, from: undefined, to: undefined, entries: new Map() }

export function keyOfEntry(path: string, id: string): string {
  return `${path}#${id}`
}

/** Each session once, with all that is known of it. */
export function totalsOf(sessions: readonly SessionUse[]): UseTotals {
  return bySession(sessions).map(totalsOfSession).reduce(addTotals, NO_USE)
}

/** Several notes of one session are put together. */
export function bySession(sessions: readonly SessionUse[]): readonly SessionUse[] {
  const known = new Map<string, UseRecord[]>()
  for (const { session, records } of sessions) {
    const all = known.get(session) ?? []
    for (const record of records) all.push(record)
    known.set(session, all)
  }
  return [...known].flatMap(([session, records]) => (records.length === 0 ? [] : [{ session, records }]))
}

/** Totals of different sessions. */
export function addTotals(a: UseTotals, b: UseTotals): UseTotals {
  const entries = new Map(a.entries)
  for (const [key, more] of b.entries) {
    const known = entries.get(key)
    entries.set(key, known === undefined ? more : addEntry(known, more))
  }
  return { sessions: a.sessions + b.sessions, from: least(a.from, b.from), to: most(a.to, b.to), entries }
}

function totalsOfSession({ records }: SessionUse): UseTotals {
  const days = records.map(({ day }) => day).sort()
  const seen = new Map<string, { readonly uses: Set<Use>; offered: string | undefined; last: string }>()
  for (const record of records) {
    if (record.kind === 'cost') continue
    for (const id of record.ids) {
      const key = keyOfEntry(record.path, id)
      const known = seen.get(key) ?? { uses: new Set<Use>(), offered: undefined, last: record.day }
      known.uses.add(record.use)
      known.last = most(known.last, record.day) ?? record.day
      if (record.use === 'offered') known.offered = least(known.offered, record.day)
      seen.set(key, known)
    }
  }
  const entries = [...seen].map(([key, { uses, offered, last }]): [string, EntryTotals] => [
    key,
    { counts: countsOf((use) => (uses.has(use) ? 1 : 0)), firstOffered: offered, last },
  ])
  return { sessions: 1, from: days[0], to: days.at(-1), entries: new Map(entries) }
}

function addEntry(a: EntryTotals, b: EntryTotals): EntryTotals {
  return {
    counts: countsOf((use) => a.counts[use] + b.counts[use]),
    firstOffered: least(a.firstOffered, b.firstOffered),
    last: most(a.last, b.last) ?? a.last,
  }
}

export function countsOf(count: (use: Use) => number): Readonly<Record<Use, number>> {
  return {
    shown: count('shown'),
    offered: count('offered'),
    read: count('read'),
    cited: count('cited'),
    acted: count('acted'),
  }
}

function least(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a < b ? a : b
}

function most(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a > b ? a : b
}

/** The tokens that a session was told, by what told them. */
export function costOf({ records }: SessionUse): Readonly<Record<Cost, number>> {
  const sum = (of: Cost) =>
    records.reduce((all, record) => all + (record.kind === 'cost' && record.of === of ? record.tokens : 0), 0)
  return { opening: sum('opening'), pack: sum('pack'), note: sum('note') }
}
