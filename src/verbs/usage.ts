/** usage: reports how agents use entries (S56), from counts of the hosts; switches counting; deletes the counts. */

import { readable, type Snapshot } from '../bank/snapshot.ts'
import type { Counting, EntryUse, UnusedEntry, UsageReport } from '../bank/usage.ts'
import { daysBetween } from '../base/dates.ts'
import { dayOf } from '../base/day-of.ts'
import type { Language } from '../base/language.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { causeOf } from '../disk/disk.ts'
import { stateTrouble } from '../disk/state/state-folder.ts'
import { forgetUses, isCountingOff, setCountingOff } from '../disk/state/use-log.ts'
import type { Workspace } from '../disk/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { type Counted, countUses, sessionsOf, tokensPer } from './count-uses.ts'
import { bankLanguage, openBank } from './open-bank.ts'

/** After fewer offers, an unopened document may be a coincidence. */
export const LEAST_OFFERS = 10
/** Within a month most parts of a project are touched once. */
export const GRACE_DAYS = 30

/** `days` limits the report to sessions of the last `days` days. */
export function usageReport(workspace: Workspace, language: Language | undefined, days?: number): Result<UsageReport> {
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { snapshot, state } = opened.value
  if (state.kind === 'absent') return fail({ code: 'bank-absent', path: workspace.project.root })
  const sessions = sessionsOf(workspace, days)
  const from = sessions.flatMap(({ records }) => records.map(({ day }) => day)).sort()[0]
  const tokens = tokensPer(sessions)
  const { counted: found, gone } = countUses(snapshot, sessions)
  const counted = found.map(masked)
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

/** Turns counting on or off for this repository. */
export function setUsage(workspace: Workspace, on: boolean): Result<Counting> {
  return writeState(workspace, () => {
    setCountingOff(workspace.place.state, !on)
    return countingIn(workspace)
  })
}

/** Returns the number of sessions deleted. */
export function forgetUsage(workspace: Workspace): Result<number> {
  return writeState(workspace, () => forgetUses(workspace.place.state))
}

function writeState<T>({ place }: Workspace, write: () => T): Result<T> {
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

function masked(one: Counted): Counted {
  return { ...one, entry: { ...one.entry, title: maskSecrets(one.entry.title) } }
}

function entryUse(one: Counted): EntryUse {
  const { id, kind, title, path, line } = one.entry
  const { shown, read, acted, offered } = one.counts
  const last = one.last === undefined ? {} : { last: one.last }
  return { id, kind, title, path, line, shown, read, actedOn: acted, offered, ...last, standing: useLevel(one) }
}

function useLevel({ counts }: Counted): EntryUse['standing'] {
  if (counts.read + counts.acted > 0) return 'used'
  if (counts.shown > 0) return 'shown'
  return counts.offered > 0 ? 'offered' : 'never'
}

function mostUsedFirst(a: EntryUse, b: EntryUse): number {
  return b.actedOn - a.actedOn || b.read - a.read || b.shown - a.shown || b.offered - a.offered
}

/** Qualifies for the archive: offered often and long enough, but never shown, read or acted on. */
function unusedEntry(one: Counted, snapshot: Snapshot, today: string): readonly UnusedEntry[] {
  const { entry, counts, firstOffered } = one
  if (!mayLeave(entry) || useLevel(one) !== 'offered' || counts.offered < LEAST_OFFERS) return []
  const changed = entry.date ?? dayOf(snapshot.files.get(entry.path)?.mtime ?? 0)
  if (firstOffered === undefined || daysBetween(firstOffered, today) < GRACE_DAYS) return []
  if (daysBetween(changed, today) < GRACE_DAYS) return []
  const { id, title, path } = entry
  return [{ id, title, path, offered: counts.offered, firstOffered }]
}

/**
 * Only whole documents. Decisions are valid even if nobody opens them, the opening shows focus and answers, progress has
 * its own archive, and an open requirement is pending work.
 */
function mayLeave({ kind, span, status }: Counted['entry']): boolean {
  if (span !== undefined) return false
  if (kind === 'requirement') return status !== undefined && OVER.test(status)
  return kind === 'learning' || kind === 'design'
}

/** Statuses of a finished requirement. */
const OVER =
  /^[^\p{L}]*(?:(?:done|completed?|finished|shipped|rejected|cancelled|canceled|dropped|superseded|obsolete)\b|已?(?:完成|上线|拒绝|取消|废弃|放弃))/iu
