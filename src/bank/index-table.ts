/**
 * The form of an index: the columns of its table, its router lines, and how both name a file.
 *
 * A path in a table is relative to the bank and the row's key; a link in a router line is relative to
 * the index. Both are read in every spelling people use and printed in one that works for any file name.
 */

import { type BankPath, bankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import type { IndexedFolder } from '../base/layout.ts'
import type { Page } from './page.ts'
import { bareName, type Row, type Table } from './tables.ts'

export type IndexField = 'path' | 'title' | 'summary' | 'updated' | 'size' | 'status' | 'type' | 'author'

export interface IndexTable {
  readonly table: Table
  /** What each column holds: one of our fields, or the bare name of a column a person added. */
  readonly keys: readonly string[]
}

/**
 * The tables of a text that list files: a path, and at least one more thing we know about a file. A table made by hand
 * has headers of its own; its column of links to documents is the path, and the text beside it the summary.
 */
export function indexTables({ tables }: Page): readonly IndexTable[] {
  return tables.flatMap((table) => {
    const keys = withLinkedPath(table, columnKeys(table.header.cells))
    return keys.includes('path') && keys.some((key) => key !== 'path' && isField(key)) ? [{ table, keys }] : []
  })
}

/** Whether not one header of the table is a name of ours. */
export function isMadeByHand({ table }: IndexTable): boolean {
  return !columnKeys(table.header.cells).some((key) => key !== 'path' && isField(key))
}

/**
 * The keys, where no header names the path, with the first column whose cells are all links to documents in its place.
 * A table that has lost its rows is known by the columns that we once added to it.
 */
function withLinkedPath(table: Table, keys: readonly string[]): readonly string[] {
  if (keys.includes('path')) return keys
  const isDocument = (cell = '') => linkTargets(cell).some((target) => /\.md(?:[?#]|$)/i.test(target))
  const isKnown = table.rows.length > 0 || (keys.includes('updated') && keys.includes('size'))
  const linked = keys.findIndex(
    (key, column) => !isField(key) && table.rows.every((row) => isDocument(row.cells[column])),
  )
  if (linked === -1 || !isKnown) return keys
  const beside = keys[linked + 1]
  const named = keys.with(linked, 'path')
  const isOwn = beside === undefined || isField(beside) || keys.includes('summary')
  return isOwn ? named : named.with(linked + 1, 'summary')
}

/** The columns an index of this folder must have. */
export function indexColumns(folder: IndexedFolder): readonly IndexField[] {
  return [...COMMON, ...(folder === 'requirements' ? STATUS : folder === 'learnings' ? TYPE : [])]
}

/** What the columns under these headers hold; a second column of one name is `name 2`, so that each has its own. */
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

/** The paths a cell may mean, the likeliest first: of the bank, of `details/`, of the index's own folder. */
export function pathsInCell(cell: string, folder: IndexedFolder): readonly BankPath[] {
  const [target] = linkTargets(cell)
  // A file may be called `[x](y).md`: the cell as it stands comes first.
  if (target !== undefined) return [...pathsAmong([cell], ['']), ...pathsOfLink(target, folder)]
  const plain = cell.replace(/^[`*_"'<\s]+|(?<![`*_"'>\s])[`*_"'>\s]+$/g, '')
  return pathsAmong([cell, plain, plain.replace(/^(?:\.\/)?memory-bank\//, '')], ['', 'details/', `details/${folder}/`])
}

/** The paths a link's destination may mean, seen from the index of a folder. */
export function pathsOfLink(target: string, folder: IndexedFolder): readonly BankPath[] {
  const bare = target.replace(/[?#].*$/, '')
  const spellings = [decoded(target), decoded(bare), bare].map((spelling) => upwards(spelling, folder))
  return pathsAmong(spellings, [`details/${folder}/`, '', 'details/'])
}

/** Every path that an index of this folder may name in its tables and links, in the folder or not. */
export function pathsNamed(page: Page, folder: IndexedFolder): readonly BankPath[] {
  const cells = indexTables(page).flatMap(({ table, keys }) =>
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

/** A link that works in every renderer whatever the file is called; only ASCII that Markdown or a URL reads is encoded. */
export function linkTo(relative: string): string {
  const text = relative.replace(/[\r\n]+/g, ' ').replace(/[\\`*[\]<>]/g, (character) => `\\${character}`)
  const target = relative.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a file name may hold them, a link may not
    /[\u0000-\u0020"#%&'()*:<>?[\\\]^`{|}\u007f]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return `[${text}](${target})`
}

/** `- When modifying **x**, read [x.md](x.md)`, in the folder's own words. */
export function routerLine(folder: IndexedFolder, name: string, relative: string): Words {
  const topic = name.replace(/[\r\n]+/g, ' ').replace(/[\\`*[\]<>]/g, (character) => `\\${character}`)
  const verb = ROUTER_VERBS[folder]
  return {
    en: `- When ${verb.en} **${topic}**, read ${linkTo(relative)}`,
    zh: `- ${verb.zh} **${topic}** 时，阅读 ${linkTo(relative)}`,
  }
}

/** Whether a line has the form of our own router lines, so that it may go when its file does. */
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
/** A name and a path at their longest; no line of ours is longer. */
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

/** `../tech.md` and `../../MEMORY.md`, seen from an index, as paths of the bank; others as they are. */
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
