/**
 * The lines of one section as the parts that are found by themselves: each row of a table, each item of the entry's
 * lists, and the text between them together.
 *
 * A row says what it says alone, so a question that it answers need not pay for the whole table.
 */

import { listMarkAt } from '../text/line-syntax.ts'
import type { Line } from '../text/lines.ts'
import { cellsOfLine, isDelimiterRow } from '../text/table.ts'

export interface SectionPart {
  /** Line indexes, `to` not included. */
  readonly from: number
  readonly to: number
  /** The names of the columns, for a row of a table; empty for an item; undefined for text. */
  readonly columns?: readonly string[]
}

/** `itemsApart`: the items of its lists are entries of their own. */
export function partsOfSection(
  lines: readonly Line[],
  from: number,
  to: number,
  itemsApart: boolean,
): readonly SectionPart[] {
  const parts: SectionPart[] = []
  let text = from
  for (let at = from; at < to; ) {
    const apart = tableAt(lines, at, to) ?? (itemsApart ? listAt(lines, at, to) : undefined)
    const last = apart?.at(-1)
    if (apart === undefined || last === undefined) {
      at += 1
      continue
    }
    if (at > text) parts.push({ from: text, to: at })
    parts.push(...apart)
    at = last.to
    text = last.to
  }
  if (text < to) parts.push({ from: text, to })
  return parts
}

/** The rows of the table that begins here; its head and the line below it are no part. */
function tableAt(lines: readonly Line[], at: number, to: number): readonly SectionPart[] | undefined {
  const head = rowAt(lines, at)
  const under = at + 2 < to ? rowAt(lines, at + 1) : undefined
  if (head === undefined || under === undefined || !isDelimiterRow(cellsOfLine(under))) return undefined
  const columns = cellsOfLine(head)
  const rows: SectionPart[] = []
  for (let row = at + 2; row < to && rowAt(lines, row) !== undefined; row += 1) {
    rows.push({ from: row, to: row + 1, columns })
  }
  return rows.length === 0 ? undefined : rows
}

function rowAt(lines: readonly Line[], at: number): string | undefined {
  const line = lines[at]
  if (line === undefined || line.fenced) return undefined
  const text = line.text.trim()
  return text.startsWith('|') && text.length > 1 ? text : undefined
}

/** The items of the list that begins here, each with the lines that are indented below it. */
function listAt(lines: readonly Line[], at: number, to: number): readonly SectionPart[] | undefined {
  const items: SectionPart[] = []
  for (let item = at; item < to && isItem(lines[item]); ) {
    let end = item + 1
    while (end < to && !isItem(lines[end]) && /^\s+\S/.test(lines[end]?.text ?? '')) end += 1
    items.push({ from: item, to: end, columns: [] })
    item = end
  }
  return items.length < 2 ? undefined : items
}

function isItem(line: Line | undefined): boolean {
  return line !== undefined && !line.fenced && !/^\s/.test(line.text) && listMarkAt(line.text, 0) !== undefined
}
