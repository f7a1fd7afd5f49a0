/**
 * All that was noted of the use of a bank: the sessions of the last weeks one by one, older ones as the totals of their
 * month, and no month older than a year (S56).
 *
 * Sessions that are over are put together into one file. A session's file takes another name first, and the new file says
 * which of these it holds: whatever is interrupted, nothing is lost and nothing counts twice. A session that goes on
 * afterwards begins a new file, and both count as one.
 */

import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../core/record.ts'
import { decodeRecord, encodeRecord, type UseRecord } from '../../core/use-record.ts'
import {
  addTotals,
  bySession,
  condense,
  countsOf,
  type EntryTotals,
  NO_USE,
  type SessionUse,
  totalsOf,
  type UseTotals,
} from '../../core/use-totals.ts'
import { dayBefore } from '../../text/dates.ts'
import { acquireLock } from '../bank/lock.ts'
import { isThere, namesIn, readIfThere, removeIfThere, replaceDurably } from '../disk.ts'
import { OPEN_ENDING, offMark, openFolder, recordsIn, TAKEN_ENDING, takenName, usesFolder } from './use-log.ts'

export interface Uses {
  /** One by one, for as long as they may be gone on with. */
  readonly sessions: readonly SessionUse[]
  /** YYYY-MM → what the sessions that ended in it came to. */
  readonly months: ReadonlyMap<string, UseTotals>
}

/** A session that was noted in its file an hour ago is at rest, if not over. */
const AT_REST_MS = 60 * 60 * 1000
/** After this the session log forgets a session too: one of that id would be another. */
export const SESSION_DAYS = 30
const MOST_SESSIONS = 400
const MOST_MONTHS = 12

const KEPT = 'kept.jsonl'

export function readUses(state: string): Uses {
  const { from, sessions, months } = readKept(state)
  const open = filesOf(state).filter((name) => !from.includes(name))
  return { sessions: bySession([...sessions, ...open.map((name) => sessionIn(state, name))]), months }
}

/** Puts together what is over; another process that does so already is left to it. */
export function foldUses(state: string, now: Date, today: string): void {
  const lock = acquireLock(usesFolder(state), 0)
  if (!lock.ok) return
  try {
    const kept = readKept(state)
    const held = new Set(kept.from)
    for (const name of filesOf(state)) if (held.has(name)) removeIfThere(join(openFolder(state), name))
    const taken = filesOf(state).flatMap((name) => take(state, name, now) ?? [])
    const sessions = bySession([...kept.sessions, ...taken.map((name) => sessionIn(state, name))])
    writeKept(state, { from: taken, ...settled({ sessions, months: kept.months }, today) })
    for (const name of taken) removeIfThere(join(openFolder(state), name))
    // What is kept of files only saves time, and most of it is of texts that are gone.
    rmSync(join(usesFolder(state), 'files'), { recursive: true, force: true })
  } finally {
    lock.value.release()
  }
}

/** Sessions that nobody can go on with become part of their month. */
export function settled({ sessions, months }: Uses, today: string): Uses {
  const oldest = dayBefore(today, SESSION_DAYS)
  const newestFirst = sessions.map((one) => ({ one, last: lastDay(one) })).sort((a, b) => (a.last < b.last ? 1 : -1))
  const isKept = ({ last }: { readonly last: string }, index: number) => last >= oldest && index < MOST_SESSIONS
  const all = new Map(months)
  for (const { one, last } of newestFirst.filter((each, index) => !isKept(each, index))) {
    const month = last.slice(0, 7)
    all.set(month, addTotals(all.get(month) ?? NO_USE, totalsOf([one])))
  }
  return {
    sessions: newestFirst.filter(isKept).map(({ one }) => ({ ...one, records: condense(one.records) })),
    months: new Map([...all].sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST_MONTHS)),
  }
}

/** How many sessions there were. */
export function forgetUses(state: string): number {
  const { sessions, months } = readUses(state)
  rmSync(usesFolder(state), { recursive: true, force: true })
  return sessions.length + [...months.values()].reduce((sum, month) => sum + month.sessions, 0)
}

export function isCountingOff(state: string): boolean {
  return isThere(offMark(state))
}

export function setCountingOff(state: string, off: boolean): void {
  const mark = offMark(state)
  if (!off) {
    removeIfThere(mark)
    return
  }
  mkdirSync(join(mark, '..'), { recursive: true, mode: 0o700 })
  replaceDurably(mark, new Uint8Array(), `${mark}.tmp`, 0o600)
}

