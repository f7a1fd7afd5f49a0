/**
 * Repairs a damaged index before it is updated.
 *
 * Only the damage is fixed (a lost header or alignment row, conflict markers, missing columns), so rows, summaries and
 * extra columns survive.
 */

import { columnKeys, type IndexTable, indexColumns, indexTables, isField, pathsInCell } from '../bank/index-table.ts'
import { endingOf, type Line } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { addColumn, applySplices, cellsOfLine, printRow } from '../bank/tables.ts'
import type { IndexedFolder } from '../base/layout.ts'
import type { Splice } from '../base/splice.ts'

/** Returns the same page if nothing was damaged. */
export function repairIndex(page: Page, folder: IndexedFolder, known: ReadonlySet<string>): Page {
  const merged = withoutConflictMarks(page)
  return merged.editable === undefined ? page : withHeaders(merged, folder, known)
}

/** The index tables outside the user block. */
export function ownIndexTables(page: Page): readonly IndexTable[] {
  return indexTables(page).filter(({ table }) => page.isEditable(table))
}

/** Adds missing columns at the end of every index table. */
export function widenIndex(page: Page, headers: readonly string[]): Page {
  const wanted = columnKeys(headers)
  let widened = page
  for (const [index, found] of ownIndexTables(page).entries()) {
    for (const [column, key] of wanted.entries()) {
      if (found.keys.includes(key)) continue
      // Each new column moves offsets, so the table is found again by its position.
      const table = ownIndexTables(widened)[index]?.table
      if (table !== undefined) widened = widened.with(addColumn(widened.text, table, headers[column] ?? ''))
    }
  }
  return widened
}

const CONFLICT_START = /^<{7}(?: |$)/
const CONFLICT_MIDDLE = /^={7}$/
const CONFLICT_BASE = /^\|{7}(?: |$)/
const CONFLICT_END = /^>{7}(?: |$)/

/** Keeps both sides of a merge conflict. Duplicate rows are resolved later. */
function withoutConflictMarks(page: Page): Page {
  const { lines } = page
  const has = (mark: RegExp) => lines.some((line) => mark.test(line.text))
  if (!has(CONFLICT_START) || !has(CONFLICT_MIDDLE) || !has(CONFLICT_END)) return page
  const marks = [CONFLICT_START, CONFLICT_BASE, CONFLICT_MIDDLE, CONFLICT_END]
  const splices = lines
    .filter((line) => marks.some((mark) => mark.test(line.text)))
    .map((line): Splice => ({ start: line.start, end: line.end, text: '' }))
  return page.with(applySplices(page.text, splices))
}

/** Adds a header to runs of `| … |` lines that list files and are not a table. */
function withHeaders(page: Page, folder: IndexedFolder, known: ReadonlySet<string>): Page {
  const { text, lines } = page
  const tabled = new Set(
    page.tables.flatMap((table) => [table.header, table.alignment, ...table.rows].map((row) => row.start)),
  )
  const isStray = (line: Line) =>
    /^ {0,3}\|/.test(line.text) && !line.fenced && !line.commented && !tabled.has(line.start) && page.isEditable(line)
  const splices: Splice[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const first = lines[index]
    if (first === undefined || !isStray(first)) continue
    const run: Line[] = []
    for (let line = lines[index]; line !== undefined && isStray(line); line = lines[index]) {
      run.push(line)
      index += 1
    }
    splices.push(...headerSplices(text, run, folder, known))
  }
  const mended = page.with(applySplices(text, splices))
  return indexTables(mended).length > indexTables(page).length ? mended : page
}

function headerSplices(
  text: string,
  run: readonly Line[],
  folder: IndexedFolder,
  known: ReadonlySet<string>,
): readonly Splice[] {
  const [first, second] = run
  if (first === undefined) return []
  const keys = columnKeys(cellsOfLine(first.text))
  const isHeader = keys.includes('path') && keys.some((key) => key !== 'path' && isField(key))
  if (isHeader) return [alignmentBelow(text, first, second)]
  const listsFile = run.some((line) =>
    pathsInCell(cellsOfLine(line.text)[0] ?? '', folder).some((candidate) => known.has(candidate)),
  )
  if (!listsFile) return []
  const width = Math.max(...run.map((line) => cellsOfLine(line.text).length))
  const columns = [...indexColumns(folder), ...Array.from({ length: width }, (_, extra) => `column ${extra + 1}`)]
  const header = columns.slice(0, Math.max(width, 2))
  const above = [printRow(header), alignmentOf(header)].map((line) => line + endingOf(text)).join('')
  const start = first.start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : first.start
  return [{ start, end: isAlignmentLine(first) ? first.end : start, text: above }]
}

/** Inserts or replaces the row of dashes below a header. */
function alignmentBelow(text: string, header: Line, below: Line | undefined): Splice {
  const alignment = alignmentOf(cellsOfLine(header.text))
  if (below !== undefined && isAlignmentLine(below)) {
    return { start: below.start, end: below.start + below.text.length, text: alignment }
  }
  const ending = endingOf(text)
  const isLast = !/[\r\n]/.test(text[header.end - 1] ?? '')
  return { start: header.end, end: header.end, text: isLast ? ending + alignment : alignment + ending }
}

function alignmentOf(header: readonly string[]): string {
  return `|${header.map(() => '---').join('|')}|`
}

function isAlignmentLine(line: Line): boolean {
  return /^[\s|:-]+$/.test(line.text)
}
