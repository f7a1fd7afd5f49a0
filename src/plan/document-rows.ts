/**
 * Rows of the routing table that lead to the project's own documents (S12, S15).
 *
 * A row is a scan's as long as its intent is one that a scan gives and every place in it is routed now or gone; such
 * rows follow the project. A row that a person changed, and a document that another row names, are left as they are.
 */

import type { Page } from '../bank/page.ts'
import { editTable } from '../bank/tables.ts'
import { SECTION } from '../base/layout.ts'
import type { DocumentRoute, ProjectDocuments } from '../project/facts.ts'

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

/** By itself, or by something inside it; another path that only ends in the same words is another place. */
function isNamedIn(text: string, place: string): boolean {
  for (let at = text.indexOf(place); at !== -1; at = text.indexOf(place, at + 1)) {
    if (/(?:^|[\s`([<|,]|\.\.\/)$/.test(text.slice(Math.max(0, at - 3), at))) return true
  }
  return false
}

/** A link as a reader of MEMORY.md follows it. */
function link(place: string): string {
  return `[${place}](${place.includes(' ') ? `<../${place}>` : `../${place}`})`
}

function isScanned(cells: readonly string[], { intents, routes, seen }: ProjectDocuments): boolean {
  const [intent = '', written = ''] = cells
  const places = [...written.matchAll(/\[([^\]]{1,300})\]\(<?\.\.\/([^)>]{1,600})>?\)/g)].map((match) => match[2] ?? '')
  const isOurForm = places.length > 0 && places.map(link).join(', ') === written
  return intents.has(intent) && isOurForm && places.every((place) => isRouted(place, routes) || !isThere(place, seen))
}

function isRouted(place: string, routes: readonly DocumentRoute[]): boolean {
  return routes.some((route) => route.places.includes(place))
}

/** A scan sees two levels; of what lies deeper it cannot say that it is gone. */
function isThere(place: string, seen: ReadonlySet<string>): boolean {
  const path = place.replace(/\/$/, '')
  return path.split('/').length > 2 || seen.has(path)
}

function sameRows(present: readonly (readonly string[])[], wanted: readonly (readonly string[])[]): boolean {
  return (
    present.length === wanted.length &&
    present.every((cells, index) => cells[0] === wanted[index]?.[0] && cells[1] === wanted[index]?.[1])
  )
}
