/**
 * Completes the routing table (S5, S15): one row for each place of `details/`, however many entries it holds.
 *
 * A place is a file or a folder directly in `details/`. 0.1.0 wrote a row for every entry; such rows are folded into
 * the row of their folder. Only rows in exactly that form are changed.
 */

import type { Draft } from '../bank/draft.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { appendToSection, type Section } from '../bank/sections.ts'
import { appendRows, applySplices, editTable, normalCell, printCell, removeRows, type Table } from '../bank/tables.ts'
import { type Templates, templateSection } from '../bank/templates.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import type { Language, Words } from '../base/language.ts'
import { ARCHIVE_FOLDER, folderPath, INDEXED_FOLDERS, PATTERNS, PROGRESS, SECTION, TECH } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import type { Splice } from '../base/splice.ts'
import type { DocumentRoute, ProjectDocuments } from '../project/facts.ts'

/** Adds a route for every place without one, and drops generated routes to missing places. */
export function completeRouting(block: Page, draft: Draft, templates: Templates): string {
  const section = block.section(SECTION.routing)
  if (section === undefined) return block.text
  const files = filesOf(draft)
  const written = routesIn(block, section).filter((route) => isGenerated(route, files, draft))
  const theirs = routingOf(block.with(withoutRoutes(block.text, written)))
  const unrouted = ownPlaces(draft).filter((place) => !isNamed(theirs, place))
  const areMany = unrouted.length > LIMITS.ownRoutes
  const dropped = written.filter(({ target }) => areMany || !unrouted.includes(target))
  const folded = block.with(withoutRoutes(block.text, dropped))
  const body = routingOf(folded)
  const own = areMany || isNamed(body, DETAILS) ? [] : unrouted
  const wanted = [...standardPlaces(draft, files), ...own, ...(areMany ? [DETAILS] : [])]
  const missing = wanted.filter((place) => !isNamed(body, place))
  const rows = missing.map((place) => rowFor(place, templates) ?? ownRow(place, files, draft, templates.language))
  return addRoutes(folded, rows)
}

/** Drops template routes to places that this bank does not have yet. They are added with the first file. */
export function dropDeadRoutes(block: Page, draft: Draft): string {
  const section = block.section(SECTION.routing)
  if (section === undefined) return block.text
  const files = filesOf(draft)
  const isDead = ({ target }: Route) => !isThere(files, target)
  return withoutRoutes(block.text, routesIn(block, section).filter(isDead))
}

/** A file, or a folder with a trailing slash, as a cell prints it. */
type Place = string

/** Every file of the bank, keyed by its printed form. */
type Files = ReadonlyMap<Place, BankPath>

function filesOf(draft: Draft): Files {
  return new Map(draft.names().map((path) => [normalCell(path), path]))
}

function isThere(files: Files, place: Place): boolean {
  return isFolder(place) ? [...files.keys()].some((name) => name.startsWith(place)) : files.has(place)
}

const DETAILS: Place = 'details/'

function isFolder(place: Place): boolean {
  return place.endsWith('/')
}

const STANDARD_FILES = [PATTERNS, TECH, PROGRESS]

/** The standard files and folders that this bank has. */
function standardPlaces(draft: Draft, files: Files): readonly Place[] {
  const folders = INDEXED_FOLDERS.map((folder) => `${folderPath(folder)}/`)
  return [
    ...STANDARD_FILES.filter((path) => draft.read(path) !== undefined),
    ...folders.filter((one) => isThere(files, one)),
  ]
}

/** Other files and folders directly in `details/`. */
function ownPlaces(draft: Draft): readonly Place[] {
  const standard: ReadonlySet<Place> = new Set([
    ...STANDARD_FILES,
    ...INDEXED_FOLDERS.map((folder) => `${folderPath(folder)}/`),
    `${ARCHIVE_FOLDER}/`,
  ])
  const places = draft.paths().flatMap((path) => /^details\/[^/]+(?:\/|$)/.exec(path)?.[0] ?? [])
  return [...new Set(places.map(normalCell))].filter((place) => !standard.has(place))
}

/** True if the routes name the place. A folder is named by itself or its index, not by a file inside it. */
function isNamed(body: string, place: Place): boolean {
  const spellings = new Set([place, encodeURI(place.toWellFormed()), printCell(place)])
  if (!isFolder(place)) return [...spellings].some((spelling) => body.includes(spelling))
  return [...spellings].some((spelling) => {
    const bare = spelling.slice(0, -1)
    for (let at = body.indexOf(bare); at !== -1; at = body.indexOf(bare, at + 1)) {
      if (FOLDER_ENDS.test(body.slice(at + bare.length, at + bare.length + 12))) return true
    }
    return false
  })
}

