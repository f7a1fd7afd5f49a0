/**
 * The format of an index: the columns of its table, its router lines, and the spelling of file names in both.
 *
 * A path in a table is relative to the bank and is the row's key. A link in a router line is relative to the index.
 * All common spellings of a path are read. The printed spelling works for any file name.
 */

import { type BankPath, bankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import type { IndexedFolder } from '../base/layout.ts'
import type { Page } from './page.ts'
import { bareName, type Row, type Table } from './tables.ts'

export type IndexField = 'path' | 'title' | 'summary' | 'updated' | 'size' | 'status' | 'type' | 'author'

export interface IndexTable {
  readonly table: Table
  /** The field of each column, or the bare name of a column that a person added. */
  readonly keys: readonly string[]
}

/** The tables that list files: their headers have the path and at least one more field. */
export function indexTables({ tables }: Page): readonly IndexTable[] {
  return tables.flatMap((table) => {
    const keys = columnKeys(table.header.cells)
    return keys.includes('path') && keys.some((key) => key !== 'path' && isField(key)) ? [{ table, keys }] : []
  })
}

/**
 * The index tables, and tables with a person's own headers. In those, the first column whose cells are all links to
 * documents is the path, and the next column is the summary. They are only read; index tables are also edited.
 */
export function listingTables(page: Page): readonly IndexTable[] {
  const linked = page.tables.flatMap((table): readonly IndexTable[] => {
    const keys = columnKeys(table.header.cells)
    const isLinked = (column: number) => table.rows.every((row) => isDocument(row.cells[column] ?? ''))
    const path = keys.findIndex((key, column) => !isField(key) && isLinked(column))
    if (keys.includes('path') || path === -1 || table.rows.length === 0) return []
    const named = keys.with(path, 'path')
    const hasSummary = isField(keys[path + 1] ?? 'path') || keys.includes('summary')
    return [{ table, keys: hasSummary ? named : named.with(path + 1, 'summary') }]
  })
  return [...indexTables(page), ...linked]
}

function isDocument(cell: string): boolean {
  return linkTargets(cell).some((target) => /\.md(?:[?#]|$)/i.test(target))
}

/** The required columns of this folder's index. */
export function indexColumns(folder: IndexedFolder): readonly IndexField[] {
  return [...COMMON, ...(folder === 'requirements' ? STATUS : folder === 'learnings' ? TYPE : [])]
}

/** The fields of columns with these headers. A repeated name becomes `name 2`, so that every column has its own. */
export function columnKeys(headers: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return headers.map((header) => {
    const name = bareName(header)
    const key = NAMES.get(name) ?? name
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? key : `${key} ${count}`
  })
}

export function isField(key: string): key is IndexField {
  return key in FIELD_NAMES
}

export function cellOf(index: IndexTable, row: Row, key: string): string {
  const column = index.keys.indexOf(key)
  return column === -1 ? '' : (row.cells[column] ?? '')
}

/** The paths that a cell may mean, the most likely first: relative to the bank, `details/` or the index's folder. */
export function pathsInCell(cell: string, folder: IndexedFolder): readonly BankPath[] {
  const [target] = linkTargets(cell)
  // A file may be named `[x](y).md`, so the literal cell comes first.
  if (target !== undefined) return [...pathsAmong([cell], ['']), ...pathsOfLink(target, folder)]
  const plain = cell.replace(/^[`*_"'<\s]+|(?<![`*_"'>\s])[`*_"'>\s]+$/g, '')
  return pathsAmong([cell, plain, plain.replace(/^(?:\.\/)?memory-bank\//, '')], ['', 'details/', `details/${folder}/`])
}

/** The paths that a link's destination may mean in a folder's index. */
export function pathsOfLink(target: string, folder: IndexedFolder): readonly BankPath[] {
  const bare = target.replace(/[?#].*$/, '')
  const spellings = [decoded(target), decoded(bare), bare].map((spelling) => upwards(spelling, folder))
  return pathsAmong(spellings, [`details/${folder}/`, '', 'details/'])
}

/** Every path that this folder's index names in its tables and links, inside the folder or not. */
export function pathsNamed(page: Page, folder: IndexedFolder): readonly BankPath[] {
  const cells = listingTables(page).flatMap(({ table, keys }) =>
    table.rows.flatMap((row) => row.cells.filter((_cell, column) => keys[column] === 'path')),
  )
  const links = page.lines.flatMap((line) => linkTargets(line.text))
  const named = [...cells.map((cell) => pathsInCell(cell, folder)), ...links.map((link) => pathsOfLink(link, folder))]
  return [...new Set(named.flat())]
}

/** The destinations of the links in one line. */
export function linkTargets(line: string): readonly string[] {
  if (!line.includes('](')) return []
  return [...line.matchAll(LINK)].map((match) => (match[1] ?? '').replace(/^<(.*)>$/, '$1'))
}

/**
 * A link that works in every renderer for any file name. Only ASCII that has a meaning in Markdown or URLs is encoded.
 */
export function linkTo(relative: string): string {
  const text = relative.replace(/[\r\n]+/g, ' ').replace(/[\\`*[\]<>]/g, (character) => `\\${character}`)
  const target = relative.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a file name may hold them, a link may not
    /[\u0000-\u0020"#%&'()*:<>?[\\\]^`{|}\u007f]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return `[${text}](${target})`
}

/** `- When modifying **x**, read [x.md](x.md)`, with the folder's verb. */
export function routerLine(folder: IndexedFolder, name: string, relative: string): Words {
  const topic = name.replace(/[\r\n]+/g, ' ').replace(/[\\`*[\]<>]/g, (character) => `\\${character}`)
  const verb = ROUTER_VERBS[folder]
  return {
    en: `- When ${verb.en} **${topic}**, read ${linkTo(relative)}`,
    zh: `- ${verb.zh} **${topic}** 时，阅读 ${linkTo(relative)}`,
  }
}

/** Whether a line has the form of a generated router line, so that it can be removed with its file. */
export function isRouterLine(line: string): boolean {
  return line.length <= LONGEST_ROUTER_LINE && ROUTER_LINE.test(line) && linkTargets(line).length === 1
}

const COMMON = ['path', 'title', 'summary', 'updated', 'size'] as const
const STATUS = ['status'] as const
const TYPE = ['type'] as const

const FIELD_NAMES: Readonly<Record<IndexField, readonly string[]>> = {
  path: ['path', 'file', '路径', '文件', '文件路径'],
  title: ['title', '标题', '名称'],
  summary: ['summary', 'description', '摘要', '概要', '简介', '说明', '描述', '何时读'],
  updated: ['updated', 'last updated', '更新', '更新时间', '更新日期', '最后更新'],
  size: ['size', 'lines', '行数', '大小'],
  status: ['status', '状态'],
  type: ['type', '类型'],
  author: ['author', '作者'],
}
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(FIELD_NAMES).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
)

const ROUTER_VERBS: Readonly<Record<IndexedFolder, Words>> = {
  design: { en: 'modifying', zh: '修改' },
  requirements: { en: 'implementing', zh: '实现' },
  learnings: { en: 'running into', zh: '遇到' },
}
/** The maximum length of a generated line: a name and a path. */
const LONGEST_ROUTER_LINE = 600
const ROUTER_LINE =
  /^- (?:When (?:modifying|implementing|running into) \*\*.+\*\*, read|(?:修改|实现|遇到) \*\*.+\*\* 时，阅读) \[.+\]\(.+\)[.。]?\s*$/

const LINK = /\[(?:[^[\]\\]|\\.)*\]\((<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s{1,9}["'(][^)]{0,300})?\)/g

function pathsAmong(spellings: readonly string[], bases: readonly string[]): readonly BankPath[] {
  const paths = new Set<BankPath>()
  for (const spelling of new Set(spellings)) {
    if (spelling.trim() === '' || spelling.startsWith('/') || /^[A-Za-z][A-Za-z\d+.-]*:\/\//.test(spelling)) continue
    for (const base of bases) {
      const path = bankPath(base + spelling)
      if (path !== undefined) paths.add(path)
    }
  }
  return [...paths]
}

/** Resolves `../tech.md` and `../../MEMORY.md` from an index to paths of the bank. */
function upwards(target: string, folder: IndexedFolder): string {
  if (!target.startsWith('../')) return target
  const here = ['details', folder]
  let rest = target
  while (rest.startsWith('../')) {
    rest = rest.slice(3)
    if (here.pop() === undefined) return `/${rest}`
  }
  return here.length === 0 ? rest : `${here.join('/')}/${rest}`
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    // A lone `%` is part of the name, not an escape.
    return target
  }
}
