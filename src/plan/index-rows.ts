/**
 * The rows of an index: one for every file, in the table where it belongs, saying what is true now.
 *
 * A row keeps its place, its summary and the cells a person added. It goes with its file, moves when its
 * status or type belongs elsewhere, and follows a file that was moved.
 */

import type { Draft } from '../bank/draft.ts'
import { cellOf, columnKeys, type IndexTable, linkTargets, linkTo, pathsInCell } from '../bank/index-table.ts'
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
import { ownIndexTables } from './repair-index.ts'

export interface IndexInput {
  readonly language: Language
  /** YYYY-MM-DD, for files that have no date yet. */
  readonly today: string
  readonly dates: ReadonlyMap<BankPath, FileDate>
  /** Whether an index that is not there was made before, by us or as git has it; otherwise this is its first making. */
  readonly wasMade?: ((path: BankPath) => boolean) | undefined
  /** For a bank that migrates: what its old index said of files, for rows that say nothing yet. */
  readonly summaries?: ReadonlyMap<BankPath, string> | undefined
}

/** One file of an index: the main one, or that of a type of learnings. */
export interface Sheet {
  readonly path: BankPath
  readonly was: string | undefined
  readonly type: LearningType | undefined
  page: Page
  damaged: boolean
}

/** One table (or a person's several), a table for each status, or a file for each type. */
export type Arrangement = 'together' | 'by status' | 'by type'

export interface RowsInput {
  readonly draft: Draft
  readonly folder: IndexedFolder
  readonly files: readonly BankPath[]
  /** Their tables have all the columns by now. */
  readonly sheets: readonly Sheet[]
  readonly arrangement: Arrangement
  readonly columns: readonly string[]
  readonly newSheet: (type: LearningType) => Sheet
  readonly index: IndexInput
}

