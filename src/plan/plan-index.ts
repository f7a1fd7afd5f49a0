/**
 * Updates the indexes of the details folders to match their files (S6).
 *
 * An index is edited, never regenerated: rows, columns, order, summaries and text by people stay, and a second run
 * changes nothing. Rows are in one table, under headings of status, or in a file for each type.
 */

import type { Draft } from '../bank/draft.ts'
import { withoutNumber } from '../bank/entry.ts'
import {
  cellOf,
  type IndexTable,
  indexColumns,
  indexTables,
  isRouterLine,
  linkTargets,
  linkTo,
  listingTables,
  pathsInCell,
  pathsNamed,
  pathsOfLink,
  routerLine,
} from '../bank/index-table.ts'
import { statusIn, statusNamed, typeNamed } from '../bank/labels.ts'
import { listItemIn } from '../bank/lines.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { applySplices, tableSplices } from '../bank/tables.ts'
import { LEARNING_TYPES, type LearningType } from '../base/addition.ts'
import { type BankPath, knownPath } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import { folderPath, INDEXED_FOLDERS, type IndexedFolder, indexPath } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { topicOf } from './index-facts.ts'
import { type Arrangement, cellsFor, fillRows, type IndexInput, isGrouped, type Sheet } from './index-rows.ts'
import { addTables, dropEmptyTables, routeFiles } from './index-text.ts'
import { filesInIndex } from './old-index.ts'
import { ownIndexTables, repairIndex, widenIndex } from './repair-index.ts'

export function planIndexes(
  draft: Draft,
  input: IndexInput,
  folders: readonly IndexedFolder[] = INDEXED_FOLDERS,
): void {
  const paths = draft.paths()
  for (const folder of folders) planIndex(draft, folder, paths, input)
}

/** The files an index of this folder lists: all Markdown below it except generated indexes. */
function indexedFiles(draft: Draft, folder: IndexedFolder, paths: readonly BankPath[]): readonly BankPath[] {
  return paths.filter(
    (path) =>
      path.startsWith(`${folderPath(folder)}/`) &&
      /\.md$/i.test(path) &&
      path !== indexPath(folder) &&
      splitTypeOf(draft, path) === undefined,
  )
}

function planIndex(draft: Draft, folder: IndexedFolder, paths: readonly BankPath[], input: IndexInput): void {
  const files = indexedFiles(draft, folder, paths)
  const sheets = sheetsToPlan(draft, folder, files, paths, input)
  if (sheets.length === 0) return

  const known = new Set<BankPath>(files)
  const [main, ...splits] = sheets
  if (main !== undefined && splits.length === 0 && isHandMade(main.page, folder, known)) {
    const text =
      completeTables(draft, main.page, folder, files, input) ??
      routeSheet(draft, folder, main, files, files, input.language)
    draft.write(main.path, text, reasonFor(main, folder, files.length))
    return
  }
  const placeOf = (named: string) => pathsInCell(named, folder).find((path) => known.has(path))
  const own = sheets.toReversed().flatMap(({ page }) => [...filesInIndex(page, placeOf)])
  const index = { ...input, indexed: new Map([...own, ...(input.indexed ?? [])]) }
  let rows = arrangeRows(draft, folder, files, sheets, index)
  // A repaired table may need more columns and rows.
  while (rows.isMended) rows = arrangeRows(draft, folder, files, sheets, index)
  const { arrangement, homes } = rows
  const targetsOf = (sheet: Sheet): readonly BankPath[] => {
    if (arrangement !== 'by type') return files
    if (sheet.type !== undefined) return files.filter((path) => homes.get(path) === sheet)
    return sheets.flatMap(({ path, type }) => (type === undefined ? [] : [path]))
  }
  for (const sheet of sheets) {
    sheet.page = sheet.page.with(routeSheet(draft, folder, sheet, targetsOf(sheet), files, input.language))
    if (sheet.damaged && !isFirstMaking(sheet, input)) draft.note(rebuiltNote(sheet.path))
    draft.write(sheet.path, sheet.page.text, reasonFor(sheet, folder, files.length))
  }
}

