/**
 * The text around an index's rows: tables added and dropped, router lines kept in step.
 *
 * Everything is spliced into the text outside the user block; what is not ours keeps its bytes.
 */

import { isRouterLine, linkTargets } from '../bank/index-table.ts'
import { endingOf, type Line, listItemIn } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { appendBlock, insertBlock } from '../bank/sections.ts'
import { applySplices, printTable } from '../bank/tables.ts'
import type { Splice } from '../base/splice.ts'
import { ownIndexTables } from './repair-index.ts'

export interface NewTable {
  /** `## Done`; undefined for a table without a heading of its own. */
  readonly heading: string | undefined
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Enough of what stands before a table to see whether it is set off. */
const BEFORE = 1_000

/** After the last table of the index, or at its end. */
export function addTables(page: Page, tables: readonly NewTable[]): string {
  if (tables.length === 0) return page.text
  const block = tables
    .map(({ heading, header, rows }) => (heading === undefined ? '' : `${heading}\n\n`) + printTable(header, rows))
    .join('\n')
  const last = ownIndexTables(page).at(-1)
  if (last !== undefined) return insertBlock(page.text, last.table.end, block)
  return appendBlock(page, block) ?? page.text
}

/** Tables without rows go, with a heading that then has nothing to say; `keepOne` leaves the last of them. */
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
  /** The router line of every target that must be routed here. */
  readonly wanted: ReadonlyMap<Target, string>
  /** Lines of ours that say it otherwise now, by their old words. */
  readonly renewed: ReadonlyMap<string, string>
  /** What a link of the index leads to: a target, something that is none of ours, or nothing any more. */
  readonly resolve: (link: string) => Target | 'elsewhere' | 'gone'
}

/** A router line for every target that no list item leads to; generated lines that lead nowhere go. */
export function routeFiles<Target extends string>(page: Page, routes: Routes<Target>): string {
  const { text, lines, editable } = page
  if (editable === undefined) return text
  const { routed, stale, last } = standingRoutes(page, routes)
  const added = [...routes.wanted].flatMap(([target, words]) => (routed.has(target) ? [] : [words]))
  if (added.length === 0) return applySplices(text, stale)
  if (last !== undefined) return applySplices(text, [...stale, listSplice(text, itemEnd(lines, last), added)])
  const title = page.sections.find(
    ({ level, start, bodyStart }) =>
      level === 1 && page.isEditable({ start, end: bodyStart }) && !page.isHidden(bodyStart),
  )
  return insertBlock(text, title?.bodyStart ?? editable.top, added.map((words) => `${words}\n`).join(''))
}

interface StandingRoutes {
  /** What list items lead to by now. */
  readonly routed: ReadonlySet<string>
  /** What is to happen to lines of ours. */
  readonly stale: readonly Splice[]
  /** The index of the last line that routes. */
  readonly last: number | undefined
}

function standingRoutes<Target extends string>(page: Page, routes: Routes<Target>): StandingRoutes {
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
    stale.push(...renewal(line, routes.renewed))
    if (found[0] === 'gone') stale.push({ start: line.start, end: line.end, text: partition(text, lines[index + 1]) })
  }
  return { routed, stale, last }
}

/** Whether a list item leads to a target; one that leads nowhere any more counts as long as it is a line of ours. */
function isRoute(line: Line, found: readonly string[]): boolean {
  if (found.every((target) => target === 'elsewhere')) return false
  return !found.includes('gone') || isRouterLine(line.text)
}

/** A line of ours in its new words. */
function renewal(line: Line, renewed: ReadonlyMap<string, string>): readonly Splice[] {
  const words = renewed.get(line.text.trimEnd())
  if (words === undefined || words === line.text.trimEnd()) return []
  return [{ start: line.start, end: line.start + line.text.trimEnd().length, text: words }]
}

/** What must stay of a list item that goes: a blank line, where the line below would join the one above. */
function partition(text: string, below: Line | undefined): string {
  return below === undefined || /^\s*(?:$|[-*+#]\s|\d+[.)]\s)/.test(below.text) ? '' : endingOf(text)
}

function listSplice(text: string, at: number, added: readonly string[]): Splice {
  const ending = endingOf(text)
  const isOpen = at > 0 && !/[\r\n]/.test(text[at - 1] ?? '')
  return { start: at, end: at, text: added.map((words) => (isOpen ? ending + words : words + ending)).join('') }
}

/** Past the lines that belong to a list item: what a person wrote below it stays with it. */
function itemEnd(lines: readonly Line[], index: number): number {
  let last = index
  while (/^(?:\s+\S|[^\s#>|<`~*+\-\d])/.test(lines[last + 1]?.text ?? '')) last += 1
  return lines[last]?.end ?? 0
}
