/** Decision Highlights from a patterns.md: the newest decisions, one row each, with a pointer to the whole. */

import { LIMITS } from '../core/limits.ts'
import { columnNamed, findTables, printRow } from '../core/table.ts'

/** Rows of a `decision | date | binds` table, oldest first. */
export function highlightsFrom(patterns: string): readonly string[] {
  const decisions = findTables(patterns).flatMap((table) => {
    const what = columnNamed(table, '决策', '决定', 'decision', 'what')
    const when = columnNamed(table, '日期', 'date')
    const binds = columnNamed(table, '适用范围', '适用', '范围', 'applies to', 'scope', 'binds', '约束')
    if (what === undefined || when === undefined) return []
    return table.rows.flatMap((row) => {
      const decision = row.cells[what] ?? ''
      const scope = binds === undefined ? '' : (row.cells[binds] ?? '')
      return decision === '' ? [] : [{ decision, date: row.cells[when] ?? '', scope }]
    })
  })
  // A stable sort: decisions of one day, or without a date, stay in the order they were written.
  const ordered = decisions.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return ordered
    .slice(-LIMITS.decisionHighlights)
    .map(({ decision, date, scope }) => printRow([decision, date, scope === '' ? POINTER : `${scope} → ${POINTER}`]))
}

const POINTER = '[details/patterns.md](details/patterns.md)'
