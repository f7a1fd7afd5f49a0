/**
 * The GFM tables of a text: find them, read their cells, change their rows.
 *
 * Cells are read as GitHub does: `\|` is a pipe, and a bare pipe splits a cell even inside a code span. Edits are
 * splices at source offsets, so all other text keeps its bytes.
 */

import type { Span, Splice } from '../base/splice.ts'
import { beginsBlock, type Line } from './lines.ts'
import type { Page } from './page.ts'

export interface Table {
  readonly start: number
  /** The offset after the last row's line end. */
  readonly end: number
  readonly header: Row
  readonly alignment: Row
  /** The rows below the alignment row. */
  readonly rows: readonly Row[]
}

export interface Row {
  readonly start: number
  /** The offset after the row's line end. */
  readonly end: number
  /** Unescaped and trimmed. A row may have fewer or more cells than the header. */
  readonly cells: readonly string[]
  /** The place of each cell's trimmed text; empty for an empty cell. */
  readonly spans: readonly Span[]
}

export interface TableEdit {
  /** New cells by row. Undefined or an equal text keeps a cell's bytes. */
  readonly set?: ReadonlyMap<number, readonly (string | undefined)[]>
  readonly remove?: ReadonlySet<number>
  readonly append?: readonly (readonly string[])[]
}

/** `Page.tables` is the only caller. */
export function findTables({ text, lines }: Pick<Page, 'text' | 'lines'>): readonly Table[] {
  const tables: Table[] = []
  const mayHold = (index: number): Line | undefined => {
    const line = lines[index]
    return line === undefined || line.fenced || line.commented || beginsBlock(line.text) ? undefined : line
  }
  for (let index = 1; index < lines.length; index += 1) {
    if (!DELIMITER_LINE.test(lines[index]?.text ?? '')) continue
    const [head, delimiter] = [mayHold(index - 1), mayHold(index)]
    if (head === undefined || delimiter === undefined) continue
    const [header, alignment] = [readRow(head, text), readRow(delimiter, text)]
    if (header.cells.length !== alignment.cells.length || !isDelimiterRow(alignment.cells)) continue
    const rows: Row[] = []
    for (let line = mayHold(index + 1); line !== undefined; line = mayHold(index + 1)) {
      rows.push(readRow(line, text))
      index += 1
    }
    tables.push({ start: header.start, end: (rows.at(-1) ?? alignment).end, header, alignment, rows })
  }
  return tables
}

/** The column with one of these names, ignoring case and decoration. */
export function columnNamed(table: Table, ...names: readonly string[]): number | undefined {
  const wanted = new Set(names.map(bareName))
  const index = table.header.cells.findIndex((cell) => wanted.has(bareName(cell)))
  return index === -1 ? undefined : index
}

export function replaceRow(
  text: string,
  table: Table,
  rowIndex: number,
  cells: readonly (string | undefined)[],
): string {
  return editTable(text, table, { set: new Map([[rowIndex, cells]]) })
}

export function appendRows(text: string, table: Table, rows: readonly (readonly string[])[]): string {
  return editTable(text, table, { append: rows })
}

/** Inserts a row above the row at this index, or below all rows. */
export function insertRow(text: string, table: Table, index: number, cells: readonly string[]): string {
  const next = table.rows[index]
  if (next === undefined) return appendRows(text, table, [cells])
  const row = indentOf(text, table) + printRow(cells) + endOfRow(text, table.header)
  return applySplices(text, [{ start: next.start, end: next.start, text: row }])
}

export function removeRows(text: string, table: Table, rowIndexes: Iterable<number>): string {
  return editTable(text, table, { remove: new Set(rowIndexes) })
}

export function editTable(text: string, table: Table, edit: TableEdit): string {
  return applySplices(text, tableSplices(text, table, edit))
}

/** The splices of `editTable`, for edits of several tables at once. */
export function tableSplices(text: string, table: Table, edit: TableEdit): readonly Splice[] {
  const { set = new Map(), remove = new Set(), append = [] } = edit
  const edited = table.rows.flatMap((row, index): readonly Splice[] =>
    remove.has(index) ? [{ start: row.start, end: row.end, text: '' }] : cellSplices(text, row, set.get(index) ?? []),
  )
  if (append.length === 0) return edited
  const isOpen = endOfRow(text, table.rows.at(-1) ?? table.alignment) === '' && !remove.has(table.rows.length - 1)
  const ending = endOfRow(text, table.header)
  const rows = append.map((cells) => indentOf(text, table) + printRow(cells))
  const lines = rows.map((row) => (isOpen ? ending + row : row + ending))
  return [...edited, { start: table.end, end: table.end, text: lines.join('') }]
}

function indentOf(text: string, table: Table): string {
  return /^[ \t]*/.exec(text.slice(contentStart(text, table.header.start)))?.[0] ?? ''
}

