/** Adds up the use of entries (S56) from the counts of the hosts. Titles are not masked here; the report does that. */

import { type Entry, entriesOfBank } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { type Snapshot, textOf } from '../bank/snapshot.ts'
import type { Cost, SessionTokens, UsageSummary, Use, UseRecord } from '../bank/usage.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import { dayBefore } from '../base/dates.ts'
import { dayOf } from '../base/day-of.ts'
import { BANK_FOLDER, isIndexPath, MEMORY } from '../base/layout.ts'
import { readUses, type SessionUse } from '../disk/state/use-log.ts'
import type { Workspace } from '../disk/workspace.ts'

/** Undefined if nothing was counted in the last weeks. */
export function usageSummary(workspace: Workspace, snapshot: Snapshot): UsageSummary | undefined {
  const sessions = sessionsOf(workspace, SUMMARY_DAYS)
  if (sessions.length === 0) return undefined
  const used = countUses(snapshot, sessions).counted.filter(
    ({ entry, counts }) => entry.kind !== 'file' && counts.read + counts.acted > 0,
  )
  const tokens = tokensPer(sessions)
  return {
    days: SUMMARY_DAYS,
    sessions: sessions.length,
    used: used.length,
    ...(tokens === undefined ? {} : { tokensPerSession: tokens.median }),
  }
}

const SUMMARY_DAYS = 30

/** Sessions with a record in the last `days` days. Without `days`, all sessions. */
export function sessionsOf({ place, now }: Workspace, days: number | undefined): readonly SessionUse[] {
  const first = days === undefined ? '' : dayBefore(dayOf(now().getTime()), days)
  return readUses(place.state).filter(({ records }) => records.some(({ day }) => day >= first))
}

/** An entry, or a file used as a whole, with its number of sessions for each use. */
export interface Counted {
  readonly entry: Pick<Entry, 'id' | 'title' | 'path' | 'line' | 'date' | 'status' | 'span'> & {
    readonly kind: Entry['kind'] | 'file'
  }
  readonly counts: Record<Use, number>
  firstOffered: string | undefined
  last: string | undefined
}

export function countUses(snapshot: Snapshot, sessions: readonly SessionUse[]) {
  const notes = new EntryNotes(snapshot)
  const gone = new Set<string>()
  for (const { records } of sessions) {
    const seen = new Set<string>()
    for (const record of records) {
      if (record.kind === 'cost') continue
      for (const id of record.ids) {
        const counted = notes.countedBy(record, id)
        if (counted === undefined) gone.add(`${record.path}#${id}`)
        for (const one of counted ?? []) count(one, record, seen)
      }
    }
  }
  return { counted: notes.counted(), gone: gone.size }
}

/** Each session counts once per entry and use. */
function count(one: Counted, { use, day }: UseRecord & { readonly use: Use }, seen: Set<string>): void {
  one.last = one.last === undefined || one.last < day ? day : one.last
  if (use === 'offered') one.firstOffered = [one.firstOffered ?? day, day].sort()[0]
  const key = `${use} ${one.entry.path} ${one.entry.id}`
  if (!seen.has(key)) one.counts[use] += 1
  seen.add(key)
}

/** Finds the entries of a record. Records hold the id within a file, which may differ from the id in the bank. */
class EntryNotes {
  readonly #snapshot: Snapshot
  readonly #byKey = new Map<string, Counted>()
  readonly #byId = new Map<string, Counted[]>()
  readonly #byPath = new Map<string, Counted[]>()
  readonly #files = new Map<BankPath, Counted>()

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
    const files = [...snapshot.files.values()]
    const noted = files.flatMap(({ path, text }) => pageOf(text, path).entries)
    for (const [at, entry] of entriesOfBank(files).entries()) {
      const one = zeroCounts(entry)
      const id = noted[at]?.id ?? entry.id
      this.#byKey.set(`${entry.path}#${id}`, one)
      this.#byId.set(id, [...(this.#byId.get(id) ?? []), one])
      this.#byPath.set(entry.path, [...(this.#byPath.get(entry.path) ?? []), one])
    }
  }

  /** Undefined if the entry is no longer in the bank. Moved entries are found by id. */
  countedBy({ path, use, day }: UseRecord & { readonly use: Use; readonly path: string }, id: string) {
    const known = this.#byKey.get(`${path}#${id}`)
    if (known !== undefined) return [known]
    if (id === '') return this.#inFile(path, use, day)
    const moved = this.#byId.get(id) ?? []
    return moved.length === 1 ? moved : undefined
  }

  counted(): readonly Counted[] {
    return [...this.#byKey.values(), ...this.#files.values()]
  }

  /** Reading a file counts for all entries that it had on that day. Other uses count for the file only. */
  #inFile(path: string, use: Use, day: string): readonly Counted[] | undefined {
    const entries = this.#byPath.get(path) ?? []
    const [only] = entries
    if (only?.entry.span === undefined && only !== undefined) return [only]
    if (use === 'read' && entries.length > 0) return entries.filter(({ entry }) => (entry.date ?? '') <= day)
    const file = bankPath(path)
    const text = file === undefined ? undefined : textOf(this.#snapshot, file)
    if (file === undefined || text === undefined) return undefined
    if (file === MEMORY || isIndexPath(file)) return []
    const known = this.#files.get(file) ?? zeroCounts(wholeFile(file, text))
    this.#files.set(file, known)
    return [known]
  }
}

function wholeFile(path: BankPath, text: string): Counted['entry'] {
  const title = pageOf(text).title ?? path
  const none = { date: undefined, status: undefined, span: undefined }
  return { id: `${BANK_FOLDER}/${path}`, kind: 'file', title, path, line: 1, ...none }
}

function zeroCounts(entry: Counted['entry']): Counted {
  return { entry, counts: { shown: 0, offered: 0, read: 0, acted: 0 }, firstOffered: undefined, last: undefined }
}

/** Tokens that Memory Bank costs the model in one session. */
export function tokensPer(sessions: readonly SessionUse[]): SessionTokens | undefined {
  const costs = sessions
    .map(({ records }) => {
      const sum = (of: Cost) =>
        records.reduce((all, record) => all + (record.kind === 'cost' && record.of === of ? record.tokens : 0), 0)
      return { opening: sum('opening'), packs: sum('pack'), notes: sum('note') }
    })
    .filter(({ opening, packs, notes }) => opening + packs + notes > 0)
  if (costs.length === 0) return undefined
  return {
    median: median(costs.map(({ opening, packs, notes }) => opening + packs + notes)),
    opening: median(costs.map(({ opening }) => opening)),
    packs: median(costs.map(({ packs }) => packs)),
    notes: median(costs.map(({ notes }) => notes)),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = low] = sorted.length % 2 === 1 ? [sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return Math.round((low + high) / 2)
}
