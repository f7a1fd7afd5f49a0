/**
 * Fills the rows of an index: one for every file, in the table where it belongs.
 *
 * A row keeps its place, its summary and the cells a person added. It is removed with its file, moves when its status
 * or type changes, and follows a moved file.
 */

import type { Draft } from '../bank/draft.ts'
import { cellOf, columnKeys, type IndexTable, linkTo, pathsInCell } from '../bank/index-table.ts'
import { statusIn, statusNamed, stripMarkup, typeIn, typeNamed } from '../bank/labels.ts'
import { countNewlines } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import type { FileDate } from '../bank/snapshot.ts'
import { applySplices, type Row, tableSplices } from '../bank/tables.ts'
import { LEARNING_TYPES, type LearningType, STATUSES } from '../base/addition.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import type { Language } from '../base/language.ts'
import { folderPath, type IndexedFolder } from '../base/layout.ts'
import { guessType, headingOf, nameOf, summaryOf } from './index-facts.ts'
import type { NewTable } from './index-text.ts'
import type { OldIndexRow } from './old-index.ts'
import { ownIndexTables } from './repair-index.ts'

export interface IndexInput {
  readonly language: Language
  /** YYYY-MM-DD, for files without a date. */
  readonly today: string
  readonly dates: ReadonlyMap<BankPath, FileDate>
  /** True if a missing index existed before, by Memory Bank's record or git. Creating the first one is not a repair. */
  readonly wasMade?: ((path: BankPath) => boolean) | undefined
  /** Summaries and types from an earlier index, for rows that are still empty. */
  readonly indexed?: ReadonlyMap<BankPath, OldIndexRow> | undefined
}

/** One file of an index: the main file, or the one for a type of learnings. */
export interface Sheet {
  readonly path: BankPath
  readonly was: string | undefined
  readonly type: LearningType | undefined
  page: Page
  damaged: boolean
}

/** One table (or several of a person's), a table for each status, or a file for each type. */
export type Arrangement = 'together' | 'by status' | 'by type'

export interface RowsInput {
  readonly draft: Draft
  readonly folder: IndexedFolder
  readonly files: readonly BankPath[]
  /** Their tables already have all columns. */
  readonly sheets: readonly Sheet[]
  readonly arrangement: Arrangement
  readonly columns: readonly string[]
  readonly newSheet: (type: LearningType) => Sheet
  readonly index: IndexInput
}

export interface FilledRows {
  /** New tables, for rows that have none yet. */
  readonly additions: ReadonlyMap<Sheet, readonly NewTable[]>
  readonly homes: ReadonlyMap<BankPath, Sheet>
}

/** Edits the rows of the sheets in place. */
export function fillRows(input: RowsInput): FilledRows {
  const places = input.sheets.flatMap((sheet) => placesIn(sheet, input.arrangement))
  const rows = rowsByFile(input, places)
  const homes = new Map<BankPath, Sheet>()
  const lastPlace = new Map(places.map((place) => [place.slot, place]))
  const waiting = new Map<string, Waiting[]>()
  for (const path of input.files) {
    const existing = rows.get(path)
    const cells = cellsFor(input, path, existing)
    const slot = slotFor(input.arrangement, cells)
    if (existing !== undefined && existing.place.slot === slot) {
      existing.place.set.set(existing.index, rowIn(existing.place.table, cells))
      homes.set(path, existing.place.sheet)
      continue
    }
    existing?.place.remove.add(existing.index)
    const place = places.findLast((one) => one.slot === slot && isOfType(one, cells)) ?? lastPlace.get(slot)
    if (place === undefined) {
      gather(waiting, slot, { path, cells })
      continue
    }
    place.append.push(rowIn(place.table, cells).map((cell) => cell ?? ''))
    homes.set(path, place.sheet)
  }
  for (const sheet of input.sheets) {
    const edits = places.filter((place) => place.sheet === sheet)
    const { text } = sheet.page
    const splices = edits.flatMap((place) => tableSplices(text, place.table.table, place))
    sheet.page = sheet.page.with(applySplices(text, splices))
  }
  return { additions: newTables(input, places, waiting, homes), homes }
}

function rowIn({ keys }: IndexTable, cells: ReadonlyMap<string, string>): readonly (string | undefined)[] {
  return keys.map((key) => cells.get(key))
}

/** True if the tables are under headings of status. A single table does not show that. */
export function isGrouped(sheet: Sheet): boolean {
  const places = placesIn(sheet, 'by status')
  return places.length > 1 && places.every((place) => place.slot !== undefined)
}

