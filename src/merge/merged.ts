/** A merged text before it is printed: what is settled, and what is left to a person. */

import { countLines } from '../bank/lines.ts'

/** One value of each of the three texts of a merge. */
export interface Sides<T> {
  readonly base: T
  readonly ours: T
  readonly theirs: T
}

/** Two edits of the same thing: each is shown, none is chosen. */
export interface Contested {
  readonly ours: string
  readonly theirs: string
}

export type Merged = readonly (string | Contested)[]

/** What needs no merging: one side did nothing, or both did the same; undefined where both changed it. */
export function unlessBoth<T>({ base, ours, theirs }: Sides<T>): T | undefined {
  if (theirs === base || ours === theirs) return ours
  return ours === base ? theirs : undefined
}

export function isSettled(merged: Merged): merged is readonly string[] {
  return merged.every((piece) => typeof piece === 'string')
}

/** How git is to name the two sides in a conflict, and how long its markers are. */
export interface MarkerStyle {
  readonly markerSize: number
  readonly labels: { readonly ours: string; readonly theirs: string }
}

/** A conflict in the printed text: its lines, counted from 1, the marker lines included. */
export interface ShownConflict {
  readonly first: number
  readonly last: number
}

export interface PrintedMerge {
  readonly text: string
  readonly conflicts: readonly ShownConflict[]
}

export function printMerged(merged: Merged, ending: string, style: MarkerStyle): PrintedMerge {
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

function printContested({ ours, theirs }: Contested, ending: string, { markerSize, labels }: MarkerStyle): string {
  const marker = (character: string, label: string) =>
    `${character.repeat(markerSize)}${label === '' ? '' : ` ${label}`}${ending}`
  return marker('<', labels.ours) + closed(ours) + marker('=', '') + closed(theirs) + marker('>', labels.theirs)

  function closed(text: string): string {
    return text === '' || /[\r\n]$/.test(text) ? text : text + ending
  }
}
