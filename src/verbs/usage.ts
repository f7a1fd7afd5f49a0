/** usage: how the bank was used (S56), from what was noted in the hosts; the switch; and forgetting it. */

import { type Entry, entriesOfBank } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import { readable, type Snapshot, textOf } from '../bank/snapshot.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import type { Language } from '../base/language.ts'
import { BANK_FOLDER, isIndexPath, MEMORY } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type {
  Cost,
  Counting,
  EntryUse,
  SessionTokens,
  UnusedEntry,
  UsageReport,
  UsageSummary,
  Use,
  UseRecord,
} from '../bank/usage.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { dayBefore, daysBetween } from '../base/dates.ts'
import { dayOf } from '../base/day-of.ts'
import { causeOf } from '../disk/disk.ts'
import { stateTrouble } from '../disk/state/state-folder.ts'
import { forgetUses, isCountingOff, readUses, type SessionUse, setCountingOff } from '../disk/state/use-log.ts'
import type { Workspace } from '../disk/workspace.ts'
import { bankLanguage, openBank } from './open-bank.ts'

/** Fewer pointers may have been passed over by chance. */
export const LEAST_OFFERS = 10
/** A month of work touches most parts of a project once. */
export const GRACE_DAYS = 30

/** `days`: only the last so many. */
export function usageReport(workspace: Workspace, language: Language | undefined, days?: number): Result<UsageReport> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { snapshot, state } = opened.value
  if (state.kind === 'absent') return fail({ code: 'bank-absent', path: workspace.project.root })
  const sessions = sessionsOf(workspace, days)
  const from = sessions.flatMap(({ records }) => records.map(({ day }) => day)).sort()[0]
  const tokens = tokensPer(sessions)
  const { counted, gone } = countUses(snapshot, sessions)
  const today = dayOf(workspace.now().getTime())
  return ok({
    kind: 'usage',
    version: 2,
    language: bankLanguage(language, workspace, readable(snapshot)) ?? workspace.locale,
    counting: countingIn(workspace),
    ...(days === undefined ? {} : { days }),
    ...(from === undefined ? {} : { from }),
    sessions: sessions.length,
    ...(tokens === undefined ? {} : { tokens }),
    entries: counted.map(entryUse).sort(mostUsedFirst),
    unused: counted.flatMap((one) => unusedEntry(one, snapshot, today)),
    gone,
  })
}

/** Undefined where nothing was counted in these weeks. */
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

/** A person says whether use is counted in this repository. */
export function setUsage(workspace: Workspace, on: boolean): Result<Counting> {
  return written(workspace, () => {
    setCountingOff(workspace.place.state, !on)
    return countingIn(workspace)
  })
}

/** Returns how many sessions were forgotten. */
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

function countingIn({ config, place }: Workspace): Counting {
  if (config.usage === 'off') return 'off-by-environment'
  if (isCountingOff(place.state)) return 'off'
  return stateTrouble(place.state) === undefined ? 'on' : 'state-not-writable'
}

function sessionsOf({ place, now }: Workspace, days: number | undefined): readonly SessionUse[] {
  const first = days === undefined ? '' : dayBefore(dayOf(now().getTime()), days)
  return readUses(place.state).filter(({ records }) => records.some(({ day }) => day >= first))
}

/** An entry of the bank, or a file that was used as a whole, with its sessions by use. */
interface Counted {
  readonly entry: Pick<Entry, 'id' | 'title' | 'path' | 'line' | 'date' | 'status' | 'span'> & {
    readonly kind: Entry['kind'] | 'file'
  }
  readonly counts: Record<Use, number>
  firstOffered: string | undefined
  last: string | undefined
}