interface ArrangedRows {
  readonly arrangement: Arrangement
  /** The sheet that has each file's row. */
  readonly homes: ReadonlyMap<BankPath, Sheet>
  /** True if dropping a table led to the repair of another one. Each pass leaves fewer tables, so the loop ends. */
  readonly isMended: boolean
}

/** Puts a row for every file where it belongs. Edits the sheets in place and adds new ones. */
function arrangeRows(
  draft: Draft,
  folder: IndexedFolder,
  files: readonly BankPath[],
  sheets: Sheet[],
  index: IndexInput,
): ArrangedRows {
  const known = new Set<BankPath>(files)
  for (const sheet of sheets) mend(sheet, folder, known, index.language)
  const arrangement = arrangementOf(folder, files, sheets)
  const columns = columnsFor(folder, files, sheets, arrangement, index)
  for (const sheet of sheets) widen(sheet, folder, columns, arrangement)
  const newSheet = (type: LearningType): Sheet => {
    const path = freeSplitPath(draft, type)
    return { path, was: undefined, type, page: pageOf(skeleton(folder, index.language, type), path), damaged: false }
  }
  const filled = fillRows({ draft, folder, files, sheets, arrangement, columns, newSheet, index })
  for (const [sheet, tables] of filled.additions) {
    if (!sheets.includes(sheet)) sheets.push(sheet)
    sheet.page = sheet.page.with(addTables(sheet.page, tables))
  }
  const mended = sheets.filter((sheet) => dropEmptied(sheet, arrangement, folder, known))
  return { arrangement, homes: filled.homes, isMended: mended.length > 0 }
}

/** The sheets of an index that exists or is required; empty if it must not be touched. */
function sheetsToPlan(
  draft: Draft,
  folder: IndexedFolder,
  files: readonly BankPath[],
  paths: readonly BankPath[],
  input: IndexInput,
): Sheet[] {
  // An index outside a sparse checkout cannot be updated and must not be created again.
  if (draft.read(indexPath(folder)) === undefined && draft.isInBank(indexPath(folder))) return []
  const sheets = existingSheets(draft, folder, paths)
  // Files that an older index listed always get an index.
  const isOwed = files.length > LIMITS.indexOwedAbove || files.some((path) => input.indexed?.has(path))
  if (!isOwed && sheets.every((sheet) => sheet.was === undefined)) return []
  const broken = sheets.find((sheet) => sheet.page.editable === undefined)
  if (broken === undefined) return sheets
  draft.note(notUpdated(broken.path))
  return []
}

/** Drops emptied tables. True if another table was repaired as a result. */
function dropEmptied(
  sheet: Sheet,
  arrangement: Arrangement,
  folder: IndexedFolder,
  known: ReadonlySet<string>,
): boolean {
  switch (arrangement) {
    case 'together':
      return false
    case 'by status': {
      // Without the table above it, a repeated header starts a table of its own.
      const left = dropEmptyTables(sheet.page, true)
      const repaired = repairIndex(left, folder, known)
      sheet.page = dropEmptyTables(repaired, true)
      return repaired.text !== left.text
    }
    case 'by type':
      if (sheet.type === undefined) sheet.page = dropEmptyTables(sheet.page, false)
      return false
  }
}

function isFirstMaking(sheet: Sheet, input: IndexInput): boolean {
  return sheet.was === undefined && (input.indexed !== undefined || input.wasMade?.(sheet.path) === false)
}

function existingSheets(draft: Draft, folder: IndexedFolder, paths: readonly BankPath[]): Sheet[] {
  const main = indexPath(folder)
  const sheetAt = (path: BankPath, type: LearningType | undefined): Sheet => {
    return { path, was: draft.read(path), type, page: draft.page(path), damaged: false }
  }
  const splits = folder === 'learnings' ? paths.filter((path) => splitTypeOf(draft, path) !== undefined) : []
  return [sheetAt(main, undefined), ...splits.map((path) => sheetAt(path, splitTypeOf(draft, path)))]
}

