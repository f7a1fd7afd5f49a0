/**
 * Repository documents that the bank routes to (S23): links and paths in the routing rules of MEMORY.md that leave the
 * bank and stay in the repository.
 *
 * Search gives each document a path that no file of the bank can have.
 */

import type { PackSource } from '../bank/pack.ts'
import type { Page } from '../bank/page.ts'
import type { Route } from '../bank/routes.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import { BANK_FOLDER, MEMORY, OLD_ROUTING_HEADING, SECTION } from '../base/layout.ts'

/** The routes that lead to documents. The place of a folder ends in a slash. */
export function documentRoutes(memory: Page): readonly (Route & { readonly places: readonly string[] })[] {
  const sections = memory.sections.filter(({ heading }) => isRouting(heading))
  if (sections.length === 0) return []
  return memory.lines.flatMap((line) => {
    const isIn = sections.some(({ bodyStart, end }) => line.start >= bodyStart && line.start < end)
    if (!isIn || line.fenced || line.text.length > LONGEST_LINE) return []
    const places = placesIn(line.text)
    const intent = line.text
      .replace(REFERENCE, ' ')
      .replace(/[|*`]|→|=>|->/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const targets = places.flatMap((place) => documentPath(place) ?? [])
    return places.length === 0 ? [] : [{ intent, targets, places, line: line.number }]
  })
}

const LONGEST_LINE = 4_000

function isRouting(heading: string): boolean {
  return heading.startsWith(SECTION.routing) || heading.startsWith(OLD_ROUTING_HEADING)
}

const REFERENCE = /\[[^[\]]{0,400}\]\(<?([^()<>]{1,400}?)>?\)|`([^`\s]{1,400})`/g

/** The places in a line that are outside the bank, relative to the repository's root. */
function placesIn(line: string): readonly string[] {
  const found = [...line.matchAll(REFERENCE)].flatMap(([, target, span]) => {
    const raw = decoded((target ?? span ?? '').replace(/#.*$/, '').trim())
    const place = target === undefined ? raw.replace(/^(?:\.\.?\/)/, '') : fromBank(raw)
    return place !== undefined && isOutside(place) ? [place] : []
  })
  return [...new Set(found)]
}

/** Links are relative to MEMORY.md; a path from the repository's root is accepted too. */
function fromBank(raw: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^[/#]/i.test(raw)) return undefined
  return raw.replace(/^\.\.\//, '').replace(/^\.\//, '')
}

/** Whether the place is a document or a folder outside the bank. */
function isOutside(place: string): boolean {
  if (place.includes('\\') || place.split('/').includes('..') || place.startsWith('/')) return false
  if (place === MEMORY || place.startsWith('details/') || place.startsWith(`${BANK_FOLDER}/`)) return false
  return /\/$/.test(place) || /\.(?:md|mdx|rst|txt|adoc)$/i.test(place)
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    // A stray percent sign: take the path literally.
    return raw
  }
}

/** Not a folder of any bank: Windows cannot check out a name with a colon. */
const OUTSIDE = ':repository/'

export function documentPath(path: string): BankPath | undefined {
  return bankPath(OUTSIDE + path.replace(/\/$/, ''))
}

export function isDocumentPath(path: string): boolean {
  return path.startsWith(OUTSIDE)
}

/** The source and path that a pack shows for a search result. */
export function sourceOf(path: BankPath): PackSource {
  return isDocumentPath(path) ? { source: 'document', path: path.slice(OUTSIDE.length) } : { source: 'bank', path }
}