function countUses(snapshot: Snapshot, sessions: readonly SessionUse[]) {
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

/** A session counts once for an entry and a use. */
function count(one: Counted, { use, day }: UseRecord & { readonly use: Use }, seen: Set<string>): void {
  one.last = one.last === undefined || one.last < day ? day : one.last
  if (use === 'offered') one.firstOffered = [one.firstOffered ?? day, day].sort()[0]
  const key = `${use} ${one.entry.path} ${one.entry.id}`
  if (!seen.has(key)) one.counts[use] += 1
  seen.add(key)
}

/** Finds the entries that a note is about. Notes have the id within the file, the bank tells same ids of files apart. */
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
      const one = uncounted({ ...entry, title: maskSecrets(entry.title) })
      const id = noted[at]?.id ?? entry.id
      this.#byKey.set(`${entry.path}#${id}`, one)
      this.#byId.set(id, [...(this.#byId.get(id) ?? []), one])
      this.#byPath.set(entry.path, [...(this.#byPath.get(entry.path) ?? []), one])
    }
  }

  /** Undefined where the entry has left the bank; one that moved is found by its id. */
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

  /** A file that is read is read with all its entries of that day. A gate asks for the file, not for each entry. */
  #inFile(path: string, use: Use, day: string): readonly Counted[] | undefined {
    const entries = this.#byPath.get(path) ?? []
    const [only] = entries
    if (only?.entry.span === undefined && only !== undefined) return [only]
    if (use === 'read' && entries.length > 0) return entries.filter(({ entry }) => (entry.date ?? '') <= day)
    const file = bankPath(path)
    const text = file === undefined ? undefined : textOf(this.#snapshot, file)
    if (file === undefined || text === undefined) return undefined
    if (file === MEMORY || isIndexPath(file)) return []
    const known = this.#files.get(file) ?? uncounted(wholeFile(file, text))
    this.#files.set(file, known)
    return [known]
  }
}

function wholeFile(path: BankPath, text: string): Counted['entry'] {
  const title = maskSecrets(pageOf(text).title ?? path)
  const none = { date: undefined, status: undefined, span: undefined }
  return { id: `${BANK_FOLDER}/${path}`, kind: 'file', title, path, line: 1, ...none }
}

function uncounted(entry: Counted['entry']): Counted {
  return { entry, counts: { shown: 0, offered: 0, read: 0, acted: 0 }, firstOffered: undefined, last: undefined }
}

function entryUse(one: Counted): EntryUse {
  const { id, kind, title, path, line } = one.entry
  const { shown, read, acted, offered } = one.counts
  const last = one.last === undefined ? {} : { last: one.last }
  return { id, kind, title, path, line, shown, read, actedOn: acted, offered, ...last, standing: standingOf(one) }
}

function standingOf({ counts }: Counted): EntryUse['standing'] {
  if (counts.read + counts.acted > 0) return 'used'
  if (counts.shown > 0) return 'shown'
  return counts.offered > 0 ? 'offered' : 'never'
}

function mostUsedFirst(a: EntryUse, b: EntryUse): number {
  return b.actedOn - a.actedOn || b.read - a.read || b.shown - a.shown || b.offered - a.offered
}

/** Proposed for the archive: pointed to in enough sessions and for long enough, and never shown, read or acted on. */
function unusedEntry(one: Counted, snapshot: Snapshot, today: string): readonly UnusedEntry[] {
  const { entry, counts, firstOffered } = one
  if (!mayLeave(entry) || standingOf(one) !== 'offered' || counts.offered < LEAST_OFFERS) return []
  const changed = entry.date ?? dayOf(snapshot.files.get(entry.path)?.mtime ?? 0)
  if (firstOffered === undefined || daysBetween(firstOffered, today) < GRACE_DAYS) return []
  if (daysBetween(changed, today) < GRACE_DAYS) return []
  const { id, title, path } = entry
  return [{ id, title, path, offered: counts.offered, firstOffered }]
}

/**
 * Only whole documents. A decision holds whether or not anybody opens it, focus and answers are in the opening,
 * progress has an archive of its own, and an open requirement is work to do.
 */
function mayLeave({ kind, span, status }: Counted['entry']): boolean {
  if (span !== undefined) return false
  if (kind === 'requirement') return status !== undefined && OVER.test(status)
  return kind === 'learning' || kind === 'design'
}

/** How the status of a finished requirement begins. */
const OVER =
  /^[^\p{L}]*(?:(?:done|completed?|finished|shipped|rejected|cancelled|canceled|dropped|superseded|obsolete)\b|已?(?:完成|上线|拒绝|取消|废弃|放弃))/iu

function tokensPer(sessions: readonly SessionUse[]): SessionTokens | undefined {
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