/** Repairs broken tables, and gives an empty file its title. */
function mend(sheet: Sheet, folder: IndexedFolder, known: ReadonlySet<string>, language: Language): void {
  const { page } = sheet
  if (page.text.trim() === '') {
    const mark = page.text.startsWith('\ufeff') ? '\ufeff' : ''
    sheet.page = page.with(mark + skeleton(folder, language, sheet.type))
    sheet.damaged = true
    return
  }
  sheet.page = repairIndex(page, folder, known)
  sheet.damaged ||= sheet.page.text !== page.text
}

function arrangementOf(folder: IndexedFolder, files: readonly BankPath[], sheets: readonly Sheet[]): Arrangement {
  const main = sheets[0]
  switch (folder) {
    case 'design':
      return 'together'
    case 'requirements': {
      const grouped = main !== undefined && isGrouped(main)
      return grouped || files.length > LIMITS.groupRequirementsAbove ? 'by status' : 'together'
    }
    case 'learnings':
      return sheets.length > 1 || files.length > LIMITS.splitLearningsAbove ? 'by type' : 'together'
  }
}

/** The headers of every table: the standard ones, and those added by people if rows may move between tables. */
function columnsFor(
  folder: IndexedFolder,
  files: readonly BankPath[],
  sheets: readonly Sheet[],
  arrangement: Arrangement,
  input: IndexInput,
): readonly string[] {
  // The author column appears with the next change of a file, so that a commit alone never changes the index.
  const isNews = files.some((path) => input.dates.get(path)?.isAsIndexed !== true)
  const authors = new Set(isNews ? files.flatMap((path) => input.dates.get(path)?.author ?? []) : [])
  const ours = [...indexColumns(folder), ...(authors.size > 1 ? ['author'] : [])]
  if (arrangement === 'together') return ours
  const theirs = new Map<string, string>()
  for (const sheet of sheets) {
    for (const { table, keys } of ownIndexTables(sheet.page)) {
      for (const [column, key] of keys.entries()) {
        if (!ours.includes(key)) theirs.set(key, table.header.cells[column] ?? '')
      }
    }
  }
  return [...ours, ...theirs.values()]
}

function widen(sheet: Sheet, folder: IndexedFolder, columns: readonly string[], arrangement: Arrangement): void {
  const tables = ownIndexTables(sheet.page)
  const needsTable = sheet.type !== undefined || arrangement !== 'by type'
  const lacks = tables.some(({ keys }) => indexColumns(folder).some((column) => !keys.includes(column)))
  if (lacks || (needsTable && tables.length === 0)) sheet.damaged = true
  sheet.page = widenIndex(sheet.page, columns)
}

