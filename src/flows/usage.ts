/** usage: how the bank was used (S56), from what our code noted in the hosts; the switch; and forgetting it. */

import { type Entry, entriesOfBank } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { readable, type Snapshot, textOf } from '../bank/snapshot.ts'
import { type BankPath, bankPath } from '../core/bank-path.ts'
import type { Language } from '../core/language.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import { fail, ok, type Result } from '../core/result.ts'
import type { Counting, EntryUse, UnusedEntry, UsageReport } from '../core/usage.ts'
import { addTotals, type EntryTotals, keyOfEntry, NO_USE, totalsOf, type UseTotals } from '../core/use-totals.ts'
import { GRACE_DAYS, isUnused, LEAST_OFFERS } from '../refresh/unused-entries.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { dayOf } from '../text/day-of.ts'
import { causeOf } from '../workspace/disk.ts'
import { stateTrouble } from '../workspace/state/state-folder.ts'
import { forgetUses, isCountingOff, readUses, setCountingOff, type Uses } from '../workspace/state/use-store.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { bankLanguage, openBank } from './open-bank.ts'
import { tokensOf, within } from './use-summary.ts'

export { GRACE_DAYS, LEAST_OFFERS }

/** `days`: only the last so many; months that are kept as totals count whole. */
export function usageReport(workspace: Workspace, language: Language | undefined, days?: number): Result<UsageReport> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { snapshot, state } = opened.value
  if (state.kind === 'absent') return fail({ code: 'bank-absent', path: workspace.project.root })
  const today = dayOf(workspace.now().getTime())
  const uses = within(readUses(workspace.place.state), days, today)
  const totals = allOf(uses)
  const tokens = tokensOf(uses.sessions)
  const { entries, unused, gone } = figures(snapshot, totals, today)
  return ok({
    kind: 'usage',
    version: 1,
    language: bankLanguage(language, workspace, readable(snapshot)) ?? workspace.locale,
    counting: countingOf(workspace),
    ...(days === undefined ? {} : { days }),
    ...(totals.from === undefined ? {} : { from: totals.from }),
    sessions: totals.sessions,
    ...(tokens === undefined ? {} : { tokens }),
    entries: entries.map(withoutSecrets),
    unused: unused.map(withoutSecrets),
    gone,
  })
}

function withoutSecrets<T extends { readonly title: string }>(entry: T): T {
  return { ...entry, title: maskSecrets(entry.title) }
}

/** A person says whether use is counted in this repository. */
export function setUsage(workspace: Workspace, on: boolean): Result<Counting> {
  return written(workspace, () => {
    setCountingOff(workspace.place.state, !on)
    return countingOf(workspace)
  })
}

/** Everything that was counted is gone; how many sessions it was of. */
export function forgetUsage(workspace: Workspace): Result<number> {
  return written(workspace, () => forgetUses(workspace.place.state))
}

function written<T>({ place }: Workspace, write: () => T): Result<T> {
  try {
    return ok(write())
  } catch (error) {
    return fail({ code: 'write-failed', path: place.state, cause: causeOf(error), restored: true })
  }
}

function countingOf({ config, place }: Workspace): Counting {
  if (config.usage === 'off') return 'off-by-environment'
  if (isCountingOff(place.state)) return 'off'
  return stateTrouble(place.state) === undefined ? 'on' : 'state-not-writable'
}

function allOf({ sessions, months }: Uses): UseTotals {
  return [...months.values()].reduce(addTotals, totalsOf(sessions))
}

type Figures = Pick<UsageReport, 'entries' | 'unused' | 'gone'>

interface Counted {
  readonly entry: Entry
  /** What it is noted by. */
  readonly key: string
  readonly noteId: string
}