/** The heading for rows with an unknown status. */
const OTHER = 'Other'

/** A table, the rows that belong in it, and the edits to them. */
interface Place {
  readonly sheet: Sheet
  readonly table: IndexTable
  readonly slot: string | undefined
  /** The type of learning named by the heading above the table. */
  readonly type: LearningType | undefined
  readonly set: Map<number, readonly (string | undefined)[]>
  readonly remove: Set<number>
  readonly append: (readonly string[])[]
}

/** A row that waits for a new table. */
interface Waiting {
  readonly path: BankPath
  readonly cells: ReadonlyMap<string, string>
}

interface ExistingRow {
  readonly place: Place
  readonly index: number
  readonly row: Row
}

function placesIn(sheet: Sheet, arrangement: Arrangement): readonly Place[] {
  const { sections } = sheet.page
  return ownIndexTables(sheet.page).map((table) => {
    const heading = sections.findLast((section) => section.start < table.table.start)?.heading.replace(/^#+\s*/, '')
    const slots: Readonly<Record<Arrangement, string | undefined>> = {
      together: '',
      'by status': heading === OTHER ? OTHER : statusNamed(heading ?? ''),
      'by type': sheet.type,
    }
    const edits = { set: new Map(), remove: new Set<number>(), append: [] }
    return { sheet, table, slot: slots[arrangement], type: typeNamed(heading ?? ''), ...edits }
  })
}

function isOfType(place: Place, cells: ReadonlyMap<string, string>): boolean {
  return place.type !== undefined && place.type === typeNamed(cells.get('type') ?? '')
}

/** The row of each file. Rows of missing files, and all but one row of a file, are marked for removal. */
function rowsByFile(input: RowsInput, places: readonly Place[]): ReadonlyMap<BankPath, ExistingRow> {
  const listed = new Set(input.files)
  const rows = new Map<BankPath, ExistingRow>()
  const gone = new Map<string, ExistingRow[]>()
  for (const place of places) {
    for (const [index, row] of place.table.table.rows.entries()) {
      const existing = { place, index, row }
      const candidates = pathsInCell(cellOf(place.table, row, 'path'), input.folder)
      const path = candidates.find((candidate) => listed.has(candidate))
      if (path !== undefined) keepBetter(rows, path, existing)
      else if (isGone(input.draft, candidates)) {
        gather(gone, baseName(candidates.at(-1) ?? ''), existing)
        place.remove.add(index)
      }
    }
  }
  for (const [path, existing] of movedRows(input.files, rows, gone)) {
    existing.place.remove.delete(existing.index)
    rows.set(path, existing)
  }
  return rows
}

/** Of two rows for one file the first stays, unless only the second has a summary. */
function keepBetter(rows: Map<BankPath, ExistingRow>, path: BankPath, existing: ExistingRow): void {
  const rival = rows.get(path)
  const stays = rival === undefined || (summaryIn(rival) === '' && summaryIn(existing) !== '')
  if (stays) rows.set(path, existing)
  const loser = stays ? rival : existing
  loser?.place.remove.add(loser.index)
}

/** Matches rows of missing files to files without a row that have the same name, if both are unique. */
function movedRows(
  files: readonly BankPath[],
  rows: ReadonlyMap<BankPath, ExistingRow>,
  gone: ReadonlyMap<string, readonly ExistingRow[]>,
): ReadonlyMap<BankPath, ExistingRow> {
  const unlisted = new Map<string, BankPath[]>()
  for (const path of gone.size === 0 ? [] : files) {
    const name = baseName(path)
    if (!rows.has(path) && !/^(?:readme|index)\.md$/i.test(name)) gather(unlisted, name, path)
  }
  const moved = new Map<BankPath, ExistingRow>()
  for (const [name, paths] of unlisted) {
    const [path, existing] = [onlyOne(paths), onlyOne(gone.get(name) ?? [])]
    if (path !== undefined && existing !== undefined) moved.set(path, existing)
  }
  return moved
}

function onlyOne<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined
}

/**
 * True if the row names one Markdown file that the bank does not have. Files excluded by a sparse checkout count as
 * present.
 */
function isGone(draft: Draft, candidates: readonly BankPath[]): boolean {
  const named = candidates.at(-1) ?? ''
  return /^(?:(?!\.md).)*\.md$/is.test(named) && !candidates.some((candidate) => draft.isInBank(candidate))
}

function summaryIn(existing: ExistingRow): string {
  return cellOf(existing.place.table, existing.row, 'summary')
}

