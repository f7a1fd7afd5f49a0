/**
 * Routes for the files that have none (S15): what a person or an agent added to `details/` is found
 * from the entry. A folder with an index is reached through it; the files of one without are routed
 * one by one.
 */

import { type BankPath, baseName, directoryOf } from '../core/bank-path.ts'
import type { Draft } from '../core/draft.ts'
import type { Language, Words } from '../core/language.ts'
import { folderPath, INDEXED_FOLDERS, type IndexedFolder, indexPath, SECTION } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import { appendToSection, findSection, type Section, sectionBody, titleOf } from '../text/sections.ts'
import { appendRows, findTables, normalCell, printCell, removeRows, type Table } from '../text/table.ts'

/** The machine block with a route for every file of the draft that lacks one, and none of ours to a file that is gone. */
export function completeRouting(block: string, draft: Draft, language: Language): string {
  return addRoutes(
    dropRoutes(block, draft, (intent) => GENERATED_INTENT.test(intent)),
    draft,
    language,
  )
}

/** A fresh template's routes whose file this bank does not have would lead nowhere. */
export function dropDeadRoutes(block: string, draft: Draft): string {
  return dropRoutes(block, draft, () => true)
}

function dropRoutes(block: string, draft: Draft, isOurs: (intent: string) => boolean): string {
  const section = findSection(block, SECTION.routing)
  const table = section === undefined ? undefined : tableIn(block, section)
  if (table === undefined) return block
  const alive = new Set<string>(draft.names().map(normalCell))
  const dead = table.rows.flatMap((row, index) => {
    const { linked, named } = OWN_ROUTE.exec(row.cells[1] ?? '')?.groups ?? {}
    const target = linked ?? named
    return target !== undefined && !alive.has(target) && isOurs(row.cells[0] ?? '') ? [index] : []
  })
  return removeRows(block, table, dead)
}

function tableIn(block: string, section: Section): Table | undefined {
  return findTables(block).find((table) => table.start >= section.bodyStart && table.end <= section.end)
}

/** A cell that names nothing but one details file, as a link or in the template's form. */
const OWN_ROUTE = /^(?:\[(?<linked>details\/[^\]]+)\]\(<?\k<linked>>?\)|`(?<named>details\/[^`]+\.md)`)$/

function addRoutes(block: string, draft: Draft, language: Language): string {
  const section = findSection(block, SECTION.routing)
  if (section === undefined) return block
  const body = sectionBody(block, SECTION.routing) ?? ''
  const paths = draft.paths()
  const indexed = INDEXED_FOLDERS.filter((folder) => hasIndex(folder, paths))
  const routed = paths.filter((path) => needsRoute(path, indexed) && !mentions(body, path))
  if (routed.length === 0) return block
  const routes = routed.map((path) => ({ path, intent: intentOf(path, draft, language) }))
  const table = tableIn(block, section)
  if (table === undefined) {
    return appendToSection(block, section, routes.map((route) => `- ${route.intent} → ${link(route.path)}`).join('\n'))
  }
  return appendRows(
    block,
    table,
    routes.map((route) => [route.intent, link(route.path)]),
  )
}

function needsRoute(path: BankPath, indexed: readonly IndexedFolder[]): boolean {
  if (!path.startsWith('details/') || path.startsWith('details/archive/')) return false
  const folder = indexed.find((name) => path.startsWith(`${folderPath(name)}/`))
  return folder === undefined || path === indexPath(folder)
}

/** There is one, or the next refresh will make one: so many files are not routed one by one. */
function hasIndex(folder: IndexedFolder, paths: readonly BankPath[]): boolean {
  if (paths.includes(indexPath(folder))) return true
  return paths.filter((path) => path.startsWith(`${folderPath(folder)}/`)).length > LIMITS.indexOwedAbove
}

function mentions(body: string, path: BankPath): boolean {
  return body.includes(path) || body.includes(encodeURI(path)) || body.includes(printCell(path))
}

/** On one line, whatever the file is called. */
function link(path: BankPath): string {
  const name = normalCell(path)
  return `[${name}](${/[\s()<>]/.test(name) ? `<${name}>` : name})`
}

function intentOf(path: BankPath, draft: Draft, language: Language): string {
  const isIndex = baseName(path) === 'index.md'
  const title = normalCell(titleOf(draft.read(path) ?? '') ?? baseName(path).replace(/\.md$/, ''))
  const name = title
    .replace(/[*|[\]`]/g, '')
    .trim()
    .slice(0, 80)
    .toWellFormed()
  const say = INTENTS.get(isIndex ? 'index' : (directoryOf(path).split('/')[1] ?? '')) ?? OTHER
  return say(name === '' ? normalCell(baseName(path)) : name)[language]
}

const OTHER = (name: string): Words => ({ en: `work on **${name}**`, zh: `处理 **${name}**` })
const INTENTS: ReadonlyMap<string, (name: string) => Words> = new Map([
  ['design', (name: string) => ({ en: `modify **${name}**`, zh: `修改 **${name}**` })],
  ['requirements', (name: string) => ({ en: `implement or accept **${name}**`, zh: `实现或验收 **${name}**` })],
  ['learnings', (name: string) => ({ en: `deal with **${name}**`, zh: `遇到 **${name}**` })],
  ['index', (name: string) => ({ en: `find the right file: **${name}**`, zh: `查找文件：**${name}**` })],
])

const GENERATED_INTENT =
  /^(?:work on|modify|implement or accept|deal with|find the right file:|处理|修改|实现或验收|遇到|查找文件：) ?\*\*[^*]+\*\*$/