/** Adds a last column. Rows without a value get an empty cell. */
export function addColumn(text: string, table: Table, name: string, values: readonly string[] = []): string {
  const width = table.header.cells.length
  const put = (row: Row, value: string): readonly Splice[] => {
    if (row.cells.length <= width) return cellSplices(text, row, at(width, value))
    // If a row is longer than the header, its extra cells must not end up under the new column name.
    const overhang = row.spans[width]?.start ?? row.end
    return [{ start: overhang, end: overhang, text: `${printCell(value)} | ` }]
  }
  return applySplices(text, [
    ...cellSplices(text, table.header, at(width, name)),
    ...cellSplices(text, table.alignment, at(width, '---')),
    ...table.rows.flatMap((row, index) => put(row, values[index] ?? '')),
  ])
}

/** Reads any line as a table row. */
function rowOfLine(line: string): Row {
  return readRow({ start: 0, end: line.length, text: line }, line)
}

export function cellsOfLine(line: string): readonly string[] {
  return rowOfLine(line).cells
}

/** Whether a line that begins with a pipe is the delimiter row of a table. */
export function isDelimiterLine(line: string): boolean {
  return DELIMITER_LINE.test(line) && isDelimiterRow(cellsOfLine(line))
}

export function isDelimiterRow(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell))
}

/** Prints a table with `\n` line ends. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [printRow(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(printRow)]
  return lines.map((line) => `${line}\n`).join('')
}

export function printRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => ` ${printCell(cell)} `).join('|')}|`
}

export function printCell(value: string): string {
  return normalCell(value).replaceAll('|', '\\|')
}

/** A value as a cell can hold it: one trimmed line. Printing and reading a value gives this back. */
export function normalCell(value: string): string {
  const line = value.replace(/\r\n|\r|\n/g, ' ')
  const { start, end } = trimmed(line, 0, line.length)
  return line.slice(start, end)
}

/** The splices must not overlap. Insertions at one place keep the order given. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let done = 0
  for (const splice of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(done, splice.start), splice.text)
    done = splice.end
  }
  parts.push(text.slice(done))
  return parts.join('')
}

const DELIMITER_LINE = /^[ \t\v\f:-]*\|[ \t\v\f|:-]*$/

function readRow(line: Pick<Line, 'start' | 'end' | 'text'>, text: string): Row {
  const base = contentStart(text, line.start)
  const source = line.text
  const spans: Span[] = []
  const push = (from: number, to: number) => {
    const { start, end } = trimmed(source, from, to)
    // A new text in an empty cell starts after one space.
    const skip = start === end && from < to ? from + 1 - start : 0
    spans.push({ start: base + start + skip, end: base + end + skip })
  }
  let cellStart = trimmed(source, 0, source.length).start
  if (source[cellStart] === '|') cellStart += 1
  for (let pipe = source.indexOf('|', cellStart); pipe !== -1; pipe = source.indexOf('|', pipe + 1)) {
    if (source[pipe - 1] === '\\') continue
    push(cellStart, pipe)
    cellStart = pipe + 1
  }
  const rest = trimmed(source, cellStart, source.length)
  if (rest.start < rest.end) push(cellStart, source.length)
  const cells = spans.map((span) => text.slice(span.start, span.end).replaceAll('\\|', '|'))
  return { start: line.start, end: line.end, cells, spans }
}

function cellSplices(text: string, row: Row, cells: readonly (string | undefined)[]): readonly Splice[] {
  const changed = row.spans.flatMap((span, index) => {
    const value = cells[index]
    if (value === undefined || normalCell(value) === row.cells[index]) return []
    // Without its outer pipe a row could become a list, a heading or a blank line.
    const isBare = index === 0 && !opensWithPipe(text, row)
    const before = isBare ? '| ' : text[span.start - 1] === '|' ? ' ' : ''
    const after = text[span.end] === '|' ? ' ' : ''
    return [{ start: span.start, end: span.end, text: before + printCell(value) + after }]
  })
  const beyond = cells.slice(row.spans.length)
  if (beyond.length === 0) return changed
  const { end } = trimmed(text, row.start, row.end - endOfRow(text, row).length)
  const isClosed = text[end - 1] === '|' && text[end - 2] !== '\\'
  const added = beyond.map((value) => ` ${printCell(value ?? '')} |`).join('')
  return [...changed, { start: end, end, text: (isClosed ? '' : ' |') + added }]
}

function at(index: number, value: string): readonly (string | undefined)[] {
  return [...new Array<undefined>(index).fill(undefined), value]
}

/** The normalised form for comparing headers: without decoration and case. */
export function bareName(cell: string): string {
  return cell.replace(/[`*_]/g, '').trim().toLowerCase()
}

function endOfRow(text: string, row: Span): string {
  const end = text[row.end - 1]
  if (end === '\r') return '\r'
  if (end !== '\n') return ''
  return text[row.end - 2] === '\r' ? '\r\n' : '\n'
}

/** A byte order mark belongs to the first line's bytes, but not to its text. */
function contentStart(text: string, start: number): number {
  return start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : start
}

function opensWithPipe(text: string, row: Row): boolean {
  return text[trimmed(text, contentStart(text, row.start), row.end).start] === '|'
}

function trimmed(source: string, from: number, to: number): Span {
  let start = from
  let end = to
  while (start < end && isSpace(source.charCodeAt(start))) start += 1
  while (end > start && isSpace(source.charCodeAt(end - 1))) end -= 1
  return { start, end }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0b || code === 0x0c
}