function routeSheet(
  draft: Draft,
  folder: IndexedFolder,
  sheet: Sheet,
  targets: readonly BankPath[],
  files: readonly BankPath[],
  language: Language,
): string {
  const listed = new Set<BankPath>(files)
  const wanted = new Map<BankPath, string>()
  const renewed = new Map<string, string>()
  for (const path of targets) {
    const relative = path.slice(folderPath(folder).length + 1)
    const type = splitTypeNamed(path)
    const isPart = type !== undefined && !listed.has(path)
    const topic = isPart ? TYPE_TOPICS[type][language] : topicOf(draft.page(path))
    const words = routerLine(folder, topic, relative)[language]
    wanted.set(path, words)
    if (isPart) continue
    // 0.1.0 named documents by file name; these lines are reworded.
    const former = routerLine(folder, relative.replace(/\.md$/i, ''), relative)
    renewed.set(former.en, words).set(former.zh, words)
  }
  return routeFiles(sheet.page, {
    wanted,
    renewed,
    resolve: (link) => {
      const candidates = pathsOfLink(link, folder)
      const target = candidates.find((path) => wanted.has(path))
      if (target !== undefined) return target
      const isElsewhere = candidates.some((path) => draft.isInBank(path) && !listed.has(path))
      return isElsewhere || candidates.length === 0 || !/\.md(?:[?#]|$)/i.test(link) ? 'elsewhere' : 'gone'
    },
  })
}

/** The type in the name of a split index. */
function splitTypeNamed(path: BankPath): LearningType | undefined {
  const name = /^details\/learnings\/index-([a-z]+)(?:-\d+)?\.md$/.exec(path)?.[1]
  return LEARNING_TYPES.find((type) => type === name)
}

/** A learning may be about the performance of indexes, so the file must also read like an index. */
function splitTypeOf(draft: Draft, path: BankPath): LearningType | undefined {
  const type = splitTypeNamed(path)
  if (type === undefined) return undefined
  const page = draft.page(path)
  const readsLikeIndex = page.title?.startsWith(TITLES.learnings.en.slice(2)) || indexTables(page).length > 0
  return readsLikeIndex || page.text.trim() === '' ? type : undefined
}

function freeSplitPath(draft: Draft, type: LearningType): BankPath {
  let path = knownPath(`details/learnings/index-${type}.md`)
  for (let count = 2; draft.isTaken(path); count += 1) path = knownPath(`details/learnings/index-${type}-${count}.md`)
  return path
}

const TITLES: Readonly<Record<IndexedFolder, Words>> = {
  design: { en: '# Design Router', zh: '# Design Router（设计）' },
  requirements: { en: '# Requirements Router', zh: '# Requirements Router（需求）' },
  learnings: { en: '# Learnings Router', zh: '# Learnings Router（经验）' },
}

const TYPE_TOPICS: Readonly<Record<LearningType, Words>> = {
  bug: { en: 'a bug', zh: '缺陷' },
  performance: { en: 'a performance problem', zh: '性能问题' },
  integration: { en: 'an integration problem', zh: '集成问题' },
}

function skeleton(folder: IndexedFolder, language: Language, type: LearningType | undefined): string {
  return `${TITLES[folder][language]}${type === undefined ? '' : `: ${type}`}\n`
}

function rebuiltNote(path: BankPath): Words {
  return { en: `Index rebuilt, please check: ${path}`, zh: `索引已重建，请检查：${path}` }
}

function notUpdated(path: BankPath): Words {
  return {
    en: `Index not updated, its block markers need repair: ${path}`,
    zh: `索引未改动，区块标记需要先修复：${path}`,
  }
}

function reasonFor(sheet: Sheet, folder: IndexedFolder, files: number): Words {
  const where = `${folderPath(folder)}/`
  if (sheet.was === undefined && sheet.type !== undefined) {
    return { en: `a separate index for learnings of type ${sheet.type}`, zh: `${sheet.type} 类经验单独建立索引` }
  }
  if (sheet.was === undefined && files <= LIMITS.indexOwedAbove) {
    return { en: `index of ${where}, with the old summaries`, zh: `${where} 的索引，沿用旧索引的摘要` }
  }
  if (sheet.was === undefined) {
    return {
      en: `index required: ${where} has more than ${LIMITS.indexOwedAbove} files`,
      zh: `${where} 超过 ${LIMITS.indexOwedAbove} 个文件，需要索引`,
    }
  }
  if (sheet.damaged) return { en: 'rebuilds the damaged index', zh: '重建损坏的索引' }
  return { en: `index updated for ${where}`, zh: `索引与 ${where} 同步` }
}

// An index in a form of its own (S6). Its rows and columns stay. A file that it does not name gets a row like the
// others, or a list item.

/** True if tables or list items in another form list files of the folder. */
export function isHandMade(page: Page, folder: IndexedFolder, known: ReadonlySet<string>): boolean {
  const tables = tablesOf(page)
  if (tables.some(({ keys }) => indexColumns(folder).every((column) => keys.includes(column)))) return false
  if (tables.some((table) => rowPaths(table, folder).some((path) => path !== undefined && known.has(path)))) return true
  return page.lines.some((line) => {
    const isItem = !line.fenced && !line.commented && page.isEditable(line) && listItemIn(line.text) !== undefined
    const paths = isItem && !isRouterLine(line.text) ? linkTargets(line.text) : []
    return paths.some((link) => pathsOfLink(link, folder).some((path) => known.has(path)))
  })
}

/** Adds a row for every file that the index does not name and updates statuses. Undefined without a table. */
function completeTables(
  draft: Draft,
  page: Page,
  folder: IndexedFolder,
  files: readonly BankPath[],
  input: IndexInput,
): string | undefined {
  const tables = tablesOf(page)
  if (tables.length === 0) return undefined
  const named = new Set(pathsNamed(page, folder))
  const edits = tables.map((table) => ({ table, set: statusRows(draft, table, folder), append: [] as string[][] }))
  for (const path of files) {
    if (named.has(path)) continue
    const cells = cellsFor({ draft, folder, index: input }, path)
    const place = edits.find(({ table }) => isMeantFor(page, table, cells)) ?? edits[0]
    place?.append.push(rowFor(place.table, path, folder, cells))
  }
  return applySplices(
    page.text,
    edits.flatMap(({ table, ...edit }) => tableSplices(page.text, table.table, edit)),
  )
}

function tablesOf(page: Page): readonly IndexTable[] {
  return listingTables(page).filter(({ table }) => page.isEditable(table))
}

function rowPaths(table: IndexTable, folder: IndexedFolder): readonly (BankPath | undefined)[] {
  return table.table.rows.flatMap((row) => pathsInCell(cellOf(table, row, 'path'), folder))
}

/** Rows whose status differs from that of their file. */
function statusRows(
  draft: Draft,
  table: IndexTable,
  folder: IndexedFolder,
): ReadonlyMap<number, readonly (string | undefined)[]> {
  const set = new Map<number, readonly (string | undefined)[]>()
  if (folder !== 'requirements' || !table.keys.includes('status')) return set
  for (const [index, row] of table.table.rows.entries()) {
    const path = pathsInCell(cellOf(table, row, 'path'), folder).find((one) => draft.read(one) !== undefined)
    const status = path === undefined ? undefined : statusIn(draft.page(path))
    const said = statusNamed(cellOf(table, row, 'status'))
    if (status !== undefined && said !== undefined && said !== status)
      set.set(
        index,
        table.keys.map((key) => (key === 'status' ? status : undefined)),
      )
  }
  return set
}

/** True if the heading above a table names the file's type or status. */
function isMeantFor(page: Page, { table }: IndexTable, cells: ReadonlyMap<string, string>): boolean {
  const heading = page.sections.findLast(({ start }) => start < table.start)?.heading.replace(/^#+\s*/, '') ?? ''
  const named = [typeNamed(heading), statusNamed(heading)].filter((one) => one !== undefined)
  return named.some((one) => one === cells.get('type') || one === cells.get('status'))
}

/** Writes the path as the other rows do. Without a title column, the title is the summary. */
function rowFor(
  table: IndexTable,
  path: BankPath,
  folder: IndexedFolder,
  cells: ReadonlyMap<string, string>,
): string[] {
  const said = new Map(cells)
  if (!table.keys.includes('title')) said.set('summary', withoutNumber(cells.get('title') ?? ''))
  const like = table.table.rows.map((row) => cellOf(table, row, 'path')).find((cell) => cell !== '') ?? ''
  if (linkTargets(like).length > 0) said.set('path', linkTo(path.slice(folderPath(folder).length + 1)))
  return table.keys.map((key) => said.get(key) ?? '')
}
