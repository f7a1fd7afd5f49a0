/**
 * Edits the text around an index's rows: adds and drops tables, and updates router lines.
 *
 * All edits are splices outside the user block, so everything else keeps its bytes.
 */

import { isRouterLine, linkTargets } from '../bank/index-table.ts'
import { endingOf, type Line, listItemIn } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { appendBlock, insertBlock } from '../bank/sections.ts'
import { applySplices, printTable } from '../bank/tables.ts'
import type { Splice } from '../base/splice.ts'
import { ownIndexTables } from './repair-index.ts'

export interface NewTable {
  /** `## Done`; undefined for a table without its own heading. */
  readonly heading: string | undefined
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Enough text before a table to see whether a blank line separates it. */
const BEFORE = 1_000

/** Inserts after the last table of the index, or at its end. */
export function addTables(page: Page, tables: readonly NewTable[]): string {
  if (tables.length === 0) return page.text
  const block = tables
    .map(({ heading, header, rows }) => (heading === undefined ? '' : `${heading}\n\n`) + printTable(header, rows))
    .join('\n')
  const last = ownIndexTables(page).at(-1)
  if (last !== undefined) return insertBlock(page.text, last.table.end, block)
  return appendBlock(page, block) ?? page.text
}

/** Drops tables without rows, each with its heading if that has no other content. `keepOne` keeps the last table. */
export function dropEmptyTables(page: Page, keepOne: boolean): Page {
  const { text, sections } = page
  const tables = ownIndexTables(page)
  const empty = tables.filter(({ table }) => table.rows.length === 0)
  if (empty.length === 0 || (keepOne && empty.length === tables.length)) return page
  return page.with(
    applySplices(
      text,
      empty.map(({ table }): Splice => {
        const after = table.end + (/^\s*/.exec(text.slice(table.end))?.[0].length ?? 0)
        const heading = sections.findLast((section) => section.start < table.start)
        const isBare =
          heading !== undefined &&
          text.slice(heading.bodyStart, table.start).trim() === '' &&
          (after >= heading.end || /^<!-- (?:MACHINE|USER)_BLOCK_/.test(text.slice(after, after + 40)))
        const start = isBare ? heading.start : table.start
        const joins =
          after < text.length && !/(?:^|[\r\n])[ \t]*[\r\n]+$/.test(text.slice(Math.max(0, start - BEFORE), start))
        return { start, end: after, text: joins && start > 0 ? endingOf(text) : '' }
      }),
    ),
  )
}

export interface Routes<Target> {
  /** The router line for each target. */
  readonly wanted: ReadonlyMap<Target, string>
  /** Generated lines whose wording changed: old line → new line. */
  readonly renewed: ReadonlyMap<string, string>
  /** The target of a link: a file of this index, another place, or a missing file. */
  readonly resolve: (link: string) => Target | 'elsewhere' | 'gone'
}

/** Adds a router line for every target that no list item links to, and drops generated lines to missing files. */
export function routeFiles<Target extends string>(page: Page, routes: Routes<Target>): string {
  const { text, lines, editable } = page
  if (editable === undefined) return text
  const { routed, stale, last } = existingRoutes(page, routes)
  const added = [...routes.wanted].flatMap(([target, words]) => (routed.has(target) ? [] : [words]))
  if (added.length === 0) return applySplices(text, stale)
  if (last !== undefined) return applySplices(text, [...stale, listSplice(text, itemEnd(lines, last), added)])
  const title = page.sections.find(
    ({ level, start, bodyStart }) =>
      level === 1 && page.isEditable({ start, end: bodyStart }) && !page.isHidden(bodyStart),
  )
  return insertBlock(text, title?.bodyStart ?? editable.top, added.map((words) => `${words}\n`).join(''))
}

interface ExistingRoutes {
  /** Targets that some list item links to. */
  readonly routed: ReadonlySet<string>
  /** Edits of generated lines. */
  readonly stale: readonly Splice[]
  /** The line index of the last list item that is a route. */
  readonly last: number | undefined
}

function existingRoutes<Target extends string>(page: Page, routes: Routes<Target>): ExistingRoutes {
  const { text, lines } = page
  const routed = new Set<string>()
  const stale: Splice[] = []
  let last: number | undefined
  for (const [index, line] of lines.entries()) {
    if (line.fenced || line.commented || !page.isEditable(line) || listItemIn(line.text) === undefined) continue
    const found = linkTargets(line.text).map(routes.resolve)
    for (const target of found) if (routes.wanted.has(target as Target)) routed.add(target)
    if (!isRoute(line, found)) continue
    last = index
    stale.push(...reworded(line, routes.renewed))
    if (found[0] === 'gone')
      stale.push({ start: line.start, end: line.end, text: separatorBefore(text, lines[index + 1]) })
  }
  return { routed, stale, last }
}

/** True if a list item links to a target. A generated line counts even if its file is missing. */
function isRoute(line: Line, found: readonly string[]): boolean {
  if (found.every((target) => target === 'elsewhere')) return false
  return !found.includes('gone') || isRouterLine(line.text)
}

function reworded(line: Line, renewed: ReadonlyMap<string, string>): readonly Splice[] {
  const words = renewed.get(line.text.trimEnd())
  if (words === undefined || words === line.text.trimEnd()) return []
  return [{ start: line.start, end: line.start + line.text.trimEnd().length, text: words }]
}

/** A removed list item leaves a blank line if the line below would join the one above. */
function separatorBefore(text: string, below: Line | undefined): string {
  return below === undefined || /^\s*(?:$|[-*+#]\s|\d+[.)]\s)/.test(below.text) ? '' : endingOf(text)
}

function listSplice(text: string, at: number, added: readonly string[]): Splice {
  const ending = endingOf(text)
  const isOpen = at > 0 && !/[\r\n]/.test(text[at - 1] ?? '')
  return { start: at, end: at, text: added.map((words) => (isOpen ? ending + words : words + ending)).join('') }
}

/** The end of a list item, including what a person wrote below it. */
function itemEnd(lines: readonly Line[], index: number): number {
  let last = index
  while (/^(?:\s+\S|[^\s#>|<`~*+\-\d])/.test(lines[last + 1]?.text ?? '')) last += 1
  return lines[last]?.end ?? 0
}
