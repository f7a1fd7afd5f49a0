/**
 * Three-way merge of plain lines, as git does it. A change of one side is taken, the same change on both sides is one,
 * and changes that touch are contested. Markdown plays no role.
 */

import { diffArrays } from 'diff'
import { pageOf } from '../bank/page.ts'
import { type Contest, type MergeResult, mergeValue, type Sides } from './merge-result.ts'

export function mergeLines(sides: Sides<string>): MergeResult {
  const settled = mergeValue(sides)
  if (settled !== undefined) return [settled]
  const base = linesOf(sides.base)
  const ours = editsOf(base, linesOf(sides.ours))
  const theirs = editsOf(base, linesOf(sides.theirs))
  const merged: (string | Contest)[] = []
  let done = 0
  for (const region of regionsOf(ours, theirs)) {
    merged.push(base.slice(done, region.start).join(''))
    merged.push(...mergeRegion(base, region))
    done = region.end
  }
  return [...merged, base.slice(done).join('')].filter((piece) => piece !== '')
}

/** Lines of the base that one side replaced. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/** Edits of either side that overlap or touch. */
interface Region {
  readonly start: number
  end: number
  readonly ours: Edit[]
  readonly theirs: Edit[]
}

function linesOf(text: string): readonly string[] {
  return pageOf(text).lines.map((line) => text.slice(line.start, line.end))
}

function editsOf(base: readonly string[], side: readonly string[]): readonly Edit[] {
  const edits: { start: number; end: number; lines: string[] }[] = []
  let at = 0
  for (const { added, removed, value } of changesBetween(base, side)) {
    if (!added && !removed) {
      at += value.length
      continue
    }
    let edit = edits.at(-1)
    if (edit === undefined || edit.end !== at) {
      edit = { start: at, end: at, lines: [] }
      edits.push(edit)
    }
    if (added) edit.lines.push(...value)
    else {
      at += value.length
      edit.end = at
    }
  }
  return edits
}

interface LineChange {
  readonly added: boolean
  readonly removed: boolean
  readonly value: readonly string[]
}

/** Texts with almost nothing in common count as one change. */
function changesBetween(from: readonly string[], to: readonly string[]): readonly LineChange[] {
  return (
    diffArrays([...from], [...to], { maxEditLength: MOST_EDITS }) ?? [
      { added: false, removed: true, value: from },
      { added: true, removed: false, value: to },
    ]
  )
}

const MOST_EDITS = 1_000

function regionsOf(ours: readonly Edit[], theirs: readonly Edit[]): readonly Region[] {
  const edits = [
    ...ours.map((edit) => ({ side: 'ours' as const, edit })),
    ...theirs.map((edit) => ({ side: 'theirs' as const, edit })),
  ].toSorted((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end)
  const regions: Region[] = []
  for (const { side, edit } of edits) {
    let region = regions.at(-1)
    if (region === undefined || edit.start > region.end) {
      region = { start: edit.start, end: edit.end, ours: [], theirs: [] }
      regions.push(region)
    }
    region[side].push(edit)
    region.end = Math.max(region.end, edit.end)
  }
  return regions
}

function mergeRegion(base: readonly string[], region: Region): MergeResult {
  const settled = mergeValue({
    base: base.slice(region.start, region.end).join(''),
    ours: applyEdits(base, region, region.ours).join(''),
    theirs: applyEdits(base, region, region.theirs).join(''),
  })
  if (settled !== undefined) return [settled]
  return contestDifferences(applyEdits(base, region, region.ours), applyEdits(base, region, region.theirs))
}

/** The lines of a region on one side. */
function applyEdits(base: readonly string[], region: Region, edits: readonly Edit[]): readonly string[] {
  const lines: string[] = []
  let done = region.start
  for (const edit of edits) {
    lines.push(...base.slice(done, edit.start), ...edit.lines)
    done = edit.end
  }
  return [...lines, ...base.slice(done, region.end)]
}

/** Only differences are contested. A few equal lines between two differences stay with them, for readability. */
function contestDifferences(ours: readonly string[], theirs: readonly string[]): MergeResult {
  const changes = changesBetween(ours, theirs)
  const runs: (string | { ours: string; theirs: string })[] = []
  for (const [index, { added, removed, value }] of changes.entries()) {
    const text = value.join('')
    const isBetween = index > 0 && index < changes.length - 1
    const isEqual = !added && !removed
    let run = runs.at(-1)
    if (isEqual && (!isBetween || value.length > MOST_LINES_BETWEEN)) {
      runs.push(text)
      continue
    }
    if (run === undefined || typeof run === 'string') {
      run = { ours: '', theirs: '' }
      runs.push(run)
    }
    if (!added) run.ours += text
    if (!removed) run.theirs += text
  }
  return runs
}

/** As in git. */
const MOST_LINES_BETWEEN = 3