const FOLDER_ENDS = /^\/?(?:index\.md|\*{1,2}(?:\.md)?)?(?:$|[\s)>\]`|,，、;；。'"（(])/

/** A row or list item of one intent and one place of `details/`. */
interface Route {
  readonly intent: string
  readonly target: Place
  readonly at: { readonly table: Table; readonly row: number } | { readonly start: number; readonly end: number }
}

function routesIn(block: Page, section: Section): readonly Route[] {
  const table = tableIn(block, section)
  const rows = (table?.rows ?? []).flatMap(({ cells }, row): readonly Route[] => {
    const target = cells.length === 2 ? targetOf(cells[1] ?? '') : undefined
    return table === undefined || target === undefined ? [] : [{ intent: cells[0] ?? '', target, at: { table, row } }]
  })
  const items = block.lines.flatMap((line): readonly Route[] => {
    if (line.fenced || line.start < section.bodyStart || line.end > section.end) return []
    const [, intent = '', cell = ''] = /^- (.+) → (\S.*)$/.exec(line.text) ?? []
    const target = targetOf(cell)
    return target === undefined ? [] : [{ intent, target, at: { start: line.start, end: line.end } }]
  })
  return [...rows, ...items]
}

function withoutRoutes(block: string, routes: readonly Route[]): string {
  const places = routes.map(({ at }) => at)
  const lines = places.flatMap((at): readonly Splice[] => ('table' in at ? [] : [{ ...at, text: '' }]))
  const rows = places.flatMap((at) => ('table' in at ? [at] : []))
  const [first] = rows
  // The rows of a section are in one table, and no item is inside it, so offsets above it stay valid.
  if (first === undefined) return applySplices(block, lines)
  const above = lines.filter((line) => line.start < first.table.start)
  const below = lines.filter((line) => line.start >= first.table.end)
  const removed = removeRows(
    applySplices(block, below),
    first.table,
    rows.map(({ row }) => row),
  )
  return applySplices(removed, above)
}

function routingOf(block: Page): string {
  return block.sectionBody(SECTION.routing) ?? ''
}

function tableIn(block: Page, section: Section): Table | undefined {
  return block.tables.find((table) => table.start >= section.bodyStart && table.end <= section.end)
}

/** The target of a cell that holds only a link labelled with its path, or only a code span. */
function targetOf(cell: string): Place | undefined {
  const { linked, named } = OWN_TARGET.exec(cell)?.groups ?? {}
  return linked ?? named
}

const OWN_TARGET = /^(?:\[(?<linked>details\/[^\]]+)\]\(<?\k<linked>>?\)|`(?<named>details\/[^`]*)`)$/

/** True for an unchanged generated row: its wording matches the title of the file, or the file is missing. */
function isGenerated({ intent, target }: Route, files: Files, draft: Draft): boolean {
  if (!GENERATED_INTENT.test(intent)) return false
  if (!isThere(files, target)) return true
  const name = nameOf(target, files, draft)
  return GENERATED.map((say) => say(name)).some(({ en, zh }) => intent === en || intent === zh)
}

type RouteRow = readonly [intent: string, cell: string]

function addRoutes(block: Page, rows: readonly RouteRow[]): string {
  const section = block.section(SECTION.routing)
  if (section === undefined || rows.length === 0) return block.text
  const table = tableIn(block, section)
  if (table !== undefined) return appendRows(block.text, table, rows)
  return appendToSection(block.text, section, rows.map(([intent, cell]) => `- ${intent} → ${cell}`).join('\n'))
}

/** The template's row for a place. */
function rowFor(place: Place, templates: Templates): RouteRow | undefined {
  const rows = pageOf(templateSection(templates, SECTION.routing)).tables[0]?.rows ?? []
  const [intent = '', cell = ''] = rows.find(({ cells }) => targetOf(cells[1] ?? '') === place)?.cells ?? []
  return intent === '' ? undefined : [intent, cell]
}

function ownRow(place: Place, files: Files, draft: Draft, language: Language): RouteRow {
  const words = place === DETAILS ? OTHER_TOPICS : WORK_ON(nameOf(place, files, draft))
  return [words[language], linkTo(place)]
}

function linkTo(place: Place): string {
  if (isFolder(place) && !/[\s`|[\]]/.test(place)) return `\`${place}\``
  return `[${place}](${/[\s()<>]/.test(place) ? `<${place}>` : place})`
}

/** The name of a place in a row: a file's title or a folder's name, without markup. */
function nameOf(place: Place, files: Files, draft: Draft): string {
  const path = files.get(place)
  const name = normalCell(baseName(place.replace(/\/$/, '')))
  const title = path === undefined ? undefined : draft.page(path).title
  const bare = normalCell(title ?? name.replace(/\.md$/, ''))
    .replace(/[*|[\]`]/g, '')
    .trim()
    .slice(0, 80)
    .toWellFormed()
  return bare === '' ? name : bare
}

const WORK_ON = (name: string): Words => ({ en: `work on **${name}**`, zh: `处理 **${name}**` })
const OTHER_TOPICS: Words = { en: 'look up any other topic', zh: '查找其他主题' }

/** The wordings of generated rows, current and of 0.1.0. */
const GENERATED: readonly ((name: string) => Words)[] = [
  WORK_ON,
  (name) => ({ en: `modify **${name}**`, zh: `修改 **${name}**` }),
  (name) => ({ en: `implement or accept **${name}**`, zh: `实现或验收 **${name}**` }),
  (name) => ({ en: `deal with **${name}**`, zh: `遇到 **${name}**` }),
  (name) => ({ en: `find the right file: **${name}**`, zh: `查找文件：**${name}**` }),
]
const GENERATED_INTENT =
  /^(?:work on|modify|implement or accept|deal with|find the right file:|处理|修改|实现或验收|遇到|查找文件：) ?\*\*[^*]+\*\*$/

// Rows that lead to documents of the project

/**
 * Updates the rows that lead to documents of the project (S12, S15). A row belongs to the scan if it has one of the
 * scan's intents, and each of its places is routed now or no longer exists. Rows changed by a person stay. Documents
 * that another row names get no second route.
 */
export function routeDocuments(page: Page, documents: ProjectDocuments): string {
  const { text: block } = page
  const section = page.section(SECTION.routing)
  const table = page.tables.find(
    (each) => section !== undefined && each.start >= section.bodyStart && each.end <= section.end,
  )
  if (section === undefined || table === undefined) return block
  const own = new Set(table.rows.flatMap(({ cells }, index) => (isScanned(cells, documents) ? [index] : [])))
  const elsewhere = [
    block.slice(section.bodyStart, table.start),
    ...table.rows.flatMap((row, index) => (own.has(index) ? [] : [block.slice(row.start, row.end)])),
    block.slice(table.end, section.end),
  ].join('')
  const rows = documents.routes.flatMap(({ intent, places }) => {
    const missing = places.filter((place) => !isNamedIn(elsewhere, place))
    return missing.length === 0 ? [] : [[intent, missing.map(link).join(', ')] as const]
  })
  const present = [...own].map((index) => table.rows[index]?.cells ?? [])
  return sameRows(present, rows) ? block : editTable(block, table, { remove: own, append: rows })
}

/** True if the text names the place or a path inside it. A longer path with the same ending is another place. */
function isNamedIn(text: string, place: string): boolean {
  for (let at = text.indexOf(place); at !== -1; at = text.indexOf(place, at + 1)) {
    if (/(?:^|[\s`([<|,]|\.\.\/)$/.test(text.slice(Math.max(0, at - 3), at))) return true
  }
  return false
}

/** A link relative to MEMORY.md. */
function link(place: string): string {
  return `[${place}](${place.includes(' ') ? `<../${place}>` : `../${place}`})`
}

function isScanned(cells: readonly string[], { intents, routes, seen }: ProjectDocuments): boolean {
  const [intent = '', written = ''] = cells
  const places = [...written.matchAll(/\[([^\]]{1,300})\]\(<?\.\.\/([^)>]{1,600})>?\)/g)].map((match) => match[2] ?? '')
  const isOurForm = places.length > 0 && places.map(link).join(', ') === written
  return (
    intents.has(intent) && isOurForm && places.every((place) => isRouted(place, routes) || !isInProject(place, seen))
  )
}

function isRouted(place: string, routes: readonly DocumentRoute[]): boolean {
  return routes.some((route) => route.places.includes(place))
}

/** A scan sees only two levels, so deeper places are assumed to exist. */
function isInProject(place: string, seen: ReadonlySet<string>): boolean {
  const path = place.replace(/\/$/, '')
  return path.split('/').length > 2 || seen.has(path)
}

function sameRows(present: readonly (readonly string[])[], wanted: readonly (readonly string[])[]): boolean {
  return (
    present.length === wanted.length &&
    present.every((cells, index) => cells[0] === wanted[index]?.[0] && cells[1] === wanted[index]?.[1])
  )
}
