/** Decision Highlights from a patterns.md: the newest decisions, one row each, with a pointer to the whole. */

import { LIMITS } from '../core/limits.ts'
import { latestDateIn } from '../text/dates.ts'
import { decisionsIn } from '../text/entries.ts'
import { isSuperseded } from '../text/superseded.ts'
import { printRow } from '../text/table.ts'

/** Rows of a `decision | date | binds` table, oldest first. */
export function highlightsFrom(patterns: string): readonly string[] {
  const decisions = decisionsIn(patterns)
    .filter(({ title, parts }) => !isSuperseded(parts.get('what') ?? title))
    .map(({ title, parts }) => ({
      decision: inShort(parts.get('what') ?? title),
      date: latestDateIn(parts.get('date') ?? title) ?? '',
      scope: inShort(parts.get('applies') ?? ''),
    }))
  // A stable sort: decisions of one day, or without a date, stay in the order they were written.
  const ordered = decisions.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return ordered
    .slice(-LIMITS.decisionHighlights)
    .map(({ decision, date, scope }) => printRow([decision, date, scope === '' ? POINTER : `${scope} → ${POINTER}`]))
}

const POINTER = '[details/patterns.md](details/patterns.md)'

/** A highlight is one line; the whole stands where it points. */
function inShort(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 159)}…`
}
