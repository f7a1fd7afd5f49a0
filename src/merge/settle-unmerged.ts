/**
 * What becomes of a file that a merge left unmerged: the engine's merge of its sides, or what a person has already made of
 * it. A side that removed the file never takes the other side's edit away, and text that a person wrote since is kept.
 */

import { findConflicts, hasConflict, sidesOf, withoutLabels } from '../bank/conflicts.ts'
import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import { mergeFile } from './merge-file.ts'
import type { ShownConflict } from './merged.ts'

export interface Unmerged {
  readonly path: BankPath
  /** The sides as git's index has them; undefined where it has none. */
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
  /** The text with markers that git wrote, where that is known. */
  readonly written: string | undefined
  /** What the file reads now; undefined where there is none. */
  readonly now: string | undefined
  /** What both sides come from, where the index does not say; asked for only if the markers do not show it. */
  readonly findBase: () => string | undefined
  /** What the two sides are called where no marker names them. */
  readonly labels: { readonly ours: string; readonly theirs: string }
}

export type Settled = { readonly path: BankPath } & (
  | { readonly kind: 'merged'; readonly text: string }
  /** Both sides edited the same entry: these places are left to the person, all else is merged. */
  | { readonly kind: 'left'; readonly text: string; readonly conflicts: readonly ShownConflict[] }
  /** One side removed the file, the other one edited it. */
  | { readonly kind: 'kept'; readonly text: string; readonly removedBy: 'ours' | 'theirs' }
  /** Only one side has the file: the other one calls it otherwise, or never had it. */
  | { readonly kind: 'one-sided'; readonly text: string }
  /** Both sides moved or removed it. */
  | { readonly kind: 'gone' }
  /** A person has settled it already; undefined where they removed the file. */
  | { readonly kind: 'by-hand'; readonly text: string | undefined }
  | { readonly kind: 'unable'; readonly why: 'marks-left-over' | 'not-text' }
)

const MARKER_SIZE = 7

export function settleUnmerged(file: Unmerged): Settled {
  const { path, ours, theirs, now } = file
  if ([ours, theirs, now].some((text) => text?.includes('\0') === true))
    return { path, kind: 'unable', why: 'not-text' }
  if (ours !== undefined && theirs !== undefined) return settleSides(file, ours, theirs)
  if (now !== undefined && hasConflict(pageOf(now))) return settleMarkers(file, now)
  return settleOneSide(file)
}

function settleSides(file: Unmerged, ours: string, theirs: string): Settled {
  const { path, base, now, written } = file
  const labels = sidesOf(pageOf(now ?? ''))?.labels ?? file.labels
  const merged = mergeFile({ path, base, ours, theirs, markerSize: MARKER_SIZE, labels })
  const isUntouched =
    now === undefined ||
    [ours, theirs, merged.text].includes(now) ||
    (written !== undefined && withoutLabels(now) === withoutLabels(written))
  if (isUntouched) return settled(path, merged)
  return hasConflict(pageOf(now)) ? settleMarkers(file, now) : { path, kind: 'by-hand', text: now }
}

/** From the text itself: its stages are gone, or a person has settled some of its conflicts. */
function settleMarkers(file: Unmerged, now: string): Settled {
  const { path } = file
  const sides = sidesOf(pageOf(now))
  if (sides === undefined) return { path, kind: 'unable', why: 'marks-left-over' }
  const { ours, theirs, labels } = sides
  // Without a base nothing is known to be removed: what stands on either side stays, or is shown as a conflict.
  const base = sides.base ?? file.base ?? file.findBase() ?? sides.shared
  return settled(path, mergeFile({ path, base, ours, theirs, markerSize: MARKER_SIZE, labels }))
}

function settled(path: BankPath, { text, conflicts }: ReturnType<typeof mergeFile>): Settled {
  if (conflicts.length > 0) return { path, kind: 'left', text, conflicts }
  const { whole } = findConflicts(pageOf(text))
  return whole.length === 0 ? { path, kind: 'merged', text } : { path, kind: 'left', text, conflicts: whole }
}

function settleOneSide({ path, base, ours, theirs, now }: Unmerged): Settled {
  const edited = ours ?? theirs
  if (now === undefined && edited === undefined) return { path, kind: 'gone' }
  if (now === undefined || edited === undefined) return { path, kind: 'by-hand', text: now }
  if (base === undefined) return { path, kind: 'one-sided', text: now }
  return { path, kind: 'kept', text: now, removedBy: ours === undefined ? 'ours' : 'theirs' }
}
