/**
 * Git's conflict markers in a text: where a merge is unfinished, and whether an edit only resolves it.
 *
 * A whole conflict inside a code fence is an example. A `>>>>>>>` next to a quoted line is a nested quotation.
 */

import type { Line } from './lines.ts'
import { type Page, pageOf } from './page.ts'

interface Conflict {
  /** Counted from 1, including the marker lines. */
  readonly first: number
  readonly last: number
}

export interface Conflicts {
  /** Conflicts that have all three markers, in order. */
  readonly whole: readonly Conflict[]
  /** Markers that remain after somebody deleted one or two of the three. */
  readonly leftOver: readonly { readonly mark: string; readonly line: number }[]
}

const NONE: Conflicts = { whole: [], leftOver: [] }

export function findConflicts(page: Page): Conflicts {
  if (!page.text.includes('<<<<<<<') && !page.text.includes('>>>>>>>')) return NONE
  const { lines } = page
  const whole = wholeConflicts(lines)
  return { whole, leftOver: leftOver(lines, whole) }
}

/** The two sides of a text with conflicts, and their base if the markers show it (diff3). */
export interface ConflictSides {
  readonly ours: string
  readonly theirs: string
  /** Undefined if some conflict does not show its base. */
  readonly base: string | undefined
  /** The text outside the conflicts, which both sides share. */
  readonly shared: string
  /** The names of the two sides in the first conflict. */
  readonly labels: { readonly ours: string; readonly theirs: string }
}

/** Undefined without a whole conflict, or if some markers cannot be paired. */
export function sidesOf(page: Page): ConflictSides | undefined {
  const { whole, leftOver } = findConflicts(page)
  const [first] = whole
  if (first === undefined || leftOver.length > 0) return undefined
  const lines = page.lines.map(({ start, end }) => page.text.slice(start, end))
  const sides = { ours: '', theirs: '', base: '', shared: '' }
  let showsBase = true
  let from = 0
  for (const conflict of whole) {
    const outside = lines.slice(from, conflict.first - 1).join('')
    const { ours, base, theirs } = partsOf(lines.slice(conflict.first, conflict.last - 1))
    showsBase &&= base !== undefined
    sides.ours += outside + ours
    sides.theirs += outside + theirs
    sides.base += outside + (base ?? '')
    sides.shared += outside
    from = conflict.last
  }
  const rest = lines.slice(from).join('')
  return {
    ours: sides.ours + rest,
    theirs: sides.theirs + rest,
    base: showsBase ? sides.base + rest : undefined,
    shared: sides.shared + rest,
    labels: { ours: labelOf(lines[first.first - 1]), theirs: labelOf(lines[first.last - 1]) },
  }
}

/** The text between the outer markers of one conflict. A nested base has longer markers and belongs to the base. */
function partsOf(lines: readonly string[]): { ours: string; base: string | undefined; theirs: string } {
  const parting = lines.findIndex((line) => /^={7}[\r\n]*$/.test(line))
  const shown = lines.slice(0, parting).findIndex((line) => /^\|{7}(?: |[\r\n])/.test(line))
  return {
    ours: lines.slice(0, shown === -1 ? parting : shown).join(''),
    base: shown === -1 ? undefined : lines.slice(shown + 1, parting).join(''),
    theirs: lines.slice(parting + 1).join(''),
  }
}

function labelOf(marker = ''): string {
  return marker.slice(8).trimEnd()
}

/** The text without the names of the two sides, so that conflicts can be compared. */
export function withoutLabels(text: string): string {
  return text.replace(/^(<{7}|>{7}|\|{7}) .*$/gm, (_, marker: string) => marker)
}

export function hasConflict(page: Page): boolean {
  const { whole, leftOver } = findConflicts(page)
  return whole.length > 0 || leftOver.length > 0
}

/**
 * Whether `after` is `before` with conflicts resolved and nothing else changed: the text outside the conflicts is
 * equal, and each conflict is replaced by lines of its own. A conflict may also remain unresolved.
 */
export function onlyResolves(before: string, after: string): boolean {
  const had = pageOf(before)
  const was = had.lines.map(({ text }) => text)
  const now = pageOf(after).lines.map(({ text }) => text)
  const { whole } = findConflicts(had)
  if (whole.length === 0) return false
  let reached: ReadonlySet<number> = new Set([0])
  let line = 0
  for (const { first, last } of whole) {
    reached = afterKept(was.slice(line, first - 1), now, reached)
    reached = afterChosen(new Set(was.slice(first - 1, last)), now, reached)
    line = last
  }
  return afterKept(was.slice(line), now, reached).has(now.length)
}

/** The positions in `now` that can follow all of these lines. */
function afterKept(kept: readonly string[], now: readonly string[], from: ReadonlySet<number>): ReadonlySet<number> {
  const starts = [...from].filter((start) => kept.every((line, index) => now[start + index] === line))
  return new Set(starts.map((start) => start + kept.length))
}

/** The positions in `now` that can follow some or none of a conflict's lines. */
function afterChosen(
  sides: ReadonlySet<string>,
  now: readonly string[],
  from: ReadonlySet<number>,
): ReadonlySet<number> {
  const reached = new Set<number>()
  for (const start of from) {
    for (let at = start; !reached.has(at); at += 1) {
      reached.add(at)
      const line = now[at]
      if (line === undefined || !sides.has(line)) break
    }
  }
  return reached
}

function leftOver(lines: readonly Line[], whole: readonly Conflict[]): Conflicts['leftOver'] {
  return lines.flatMap(({ text, fenced }, index) => {
    const mark = /^(?:<{7}|>{7})(?= |$)/.exec(text)?.[0]
    const isInside = whole.some(({ first, last }) => index + 1 >= first && index + 1 <= last)
    if (mark === undefined || fenced || isInside) return []
    const isQuotation =
      mark.startsWith('>') && [lines[index - 1], lines[index + 1]].some((near) => near?.text.startsWith('>'))
    return isQuotation ? [] : [{ mark, line: index + 1 }]
  })
}

function wholeConflicts(lines: readonly Line[]): readonly Conflict[] {
  const found: Conflict[] = []
  let open: number | undefined
  let parted = false
  for (const [index, { text }] of lines.entries()) {
    if (/^<{7}(?: |$)/.test(text)) {
      open = index
      parted = false
    } else if (open !== undefined && /^={7}$/.test(text)) {
      parted = true
    } else if (open !== undefined && parted && /^>{7}(?: |$)/.test(text)) {
      const isExample = lines.slice(open, index + 1).every((line) => line.fenced)
      if (!isExample) found.push({ first: open + 1, last: index + 1 })
      open = undefined
    }
  }
  return found
}
