/**
 * Updates an index whose form is not the standard one (S6).
 *
 * Its rows and columns stay. A file that it does not name gets a row like the others, or a list item.
 */

import type { Draft } from '../bank/draft.ts'
import { withoutNumber } from '../bank/entry.ts'
import {
  cellOf,
  type IndexTable,
  indexColumns,
  isRouterLine,
  linkTargets,
  linkTo,
  listingTables,
  pathsInCell,
  pathsNamed,
  pathsOfLink,
} from '../bank/index-table.ts'
import { statusIn, statusNamed, typeNamed } from '../bank/labels.ts'
import { countNewlines, listItemIn } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { applySplices, tableSplices } from '../bank/tables.ts'
import { type LearningType, STATUSES, type Status } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import { folderPath, type IndexedFolder } from '../base/layout.ts'
import { guessType, headingOf, nameOf, summaryOf } from './index-facts.ts'
import type { IndexInput } from './index-rows.ts'

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
export function completeTables(
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
    const facts = factsOf(draft.page(path), folder, input)
    const place = edits.find(({ table }) => isMeantFor(page, table, facts)) ?? edits[0]
    place?.append.push(rowFor(place.table, path, folder, facts))
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

interface FileFacts {
  readonly type: LearningType | undefined
  readonly status: Status | undefined
  readonly cells: ReadonlyMap<string, string>
}

function factsOf(page: Page, folder: IndexedFolder, { language, dates, today }: IndexInput): FileFacts {
  const title = headingOf(page) ?? nameOf(page.path)
  const type = folder === 'learnings' ? guessType(page, title) : undefined
  const status = folder === 'requirements' ? (statusIn(page) ?? STATUSES[0]) : undefined
  const cells = new Map([
    ['title', title],
    ['summary', summaryOf(page, title, language)],
    ['updated', dates.get(page.path)?.updated ?? today],
    ['size', String(countNewlines(page.text))],
    ['author', dates.get(page.path)?.author ?? ''],
    ['status', status ?? ''],
    ['type', type ?? ''],
  ])
  return { type, status, cells }
}

/** True if the heading above a table names the file's type or status. */
function isMeantFor(page: Page, { table }: IndexTable, { type, status }: FileFacts): boolean {
  const heading = page.sections.findLast(({ start }) => start < table.start)?.heading.replace(/^#+\s*/, '') ?? ''
  return (
    (type !== undefined && typeNamed(heading) === type) || (status !== undefined && statusNamed(heading) === status)
  )
}

/** Writes the path as the other rows do. Without a title column, the title is the summary. */
function rowFor(table: IndexTable, path: BankPath, folder: IndexedFolder, { cells }: FileFacts): string[] {
  const said = new Map(cells)
  if (!table.keys.includes('title')) said.set('summary', withoutNumber(cells.get('title') ?? ''))
  const relative = path.slice(folderPath(folder).length + 1)
  const like = table.table.rows.map((row) => cellOf(table, row, 'path')).find((cell) => cell !== '') ?? ''
  const isLinked = linkTargets(like).length > 0 || /[\r\n]/.test(path)
  return table.keys.map((key) => (key === 'path' ? (isLinked ? linkTo(relative) : path) : (said.get(key) ?? '')))
}
