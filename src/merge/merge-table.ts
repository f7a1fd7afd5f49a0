/**
 * Merges a table that both sides changed by row and cell. Rows match by title for decisions, by path for an index, and
 * otherwise by their first cell.
 */

import { isSuperseded, titleBefore } from '../bank/decisions.ts'
import { columnKeys, isField, linkTargets } from '../bank/index-table.ts'
import { partColumns } from '../bank/labels.ts'
import { pageOf } from '../bank/page.ts'
import { plainWords } from '../bank/same-topic.ts'
import { cellsOfLine, printRow, printTable, replaceRow, type Table } from '../bank/tables.ts'
import type { BankPath } from '../base/bank-path.ts'
import { latestDateIn, placeByDate } from '../base/dates.ts'
import { isIndexPath, MEMORY } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { mergeLines } from './merge-lines.ts'
import { type Contest, type MergeResult, mergeValue } from './merge-result.ts'
import { type ChangedUnit, mergeUnits } from './merge-units.ts'
import type { Unit } from './unit.ts'

export function mergeTable({ base, ours, theirs }: ChangedUnit, path: BankPath, ending: string): MergeResult {
  const texts = { base: base?.text ?? tableHead(ours.text), ours: ours.text, theirs: theirs.text }
  const tables = { base: tableIn(texts.base), ours: tableIn(ours.text), theirs: tableIn(theirs.text) }
  const columns = mergeValue({ base: tables.base?.names, ours: tables.ours?.names, theirs: tables.theirs?.names })
  const form = [tables.ours, tables.theirs].find((table) => table !== undefined && table.names === columns)
  const all = [tables.base, tables.ours, tables.theirs]
  if (form === undefined || !all.every((one) => one !== undefined && fits(one, form))) return mergeLines(texts)
  const roles = rolesOf(form, path)
  const rows = (table: ParsedTable | undefined): readonly Unit[] =>
    table === undefined ? [] : unitsOf(table, form, roles)
  const days = new Map<string, string | undefined>()
  const dayOf = ({ text }: Unit): string | undefined => {
    if (!days.has(text)) days.set(text, latestDateIn(text))
    return days.get(text)
  }
  const usual = path === MEMORY ? 'newest-first' : 'newest-last'
  return mergeUnits({ base: rows(tables.base), ours: rows(tables.ours), theirs: rows(tables.theirs) }, ending, {
    most: path === MEMORY && roles.isDated ? LIMITS.decisionHighlights : undefined,
    merge: (changed) => (changed.ours.kind === 'start' ? mergeHead(changed) : mergeRow(changed, roles)),
    place: (units, added) => {
      const day = roles.isDated ? dayOf(added) : undefined
      return day === undefined
        ? undefined
        : placeByDate(units.slice(1).map(dayOf), day, { usual, isBelowItsDay: true }) + 1
    },
  })
}

interface ParsedTable {
  readonly text: string
  readonly table: Table
  readonly columns: readonly string[]
  /** Its columns, joined. */
  readonly names: string
}

function tableIn(text: string): ParsedTable | undefined {
  const [table] = pageOf(text).tables
  if (table === undefined) return undefined
  const columns = columnKeys(table.header.cells)
  return { text, table, columns, names: columns.join('|') }
}

/** Whether each cell has a column in the other table: by name, or by position if columns were renamed. */
function fits(own: ParsedTable, form: ParsedTable): boolean {
  return isNamed(own, form) || isRenamed(own, form)
}

function isNamed(own: ParsedTable, form: ParsedTable): boolean {
  return own.columns.every((column) => form.columns.includes(column))
}

function isRenamed(own: ParsedTable, form: ParsedTable): boolean {
  const isInPlace = (column: string, at: number) => form.columns[at] === column || !form.columns.includes(column)
  return own.columns.length === form.columns.length && own.columns.every(isInPlace)
}

/** Only the head, as the common ancestor of tables that both sides created. */
function tableHead(text: string): string {
  const [table] = pageOf(text).tables
  return table === undefined ? '' : text.slice(0, table.alignment.end)
}

