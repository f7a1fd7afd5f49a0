/** The result of a merge before it is printed: settled text, and places left to a person. */

import { countLines } from '../bank/lines.ts'

/** One value for each of the three texts of a merge. */
export interface Sides<T> {
  readonly base: T
  readonly ours: T
  readonly theirs: T
}

/** Two edits of the same thing. Both are shown and neither is chosen. */
export interface Contest {
  readonly ours: string
  readonly theirs: string
}

export type MergeResult = readonly (string | Contest)[]

/** The value if at most one side changed it, or both in the same way. Undefined if they differ. */
export function mergeValue<T>({ base, ours, theirs }: Sides<T>): T | undefined {
  if (theirs === base || ours === theirs) return ours
  return ours === base ? theirs : undefined
}

export function isSettled(merged: MergeResult): merged is readonly string[] {
  return merged.every((piece) => typeof piece === 'string')
}

/** The names of the two sides in a conflict, and the length of the markers. */
export interface MarkerStyle {
  readonly markerSize: number
  readonly labels: { readonly ours: string; readonly theirs: string }
}

/** The lines of a conflict in the printed text, counted from 1, with the marker lines. */
export interface ShownConflict {
  readonly first: number
  readonly last: number
}

export interface PrintedMerge {
  readonly text: string
  readonly conflicts: readonly ShownConflict[]
}

export function printMerged(merged: MergeResult, ending: string, style: MarkerStyle): PrintedMerge {
  const parts: string[] = []
  const conflicts: ShownConflict[] = []
  let line = 1
  for (const piece of merged) {
    const text = typeof piece === 'string' ? piece : printContested(piece, ending, style)
    const last = line + countLines(text)
    if (typeof piece !== 'string') conflicts.push({ first: line, last: last - 1 })
    parts.push(text)
    line = last
  }
  return { text: parts.join(''), conflicts }
}

function printContested({ ours, theirs }: Contest, ending: string, { markerSize, labels }: MarkerStyle): string {
  const marker = (character: string, label: string) =>
    `${character.repeat(markerSize)}${label === '' ? '' : ` ${label}`}${ending}`
  return marker('<', labels.ours) + closed(ours) + marker('=', '') + closed(theirs) + marker('>', labels.theirs)

  function closed(text: string): string {
    return text === '' || /[\r\n]$/.test(text) ? text : text + ending
  }
}
