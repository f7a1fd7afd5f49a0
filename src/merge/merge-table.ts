/**
 * A table that both sides changed, row by row and cell by cell: decisions by their title, an index by its paths, routes
 * and all others by what their first cell says.
 */

import { plainWords } from '../bank/already-said.ts'
import { isSuperseded, titleBefore } from '../bank/decisions.ts'
import { columnKeys, isField, linkTargets } from '../bank/index-table.ts'
import { partColumns } from '../bank/labels.ts'
import { pageOf } from '../bank/page.ts'
import { cellsOfLine, printRow, printTable, replaceRow, type Table } from '../bank/tables.ts'
import type { BankPath } from '../base/bank-path.ts'
import { isIndexPath, MEMORY } from '../base/layout.ts'
import { latestDateIn, placeByDate } from '../base/dates.ts'
import { mergeLines } from './merge-lines.ts'
import { type ChangedUnit, mergeUnits } from './merge-units.ts'
import { type Contested, type Merged, unlessBoth } from './merged.ts'
import type { Unit } from './unit.ts'

export function mergeTable({ base, ours, theirs }: ChangedUnit, path: BankPath, ending: string): Merged {
  const texts = { base: base?.text ?? emptied(ours.text), ours: ours.text, theirs: theirs.text }
  const tables = { base: tableIn(texts.base), ours: tableIn(ours.text), theirs: tableIn(theirs.text) }
  const columns = unlessBoth({ base: tables.base?.names, ours: tables.ours?.names, theirs: tables.theirs?.names })
  const form = [tables.ours, tables.theirs].find((table) => table !== undefined && table.names === columns)
  const all = [tables.base, tables.ours, tables.theirs]
  if (form === undefined || !all.every((one) => one !== undefined && fits(one, form))) return mergeLines(texts)
  const roles = rolesOf(form, path)
  const rows = (table: OneTable | undefined): readonly Unit[] =>
    table === undefined ? [] : unitsOf(table, form, roles)
  const days = new Map<string, string | undefined>()
  const dayOf = ({ text }: Unit): string | undefined => {
    if (!days.has(text)) days.set(text, latestDateIn(text))
    return days.get(text)
  }
  const usual = path === MEMORY ? 'newest-first' : 'newest-last'
  return mergeUnits({ base: rows(tables.base), ours: rows(tables.ours), theirs: rows(tables.theirs) }, ending, {
    merge: (changed) => (changed.ours.kind === 'start' ? mergeHead(changed) : mergeRow(changed, roles)),
    place: (units, added) => {
      const day = roles.isDated ? dayOf(added) : undefined
      return day === undefined
        ? undefined
        : placeByDate(units.slice(1).map(dayOf), day, { usual, isBelowItsDay: true }) + 1
    },
  })
}

interface OneTable {
  readonly text: string
  readonly table: Table
  readonly columns: readonly string[]
  /** Its columns, as one word. */
  readonly names: string
}

function tableIn(text: string): OneTable | undefined {
  const [table] = pageOf(text).tables
  if (table === undefined) return undefined
  const columns = columnKeys(table.header.cells)
  return { text, table, columns, names: columns.join('|') }
}

/** Whether each cell has a column in the other table: of the same name, or where columns were renamed, at the same place. */
function fits(own: OneTable, form: OneTable): boolean {
  return isNamed(own, form) || isRenamed(own, form)
}

function isNamed(own: OneTable, form: OneTable): boolean {
  return own.columns.every((column) => form.columns.includes(column))
}

function isRenamed(own: OneTable, form: OneTable): boolean {
  const isInPlace = (column: string, at: number) => form.columns[at] === column || !form.columns.includes(column)
  return own.columns.length === form.columns.length && own.columns.every(isInPlace)
}

/** The head alone: what both sides would have begun with. */
function emptied(text: string): string {
  const [table] = pageOf(text).tables
  return table === undefined ? '' : text.slice(0, table.alignment.end)
}

/** What the columns are for. */
interface Roles {
  readonly title: number
  readonly derived: ReadonlySet<number>
  readonly isDated: boolean
}

function rolesOf({ table }: OneTable, path: BankPath): Roles {
  const keys = columnKeys(table.header.cells)
  if (isIndexPath(path) && keys.includes('path')) {
    const derived = keys.flatMap((key, column) => (isField(key) && key !== 'path' && key !== 'summary' ? [column] : []))
    return { title: keys.indexOf('path'), derived: new Set(derived), isDated: false }
  }
  const parts = partColumns(table, 'decision')
  const isDecided = parts !== undefined
  return { title: parts?.get('what') ?? 0, derived: new Set(), isDated: isDecided }
}

/** The head, then the rows, each with the cells that the merged table has. */
function unitsOf(own: OneTable, form: OneTable, { title }: Roles): readonly Unit[] {
  const { text, table } = own
  const head = own.names === form.names ? own : form
  const start: Unit = { kind: 'start', names: ['start'], text: head.text.slice(0, head.table.alignment.end), gap: '' }
  const ending = /(?:\r\n|\n|\r)$/.exec(start.text)?.[0] ?? '\n'
  const isAlike = isRenamed(own, form)
  // What hangs over stays below no name.
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

function mergeHead({ base, ours, theirs }: ChangedUnit): Merged {
  return mergeLines({ base: base?.text ?? '', ours: ours.text, theirs: theirs.text })
}

function mergeRow({ base, ours, theirs }: ChangedUnit, roles: Roles): Merged {
  const contested: Contested = { ours: ours.text, theirs: theirs.text }
  // Two who named it differently, or one who did while the other changed it, meant different things.
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
  const settled = unlessBoth<string | undefined>({ base, ours, theirs })
  if (settled !== undefined) return settled
  if (derived.has(column)) return ours
  if (column !== title || isSuperseded(ours) === isSuperseded(theirs)) return undefined
  return isSuperseded(ours) ? ours : theirs
}

/** The row with other cells; those that stay keep their bytes. */
function withCells(row: string, cells: readonly string[]): string {
  const head = printTable(
    cells.map(() => 'x'),
    [],
  )
  const [table] = pageOf(head + row).tables
  return table === undefined ? row : replaceRow(head + row, table, 0, cells).slice(head.length)
}