/** The cells of a file's row, keyed by column. Columns that a person added are kept. */
export function cellsFor(
  { draft, folder, index }: Pick<RowsInput, 'draft' | 'folder' | 'index'>,
  path: BankPath,
  existing?: ExistingRow,
): ReadonlyMap<string, string> {
  const page = draft.page(path)
  const date = index.dates.get(path)
  const cells = new Map(existing?.place.table.keys.map((key, column) => [key, existing.row.cells[column] ?? '']))
  const said = (key: string) => cells.get(key) ?? ''
  const heading = headingOf(page)
  const title = heading ?? (said('title') || nameOf(path))
  if (!pathsInCell(said('path'), folder).includes(path)) cells.set('path', pathCell(path, folder))
  if (stripMarkup(said('title')) !== stripMarkup(title)) cells.set('title', title)
  const before = index.indexed?.get(path)
  if (said('summary') === '') cells.set('summary', before?.summary ?? summaryOf(page, title, index.language))
  putDate(cells, date, index.today)
  cells.set('size', String(countNewlines(page.text)))
  if (folder === 'requirements') cells.set('status', statusCell(said('status'), page))
  const guess = () => existing?.place.type ?? before?.type ?? guessType(page, title)
  if (folder === 'learnings') cells.set('type', typeCell(said('type'), page, guess))
  return cells
}

/** A cell cannot hold a line break; an encoded link can. */
function pathCell(path: BankPath, folder: IndexedFolder): string {
  return /[\r\n]/.test(path) ? linkTo(path.slice(folderPath(folder).length + 1)) : path
}

/** The date changes only with the file, so a commit or a clone alone changes no row (S6). */
function putDate(cells: Map<string, string>, date: FileDate | undefined, today: string): void {
  const updated = cells.get('updated') ?? ''
  const stands = updated !== '' && (date?.isAsIndexed === true || updated === date?.touched)
  if (!stands) cells.set('updated', date?.updated ?? today)
  const hasAuthor = (cells.get('author') ?? '') !== ''
  if (date?.author !== undefined && !(stands && hasAuthor)) cells.set('author', date.author)
}

/** The status that the file names, else the cell's own wording. */
function statusCell(cell: string, page: Page): string {
  const status = statusIn(page)
  if (status !== undefined && statusNamed(cell) !== status) return status
  return cell === '' ? STATUSES[0] : cell
}

function typeCell(cell: string, page: Page, guess: () => string): string {
  const type = typeIn(page)
  if (type !== undefined && typeNamed(cell) !== type) return type
  return cell === '' ? guess() : cell
}

function slotFor(arrangement: Arrangement, cells: ReadonlyMap<string, string>): string {
  switch (arrangement) {
    case 'together':
      return ''
    case 'by status':
      return statusNamed(cells.get('status') ?? '') ?? OTHER
    case 'by type':
      return typeNamed(cells.get('type') ?? '') ?? LEARNING_TYPES[0]
  }
}

/** Tables for the waiting rows, and an empty table for an index that would have no table. */
function newTables(
  input: RowsInput,
  places: readonly Place[],
  waiting: ReadonlyMap<string, readonly Waiting[]>,
  homes: Map<BankPath, Sheet>,
): ReadonlyMap<Sheet, readonly NewTable[]> {
  const { arrangement, sheets } = input
  const header = places[0]?.table.table.header.cells ?? input.columns
  const keys = columnKeys(header)
  const additions = new Map<Sheet, NewTable[]>()
  for (const [slot, rows] of [...waiting].toSorted(([a], [b]) => SLOTS.indexOf(a) - SLOTS.indexOf(b))) {
    const type = arrangement === 'by type' ? LEARNING_TYPES.find((one) => one === slot) : undefined
    const sheet = sheets.find((candidate) => candidate.type === type) ?? (type && input.newSheet(type))
    if (sheet === undefined) continue
    gather(additions, sheet, {
      heading: arrangement === 'by status' ? `## ${slot}` : undefined,
      header,
      rows: rows.map(({ cells }) => keys.map((key) => cells.get(key) ?? '')),
    })
    for (const { path } of rows) homes.set(path, sheet)
  }
  const mustHaveTable = (sheet: Sheet) => sheet.type !== undefined || arrangement !== 'by type'
  const bare = sheets.filter((sheet) => !additions.has(sheet) && !places.some((place) => place.sheet === sheet))
  for (const sheet of bare.filter(mustHaveTable)) gather(additions, sheet, { heading: undefined, header, rows: [] })
  return additions
}

/** All slots, in the order in which their tables are added. */
const SLOTS: readonly string[] = ['', ...STATUSES, OTHER, ...LEARNING_TYPES]

function gather<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
