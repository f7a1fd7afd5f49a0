/**
 * A damaged index made readable again, before it is brought up to date.
 *
 * Only what keeps the table from being a table is touched (a lost header or alignment row, the marks of
 * a merge conflict, missing columns), so every row, summary and extra column a person wrote is still there.
 */

import { type EditableText, editableText, isEditable } from '../bank/editable-text.ts'
import { columnKeys, type IndexTable, indexColumns, indexTables, isField, pathsInCell } from '../bank/index-table.ts'
import { endingOf, type Line, scanLines } from '../bank/lines.ts'
import { addColumn, applySplices, cellsOfLine, commentedLines, findTables, printRow } from '../bank/tables.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { IndexedFolder } from '../core/layout.ts'
import type { Splice } from '../core/splice.ts'

export interface Repaired {
  readonly text: string
  /** Whether anything had to be mended. */
  readonly damaged: boolean
}

export function repairIndex(path: BankPath, text: string, folder: IndexedFolder, known: ReadonlySet<string>): Repaired {
  const merged = withoutConflictMarks(text)
  const editable = editableText(path, merged)
  if (editable === undefined) return { text, damaged: false }
  const whole = withHeaders(merged, editable, folder, known)
  return { text: whole, damaged: whole !== text }
}

/** The index tables outside the user block. */
export function ownIndexTables(path: BankPath, text: string): readonly IndexTable[] {
  const editable = editableText(path, text)
  return editable === undefined ? [] : indexTables(text).filter(({ table }) => isEditable(editable, table))
}

/** Every index table with these columns, those it lacks added as its last ones. */
export function widenIndex(path: BankPath, text: string, headers: readonly string[]): string {
  const wanted = columnKeys(headers)
  let widened = text
  for (const [index, found] of ownIndexTables(path, text).entries()) {
    for (const [column, key] of wanted.entries()) {
      if (found.keys.includes(key)) continue
      // Offsets move with every column added: the table is found anew, by its place among the others.
      const table = ownIndexTables(path, widened)[index]?.table
      if (table !== undefined) widened = addColumn(widened, table, headers[column] ?? '')
    }
  }
  return widened
}

const CONFLICT_START = /^<{7}(?: |$)/
const CONFLICT_MIDDLE = /^={7}$/
const CONFLICT_BASE = /^\|{7}(?: |$)/
const CONFLICT_END = /^>{7}(?: |$)/

/** Both sides of a merge conflict stay; rows that then stand twice are judged as duplicates. */
function withoutConflictMarks(text: string): string {
  const lines = scanLines(text)
  const has = (mark: RegExp) => lines.some((line) => mark.test(line.text))
  if (!has(CONFLICT_START) || !has(CONFLICT_MIDDLE) || !has(CONFLICT_END)) return text
  const marks = [CONFLICT_START, CONFLICT_BASE, CONFLICT_MIDDLE, CONFLICT_END]
  const splices = lines
    .filter((line) => marks.some((mark) => mark.test(line.text)))
    .map((line): Splice => ({ start: line.start, end: line.end, text: '' }))
  return applySplices(text, splices)
}

/** Runs of `| … |` lines that list files and are no table, given the rows that make them one. */
function withHeaders(text: string, editable: EditableText, folder: IndexedFolder, known: ReadonlySet<string>): string {
  const lines = scanLines(text)
  const commented = commentedLines(lines)
  const tabled = new Set(
    findTables(text).flatMap((table) => [table.header, table.alignment, ...table.rows].map((row) => row.start)),
  )
  const isStray = (line: Line, index: number) =>
    /^ {0,3}\|/.test(line.text) &&
    !line.fenced &&
    !commented.has(index) &&
    !tabled.has(line.start) &&
    isEditable(editable, line)
  const splices: Splice[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const first = lines[index]
    if (first === undefined || !isStray(first, index)) continue
    const run: Line[] = []
    for (let line = lines[index]; line !== undefined && isStray(line, index); line = lines[index]) {
      run.push(line)
      index += 1
    }
    splices.push(...headerSplices(text, run, folder, known))
  }
  const mended = applySplices(text, splices)
  return indexTables(mended).length > indexTables(text).length ? mended : text
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

/** The row of dashes that a header lacks, in place of a damaged one. */
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
