/**
 * The indexes of the details folders, brought in step with their files (S6).
 *
 * An index is edited, never printed anew: rows, columns, order, summaries and text that a person wrote
 * stay, and planning the result plans nothing. Rows stand in one table, by status under headings, or by
 * type in files of their own.
 */

import type { Draft } from '../bank/draft.ts'
import { indexColumns, indexTables, isMadeByHand, pathsInCell, pathsOfLink, routerLine } from '../bank/index-table.ts'
import { pageOf } from '../bank/page.ts'
import { LEARNING_TYPES, type LearningType } from '../base/addition.ts'
import { type BankPath, knownPath } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import { folderPath, INDEXED_FOLDERS, type IndexedFolder, indexPath } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { topicOf } from './index-facts.ts'
import { type Arrangement, fillRows, type IndexInput, isGrouped, type Sheet } from './index-rows.ts'
import { addTables, dropEmptyTables, routeFiles } from './index-text.ts'
import { summariesIn } from './old-index.ts'
import { ownIndexTables, repairIndex, widenIndex } from './repair-index.ts'

export function planIndexes(
  draft: Draft,
  input: IndexInput,
  folders: readonly IndexedFolder[] = INDEXED_FOLDERS,
): void {
  const paths = draft.paths()
  for (const folder of folders) planIndex(draft, folder, paths, input)
}

/** The files an index of this folder lists: all its Markdown, sub-folders too, but no index of ours. */
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
  const placeOf = (named: string) => pathsInCell(named, folder).find((path) => known.has(path))
  const own = sheets.toReversed().flatMap(({ page }) => [...summariesIn(page, placeOf)])
  const index = { ...input, summaries: new Map([...own, ...(input.summaries ?? [])]) }
  let rows = arrangeRows(draft, folder, files, sheets, index)
  // A table that is one again has columns and rows to be brought in step too.
  while (rows.isMended) rows = arrangeRows(draft, folder, files, sheets, index)
  const { arrangement, homes } = rows
  const targetsOf = (sheet: Sheet): readonly BankPath[] => {
    if (arrangement !== 'by type') return files
    if (sheet.type !== undefined) return files.filter((path) => homes.get(path) === sheet)
    return sheets.flatMap(({ path, type }) => (type === undefined ? [] : [path]))
  }
  for (const sheet of sheets) {
    sheet.page = sheet.page.with(routeSheet(draft, folder, sheet, targetsOf(sheet), files, input.language))
    if (sheet.damaged && !isFirstMaking(sheet, input)) draft.note(rebuilt(sheet.path))
    draft.write(sheet.path, sheet.page.text, reasonFor(sheet, folder, files.length))
  }
}

interface ArrangedRows {
  readonly arrangement: Arrangement
  /** The sheet that each file has its row in. */
  readonly homes: ReadonlyMap<BankPath, Sheet>
  /** Whether something became a table again when another table had gone. Each time there is less that may. */
  readonly isMended: boolean
}

/** A row for every file, where it belongs; sheets are edited in place, and gain those that are new. */
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

/** The sheets of an index that is there or owed; none where it must be left alone. */
function sheetsToPlan(
  draft: Draft,
  folder: IndexedFolder,
  files: readonly BankPath[],
  paths: readonly BankPath[],
  input: IndexInput,
): Sheet[] {
  // An index that is not checked out cannot be kept in step here, and must not be made anew.
  if (draft.read(indexPath(folder)) === undefined && draft.isInBank(indexPath(folder))) return []
  const sheets = existingSheets(draft, folder, paths)
  // An older index that said something of these files goes on where it said it.
  const isOwed = files.length > LIMITS.indexOwedAbove || files.some((path) => input.summaries?.has(path))
  if (!isOwed && sheets.every((sheet) => sheet.was === undefined)) return []
  const broken = sheets.find((sheet) => sheet.page.editable === undefined)
  if (broken === undefined) return sheets
  draft.note(leftAlone(broken.path))
  return []
}

/** Takes out the tables that their rows have left; true where that made something else a table again. */
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
      // A header that stood twice is a table of its own once the other is gone.
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
  return sheet.was === undefined && (input.summaries !== undefined || input.wasMade?.(sheet.path) === false)
}

function existingSheets(draft: Draft, folder: IndexedFolder, paths: readonly BankPath[]): Sheet[] {
  const main = indexPath(folder)
  const sheetAt = (path: BankPath, type: LearningType | undefined): Sheet => {
    return { path, was: draft.read(path), type, page: draft.page(path), damaged: false }
  }
  const splits = folder === 'learnings' ? paths.filter((path) => splitTypeOf(draft, path) !== undefined) : []
  return [sheetAt(main, undefined), ...splits.map((path) => sheetAt(path, splitTypeOf(draft, path)))]
}

/** A table again where it was one, and at least a title where there is nothing. */
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

/** The headers every table of the index has: ours, and those of a person where rows may move between tables. */
function columnsFor(
  folder: IndexedFolder,
  files: readonly BankPath[],
  sheets: readonly Sheet[],
  arrangement: Arrangement,
  input: IndexInput,
): readonly string[] {
  // Who committed what is there already is told with the next change of a file, not by a change of its own.
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
  const lacks = tables.some(
    (table) => !isMadeByHand(table) && indexColumns(folder).some((column) => !table.keys.includes(column)),
  )
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
    // 0.1.0 named a document by its file; its lines are ours to say in words.
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

/** The type whose index a path is named for. */
function splitTypeNamed(path: BankPath): LearningType | undefined {
  const name = /^details\/learnings\/index-([a-z]+)(?:-\d+)?\.md$/.exec(path)?.[1]
  return LEARNING_TYPES.find((type) => type === name)
}

/** A learning may be about the performance of indexes: only a file that reads like an index is one. */
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

function rebuilt(path: BankPath): Words {
  return { en: `Index rebuilt, please check: ${path}`, zh: `索引已重建，请检查：${path}` }
}

function leftAlone(path: BankPath): Words {
  return {
    en: `Index left as it is, its block markers need repair: ${path}`,
    zh: `索引未改动，区块标记需要先修复：${path}`,
  }
}

function reasonFor(sheet: Sheet, folder: IndexedFolder, files: number): Words {
  const where = `${folderPath(folder)}/`
  if (sheet.was === undefined && sheet.type !== undefined) {
    return { en: `Learnings of type ${sheet.type} get an index of their own`, zh: `${sheet.type} 类经验单独建立索引` }
  }
  if (sheet.was === undefined && files <= LIMITS.indexOwedAbove) {
    return { en: `The index of ${where}, with the summaries of the old one`, zh: `${where} 的索引，沿用旧索引的摘要` }
  }
  if (sheet.was === undefined) {
    return {
      en: `${where} has more than ${LIMITS.indexOwedAbove} files and needs an index`,
      zh: `${where} 超过 ${LIMITS.indexOwedAbove} 个文件，需要索引`,
    }
  }
  if (sheet.damaged) return { en: 'The damaged index is rebuilt', zh: '重建损坏的索引' }
  return { en: `The index is brought in step with ${where}`, zh: `索引与 ${where} 同步` }
}