function figures(snapshot: Snapshot, { entries: totals }: UseTotals, today: string): Figures {
  const files = [...snapshot.files.values()]
  // The bank's ids tell entries of different files apart; what is noted has the file's.
  const noteIds = files.flatMap(({ path, text }) => pageOf(text, path).entries.map(({ id }) => id))
  const all = entriesOfBank(files).map((entry, at): Counted => {
    const noteId = noteIds[at] ?? entry.id
    return { entry, noteId, key: keyOfEntry(entry.path, noteId) }
  })
  const standing = new Set(all.map(({ key }) => key))
  const moved = movedEntries(totals, standing, all)
  const counted = all.map(({ entry, key }) => ({ entry, totals: totalOf([totals.get(key), moved.get(key)?.totals]) }))
  const taken = new Set([...moved.values()].map(({ from }) => from))
  const wholeFiles = [...totals].flatMap(([key, total]) => fileUse(key, total, snapshot) ?? [])
  const known = new Set([...standing, ...taken, ...wholeFiles.map(({ path }) => keyOfEntry(path, ''))])
  const unused = counted.flatMap(({ entry, totals: total }): readonly UnusedEntry[] => {
    const mtime = snapshot.files.get(entry.path)?.mtime ?? 0
    const { kind, status: state, span, date } = entry
    const judged = { kind, state, isWholeFile: span === undefined, written: date ?? dayOf(mtime), totals: total }
    if (!isUnused(judged, today)) return []
    const { id, title, path } = entry
    return [{ id, title, path, offered: total.counts.offered, firstOffered: total.firstOffered ?? '' }]
  })
  return {
    entries: [...counted.map(({ entry, totals: total }) => entryUse(entry, total)), ...wholeFiles].sort(mostUsedFirst),
    unused,
    gone: [...totals.keys()].filter((key) => !known.has(key)).length,
  }
}

/** What was noted of an entry under a path that it no longer stands at: by its id, where only one has that. */
function movedEntries(
  totals: UseTotals['entries'],
  standing: ReadonlySet<string>,
  all: readonly Counted[],
): ReadonlyMap<string, { readonly from: string; readonly totals: EntryTotals }> {
  const byId = new Map<string, Counted[]>()
  for (const one of all) byId.set(one.noteId, [...(byId.get(one.noteId) ?? []), one])
  return new Map(
    [...totals].flatMap(([from, total]) => {
      const [only, other] = standing.has(from) ? [] : (byId.get(from.slice(from.lastIndexOf('#') + 1)) ?? [])
      return only === undefined || other !== undefined ? [] : [[only.key, { from, totals: total }] as const]
    }),
  )
}

function totalOf(parts: readonly (EntryTotals | undefined)[]): EntryTotals {
  const known = parts.flatMap((one) => (one === undefined ? [] : [{ ...NO_USE, entries: new Map([['', one]]) }]))
  return known.reduce(addTotals, NO_USE).entries.get('') ?? NEVER
}

const NEVER: EntryTotals = {
  counts: { shown: 0, offered: 0, read: 0, cited: 0, acted: 0 },
  firstOffered: undefined,
  last: '',
}

/** A file that was used as a whole, such as the patterns that a gate asks for. */
function fileUse(key: string, totals: EntryTotals, snapshot: Snapshot): readonly EntryUse[] | undefined {
  const path: BankPath | undefined = key.endsWith('#') ? bankPath(key.slice(0, -1)) : undefined
  const text = path === undefined ? undefined : textOf(snapshot, path)
  if (path === undefined || text === undefined) return undefined
  const title = pageOf(text).title ?? path
  return [{ id: `${BANK_FOLDER}/${path}`, kind: 'file', title, path, line: 1, ...numbersOf(totals) }]
}

function entryUse({ id, kind, title, path, line }: Entry, totals: EntryTotals): EntryUse {
  return { id, kind, title, path, line, ...numbersOf(totals) }
}

function numbersOf({ counts, last }: EntryTotals) {
  const { shown, offered, read, cited, acted } = counts
  const standing = read + cited + acted > 0 ? 'used' : shown + offered > 0 ? 'unused' : 'no-chance'
  return { shown, read, cited, actedOn: acted, offered, ...(last === '' ? {} : { last }), standing } as const
}

function mostUsedFirst(a: EntryUse, b: EntryUse): number {
  return b.actedOn - a.actedOn || b.cited - a.cited || b.read - a.read || b.shown - a.shown || b.offered - a.offered
}