/** The meaning of the columns. */
interface Roles {
  readonly title: number
  readonly derived: ReadonlySet<number>
  readonly isDated: boolean
}

function rolesOf({ table }: ParsedTable, path: BankPath): Roles {
  const keys = columnKeys(table.header.cells)
  if (isIndexPath(path) && keys.includes('path')) {
    const derived = keys.flatMap((key, column) => (isField(key) && key !== 'path' && key !== 'summary' ? [column] : []))
    return { title: keys.indexOf('path'), derived: new Set(derived), isDated: false }
  }
  const parts = partColumns(table, 'decision')
  const isDecided = parts !== undefined
  return { title: parts?.get('what') ?? 0, derived: new Set(), isDated: isDecided }
}

/** The head, then the rows, each with the columns of the merged table. */
function unitsOf(own: ParsedTable, form: ParsedTable, { title }: Roles): readonly Unit[] {
  const { text, table } = own
  const head = own.names === form.names ? own : form
  const start: Unit = { kind: 'start', names: ['start'], text: head.text.slice(0, head.table.alignment.end), gap: '' }
  const ending = /(?:\r\n|\n|\r)$/.exec(start.text)?.[0] ?? '\n'
  const isAlike = isRenamed(own, form)
  // Cells beyond the last column stay at the end.
  const projected = (cells: readonly string[]) => [
    ...form.columns.map((column) => cells[own.columns.indexOf(column)] ?? ''),
    ...cells.slice(own.columns.length),
  ]
  return [
    start,
    ...table.rows.map((row): Unit => {
      const cells = isAlike ? row.cells : projected(row.cells)
      const line = isAlike ? text.slice(row.start, row.end) : printRow(cells) + ending
      const name = cells[title] ?? ''
      const words = plainWords(titleBefore(name)) || name.trim()
      const target = linkTargets(name)[0] ?? words
      return { kind: 'row', names: [`row ${target}`, `row ${cells.join('|')}`], text: line, gap: '' }
    }),
  ]
}

function mergeHead({ base, ours, theirs }: ChangedUnit): MergeResult {
  return mergeLines({ base: base?.text ?? '', ours: ours.text, theirs: theirs.text })
}

function mergeRow({ base, ours, theirs }: ChangedUnit, roles: Roles): MergeResult {
  const contested: Contest = { ours: ours.text, theirs: theirs.text }
  // Different names, or a new name against another change, are different intentions.
  if (ours.names[0] !== theirs.names[0]) return [contested]
  const [was, left, right] = [base?.text, ours.text, theirs.text].map((text) =>
    text === undefined ? undefined : cellsOfLine(text.replace(/[\r\n]+$/, '')),
  )
  const width = Math.max(left?.length ?? 0, right?.length ?? 0)
  const cells = Array.from({ length: width }, (_, column) =>
    settleCell({ base: was?.[column], ours: left?.[column] ?? '', theirs: right?.[column] ?? '' }, column, roles),
  )
  if (!cells.every((cell) => cell !== undefined)) return [contested]
  if (cells.join('\0') === left?.join('\0')) return [ours.text]
  return [cells.join('\0') === right?.join('\0') ? theirs.text : withCells(ours.text, cells)]
}

function settleCell(
  { base, ours, theirs }: { readonly base: string | undefined; readonly ours: string; readonly theirs: string },
  column: number,
  { title, derived }: Roles,
): string | undefined {
  const settled = mergeValue<string | undefined>({ base, ours, theirs })
  if (settled !== undefined) return settled
  if (derived.has(column)) return ours
  if (column !== title || isSuperseded(ours) === isSuperseded(theirs)) return undefined
  return isSuperseded(ours) ? ours : theirs
}

/** The row with new cells. Unchanged cells keep their bytes. */
function withCells(row: string, cells: readonly string[]): string {
  const head = printTable(
    cells.map(() => 'x'),
    [],
  )
  const [table] = pageOf(head + row).tables
  return table === undefined ? row : replaceRow(head + row, table, 0, cells).slice(head.length)
}
