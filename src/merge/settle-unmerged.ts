/**
 * Decides about a file that a merge left unmerged: the merge of its sides, or the text that a person made of it.
 *
 * A removal on one side never discards an edit of the other, and text that a person wrote since is kept.
 */

import { findConflicts, hasConflict, sidesOf, withoutLabels } from '../bank/conflicts.ts'
import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import { mergeFile } from './merge-file.ts'
import type { ShownConflict } from './merge-result.ts'

export interface Unmerged {
  readonly path: BankPath
  /** The sides in git's index; undefined if it has none. */
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
  /** The text with markers that git wrote, if known. */
  readonly written: string | undefined
  /** The current text of the file; undefined if there is none. */
  readonly now: string | undefined
  /** The common ancestor if the index has none. Called only if the markers do not show it. */
  readonly findBase: () => string | undefined
  /** The names of the two sides if no marker has them. */
  readonly labels: { readonly ours: string; readonly theirs: string }
}

export type Resolution = { readonly path: BankPath } & (
  | { readonly kind: 'merged'; readonly text: string }
  /** Both sides edited the same entry. These places are left to the person, everything else is merged. */
  | { readonly kind: 'left'; readonly text: string; readonly conflicts: readonly ShownConflict[] }
  /** One side removed the file, the other one edited it. */
  | { readonly kind: 'kept'; readonly text: string; readonly removedBy: 'ours' | 'theirs' }
  /** Only one side has the file, because the other renamed it or never had it. */
  | { readonly kind: 'one-sided'; readonly text: string }
  /** Both sides moved or removed it. */
  | { readonly kind: 'gone' }
  /** A person has already resolved it; undefined if they removed the file. */
  | { readonly kind: 'by-hand'; readonly text: string | undefined }
  | { readonly kind: 'unable'; readonly why: 'marks-left-over' | 'not-text' }
)

const MARKER_SIZE = 7

export function settleUnmerged(file: Unmerged): Resolution {
  const { path, ours, theirs, now } = file
  if ([ours, theirs, now].some((text) => text?.includes('\0') === true))
    return { path, kind: 'unable', why: 'not-text' }
  if (ours !== undefined && theirs !== undefined) return settleSides(file, ours, theirs)
  if (now !== undefined && hasConflict(pageOf(now))) return settleMarkers(file, now)
  return settleOneSide(file)
}

function settleSides(file: Unmerged, ours: string, theirs: string): Resolution {
  const { path, base, now, written } = file
  const labels = sidesOf(pageOf(now ?? ''))?.labels ?? file.labels
  const merged = mergeFile({ path, base, ours, theirs, markerSize: MARKER_SIZE, labels })
  const isUntouched =
    now === undefined ||
    [ours, theirs, merged.text].includes(now) ||
    (written !== undefined && withoutLabels(now) === withoutLabels(written))
  if (isUntouched) return resolutionOf(path, merged)
  return hasConflict(pageOf(now)) ? settleMarkers(file, now) : { path, kind: 'by-hand', text: now }
}

/** Merges from the markers: the index has no stages, or a person has resolved some conflicts. */
function settleMarkers(file: Unmerged, now: string): Resolution {
  const { path } = file
  const sides = sidesOf(pageOf(now))
  if (sides === undefined) return { path, kind: 'unable', why: 'marks-left-over' }
  const { ours, theirs, labels } = sides
  // Without a base nothing counts as removed, so all text of either side is kept or shown as a conflict.
  const base = sides.base ?? file.base ?? file.findBase() ?? sides.shared
  return resolutionOf(path, mergeFile({ path, base, ours, theirs, markerSize: MARKER_SIZE, labels }))
}

function resolutionOf(path: BankPath, { text, conflicts }: ReturnType<typeof mergeFile>): Resolution {
  if (conflicts.length > 0) return { path, kind: 'left', text, conflicts }
  const { whole } = findConflicts(pageOf(text))
  return whole.length === 0 ? { path, kind: 'merged', text } : { path, kind: 'left', text, conflicts: whole }
}

function settleOneSide({ path, base, ours, theirs, now }: Unmerged): Resolution {
  const edited = ours ?? theirs
  if (now === undefined && edited === undefined) return { path, kind: 'gone' }
  if (now === undefined || edited === undefined) return { path, kind: 'by-hand', text: now }
  if (base === undefined) return { path, kind: 'one-sided', text: now }
  return { path, kind: 'kept', text: now, removedBy: ours === undefined ? 'ours' : 'theirs' }
}