export interface FilledRows {
  /** Tables for rows that have none to stand in yet. */
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
    const standing = rows.get(path)
    const cells = cellsFor(input, path, standing)
    const slot = slotFor(input.arrangement, cells)
    if (standing !== undefined && standing.place.slot === slot) {
      standing.place.set.set(standing.index, rowIn(standing.place.table, cells, path, input.folder))
      homes.set(path, standing.place.sheet)
      continue
    }
    standing?.place.remove.add(standing.index)
    const place = places.findLast((one) => one.slot === slot && isOfType(one, cells)) ?? lastPlace.get(slot)
    if (place === undefined) {
      gather(waiting, slot, { path, cells })
      continue
    }
    place.append.push(rowIn(place.table, cells, path, input.folder).map((cell) => cell ?? ''))
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

/** The row of a file in this table. One whose path column a person named is known by its links alone: a link it stays. */
function rowIn(
  table: IndexTable,
  cells: ReadonlyMap<string, string>,
  path: BankPath,
  folder: IndexedFolder,
): readonly (string | undefined)[] {
  const isLinked = namesPath(table.table.header.cells) || linkTargets(cells.get('path') ?? '').length > 0
  const link = linkWithin(folder, path)
  return table.keys.map((key) => (key === 'path' && !isLinked ? link : cells.get(key)))
}

function namesPath(header: readonly string[]): boolean {
  return columnKeys(header).includes('path')
}

/** Whether a person or we have put the rows under headings of status; a single table says nothing about that. */
export function isGrouped(sheet: Sheet): boolean {
  const places = placesIn(sheet, 'by status')
  return places.length > 1 && places.every((place) => place.slot !== undefined)
}

/** Rows whose status is none of the five. */
const OTHER = 'Other'

/** A table of a sheet, which rows belong in it, and what is to happen to its rows. */
interface Place {
  readonly sheet: Sheet
  readonly table: IndexTable
  readonly slot: string | undefined
  /** The type of learning that the heading above it names. */
  readonly type: LearningType | undefined
  readonly set: Map<number, readonly (string | undefined)[]>
  readonly remove: Set<number>
  readonly append: (readonly string[])[]
}

/** What a row will say, for a file that has no table to stand in yet. */
interface Waiting {
  readonly path: BankPath
  readonly cells: ReadonlyMap<string, string>
}

interface Standing {
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

/** The row each file has; rows of files that are gone, and all but one of a file's rows, are marked for removal. */
function rowsByFile(input: RowsInput, places: readonly Place[]): ReadonlyMap<BankPath, Standing> {
  const listed = new Set(input.files)
  const rows = new Map<BankPath, Standing>()
  const gone = new Map<string, Standing[]>()
  for (const place of places) {
    for (const [index, row] of place.table.table.rows.entries()) {
      const standing = { place, index, row }
      const candidates = pathsInCell(cellOf(place.table, row, 'path'), input.folder)
      const path = candidates.find((candidate) => listed.has(candidate))
      if (path !== undefined) keepBetter(rows, path, standing)
      else if (isGone(input.draft, candidates)) {
        gather(gone, baseName(candidates.at(-1) ?? ''), standing)
        place.remove.add(index)
      }
    }
  }
  for (const [path, standing] of movedRows(input.files, rows, gone)) {
    standing.place.remove.delete(standing.index)
    rows.set(path, standing)
  }
  return rows
}

/** Of two rows of one file the first stays, unless only the second has a summary. */
function keepBetter(rows: Map<BankPath, Standing>, path: BankPath, standing: Standing): void {
  const rival = rows.get(path)
  const stays = rival === undefined || (summaryIn(rival) === '' && summaryIn(standing) !== '')
  if (stays) rows.set(path, standing)
  const loser = stays ? rival : standing
  loser?.place.remove.add(loser.index)
}

/** Rows whose file is gone, by the one file without a row that bears its name. */
function movedRows(
  files: readonly BankPath[],
  rows: ReadonlyMap<BankPath, Standing>,
  gone: ReadonlyMap<string, readonly Standing[]>,
): ReadonlyMap<BankPath, Standing> {
  const unlisted = new Map<string, BankPath[]>()
  for (const path of gone.size === 0 ? [] : files) {
    const name = baseName(path)
    if (!rows.has(path) && !/^(?:readme|index)\.md$/i.test(name)) gather(unlisted, name, path)
  }
  const moved = new Map<BankPath, Standing>()
  for (const [name, paths] of unlisted) {
    const [path, standing] = [onlyOne(paths), onlyOne(gone.get(name) ?? [])]
    if (path !== undefined && standing !== undefined) moved.set(path, standing)
  }
  return moved
}

function onlyOne<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined
}

/** Names one Markdown file, and it is nowhere in the bank; one that a sparse checkout leaves out is. */
function isGone(draft: Draft, candidates: readonly BankPath[]): boolean {
  const named = candidates.at(-1) ?? ''
  return /^(?:(?!\.md).)*\.md$/is.test(named) && !candidates.some((candidate) => draft.isInBank(candidate))
}

function summaryIn(standing: Standing): string {
  return cellOf(standing.place.table, standing.row, 'summary')
}

/** What the row of a file says, by column; a person's own columns as they are. */
function cellsFor(input: RowsInput, path: BankPath, standing: Standing | undefined): ReadonlyMap<string, string> {
  const { draft, folder, index } = input
  const page = draft.page(path)
  const date = index.dates.get(path)
  const cells = new Map(standing?.place.table.keys.map((key, column) => [key, standing.row.cells[column] ?? '']))
  const said = (key: string) => cells.get(key) ?? ''
  const heading = headingOf(page)
  const title = heading ?? (said('title') || nameOf(path))
  if (!pathsInCell(said('path'), folder).includes(path)) cells.set('path', pathCell(path, folder))
  if (stripMarkup(said('title')) !== stripMarkup(title)) cells.set('title', title)
  if (said('summary') === '') cells.set('summary', index.summaries?.get(path) ?? summaryOf(page, title, index.language))
  putDate(cells, date, index.today)
  cells.set('size', String(countNewlines(page.text)))
  if (folder === 'requirements') cells.set('status', statusCell(said('status'), page))
  const guess = () => standing?.place.type ?? guessType(page, title)
  if (folder === 'learnings') cells.set('type', typeCell(said('type'), page, guess))
  return cells
}

/** A cell cannot hold a line break; a link can, encoded. */
function pathCell(path: BankPath, folder: IndexedFolder): string {
  return /[\r\n]/.test(path) ? linkWithin(folder, path) : path
}

function linkWithin(folder: IndexedFolder, path: BankPath): string {
  return linkTo(path.slice(folderPath(folder).length + 1))
}

/** A commit or a clone alone changes no row: only a file that changed since gets another date (S6). */
function putDate(cells: Map<string, string>, date: FileDate | undefined, today: string): void {
  const updated = cells.get('updated') ?? ''
  const stands = updated !== '' && (date?.isAsIndexed === true || updated === date?.touched)
  if (!stands) cells.set('updated', date?.updated ?? today)
  const hasAuthor = (cells.get('author') ?? '') !== ''
  if (date?.author !== undefined && !(stands && hasAuthor)) cells.set('author', date.author)
}

/** What the file says of its status; else what stands in the cell, in its own spelling. */
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

/** Tables for the rows that wait for one, and an empty one where an index would have none at all. */
function newTables(
  input: RowsInput,
  places: readonly Place[],
  waiting: ReadonlyMap<string, readonly Waiting[]>,
  homes: Map<BankPath, Sheet>,
): ReadonlyMap<Sheet, readonly NewTable[]> {
  const { arrangement, sheets } = input
  const header = places.map(({ table }) => table.table.header.cells).find(namesPath) ?? input.columns
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

/** Every slot, in the order in which new tables are made. */
const SLOTS: readonly string[] = ['', ...STATUSES, OTHER, ...LEARNING_TYPES]

function gather<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