export function lastDay({ records }: SessionUse): string {
  return (
    records
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? ''
  )
}

/** The name under which the session's file can be put together; undefined while it may be written to. */
function take(state: string, name: string, now: Date): string | undefined {
  if (name.endsWith(TAKEN_ENDING)) return name
  const path = join(openFolder(state), name)
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (written === undefined || now.getTime() - written < AT_REST_MS) return undefined
  const taken = takenName(name, `${process.pid}-${now.getTime()}`)
  renameSync(path, join(openFolder(state), taken))
  return taken
}

function filesOf(state: string): readonly string[] {
  return namesIn(openFolder(state)).filter((name) => name.endsWith(OPEN_ENDING) || name.endsWith(TAKEN_ENDING))
}

function sessionIn(state: string, name: string): SessionUse {
  const text = readIfThere(join(openFolder(state), name)) ?? ''
  return { session: name.slice(0, name.indexOf('.')), records: recordsIn(text) }
}

interface Kept extends Uses {
  /** The files that it holds, and that may not be gone yet. */
  readonly from: readonly string[]
}

function writeKept(state: string, { from, sessions, months }: Kept): void {
  const lines = [
    JSON.stringify({ from }),
    ...sessions.map(({ session, records }) => `{"s":"${session}","r":[${records.map(encodeRecord).join(',')}]}`),
    ...[...months].map(([month, totals]) => JSON.stringify(encodeMonth(month, totals))),
  ]
  const path = join(usesFolder(state), KEPT)
  replaceDurably(path, Buffer.from(`${lines.join('\n')}\n`), `${path}.tmp`, 0o600)
}

function readKept(state: string): Kept {
  const text = readIfThere(join(usesFolder(state), KEPT)) ?? ''
  const from: string[] = []
  const sessions: SessionUse[] = []
  const months = new Map<string, UseTotals>()
  for (const raw of text.split('\n').flatMap(parsed)) {
    if (Array.isArray(raw['from'])) from.push(...raw['from'].filter((one) => typeof one === 'string'))
    else if (typeof raw['s'] === 'string' && Array.isArray(raw['r']))
      sessions.push({ session: raw['s'], records: decoded(raw['r']) })
    else if (typeof raw['m'] === 'string') months.set(raw['m'], decodeMonth(raw))
  }
  return { from, sessions, months }
}

function decoded(raw: readonly unknown[]): readonly UseRecord[] {
  return raw.flatMap((one) => decodeRecord(one) ?? [])
}

/** A line that is damaged counts as not there. */
function parsed(line: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = line === '' ? undefined : JSON.parse(line)
    return isRecord(value) ? [value] : []
  } catch {
    return []
  }
}

function encodeMonth(month: string, { sessions, from, to, entries }: UseTotals): unknown {
  const kept = [...entries].map(([key, { counts, firstOffered, last }]) => {
    const { shown, offered, read, cited, acted } = counts
    return [key, [shown, offered, read, cited, acted], last, firstOffered ?? '']
  })
  return { m: month, n: sessions, from, to, e: kept }
}

function decodeMonth(raw: Readonly<Record<string, unknown>>): UseTotals {
  const listed: readonly unknown[] = Array.isArray(raw['e']) ? raw['e'] : []
  return {
    sessions: numberOr0(raw['n']),
    from: typeof raw['from'] === 'string' ? raw['from'] : undefined,
    to: typeof raw['to'] === 'string' ? raw['to'] : undefined,
    entries: new Map(listed.flatMap((one) => decodeEntry(one) ?? [])),
  }
}

function decodeEntry(raw: unknown): readonly (readonly [string, EntryTotals])[] | undefined {
  if (!Array.isArray(raw)) return undefined
  const [key, counts, last, firstOffered]: readonly unknown[] = raw
  if (typeof key !== 'string' || !Array.isArray(counts) || typeof last !== 'string') return undefined
  const order = ['shown', 'offered', 'read', 'cited', 'acted']
  const totals = {
    counts: countsOf((use) => numberOr0(counts[order.indexOf(use)])),
    firstOffered: typeof firstOffered === 'string' && firstOffered !== '' ? firstOffered : undefined,
    last,
  }
  return [[key, totals]]
}

function numberOr0(raw: unknown): number {
  return typeof raw === 'number' && Number.isFinite(raw) && raw > 0 ? raw : 0
}
