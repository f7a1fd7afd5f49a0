/** Writes a decision as one row of Decision Highlights. Upkeep limits the number of rows. */

import type { Draft } from '../../bank/draft.ts'
import { partColumns } from '../../bank/labels.ts'
import { endingOf } from '../../bank/lines.ts'
import { highlightText } from '../../bank/safe-lines.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import { insertBlock } from '../../bank/sections.ts'
import { insertRow, printTable, replaceRow, type Table } from '../../bank/tables.ts'
import { latestDateIn, placeByDate } from '../../base/dates.ts'
import { MEMORY, SECTION } from '../../base/layout.ts'
import { decisionColumn, highlightTables } from '../plan-highlights.ts'
import type { Decision } from './decision-text.ts'
import { withSection } from './with-section.ts'
import type { AdditionFacts } from './write-facts.ts'

export function writeHighlight(
  draft: Draft,
  decision: Decision,
  formerly: readonly string[],
  facts: AdditionFacts,
): void {
  const { language } = facts.templates
  if (draft.read(MEMORY) === undefined) return
  const place = withSection(draft.page(MEMORY), SECTION.highlights)
  if (place === undefined) return
  const { page, section } = place
  const { text } = page
  const tables = highlightTables(page)
  const why = {
    en: `Decision Highlights: ${decision.what}`,
    zh: `Decision Highlights：${decision.what}`,
  }
  for (const table of tables) {
    const row = table.rows.findLastIndex(({ cells, start, end }) => {
      if (draft.keepsLine(MEMORY, text.slice(start, end))) return false
      const what = cells[decisionColumn(table)] ?? ''
      return [decision.what, ...formerly].some((name) => sameTopic(name, what) || sameTopic(highlightText(name), what))
    })
    if (row === -1) continue
    draft.write(MEMORY, replaceRow(text, table, row, cellsFor(table, decision)), why)
    return
  }
  const last = tables.at(-1)
  if (last !== undefined) {
    const cells = cellsFor(last, decision).map((cell) => cell ?? '')
    const dates = last.rows.map((row) => latestDateIn(row.cells.join(' ')))
    const place = draft.isHeld(MEMORY) ? dates.length : placeByDate(dates, decision.date, HIGHLIGHTS)
    draft.write(MEMORY, insertRow(text, last, place, cells), why)
    return
  }
  const header = { en: ['Decision', 'Date', 'Binds'], zh: ['决策', '日期', '约束'] }[language]
  const block = printTable(header, [[highlightText(decision.what), decision.date, highlightText(decision.applies)]])
  const said = text.slice(section.bodyStart, section.end).trimEnd()
  const at = section.bodyStart + said.length
  const next = said === '' || page.isHidden(at) ? section.bodyStart : at + endingOf(text).length
  draft.write(MEMORY, insertBlock(text, Math.min(next, section.end), block), why)
}

/** A new table has the newest on top (S5). A table in the opposite order keeps that order. */
const HIGHLIGHTS = { usual: 'newest-first' } as const

function cellsFor(table: Table, decision: Decision): readonly (string | undefined)[] {
  const columns = partColumns(table, 'decision')
  const [what, date, scope] = [decisionColumn(table), columns?.get('date'), columns?.get('applies')]
  // A table in another form gets the date and the scope in its remaining columns.
  const free = table.header.cells.map((_, column) => column).filter((column) => column !== what)
  const dateAt = date ?? free.find((column) => column !== scope)
  const scopeAt = scope ?? free.find((column) => column !== dateAt)
  return table.header.cells.map((_, column) =>
    column === what
      ? highlightText(decision.what)
      : column === dateAt
        ? decision.date
        : column === scopeAt
          ? highlightText(decision.applies)
          : undefined,
  )
}
