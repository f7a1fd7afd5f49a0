/**
 * Documents of the repository that the bank routes to: a link or a path in a row or item of MEMORY.md's routing rules that
 * leads out of the bank and stays inside the repository (S23).
 *
 * Search knows each by a path that no file of the bank has.
 */

import type { Page } from '../bank/page.ts'
import type { Route } from '../bank/routes.ts'
import { type BankPath, bankPath } from '../base/bank-path.ts'
import { BANK_FOLDER, MEMORY, OLD_ROUTING_HEADING, SECTION } from '../base/layout.ts'
import type { PackSource } from '../bank/pack.ts'

/** The routes that lead to documents; a folder's place ends in a slash. */
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

/** The places of a line that lie outside the bank, from the repository's root. */
function placesIn(line: string): readonly string[] {
  const found = [...line.matchAll(REFERENCE)].flatMap(([, target, span]) => {
    const raw = decoded((target ?? span ?? '').replace(/#.*$/, '').trim())
    const place = target === undefined ? raw.replace(/^(?:\.\.?\/)/, '') : fromBank(raw)
    return place !== undefined && isOutside(place) ? [place] : []
  })
  return [...new Set(found)]
}

/** As a reader of MEMORY.md follows a link; one that names a place from the root is understood too. */
function fromBank(raw: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^[/#]/i.test(raw)) return undefined
  return raw.replace(/^\.\.\//, '').replace(/^\.\//, '')
}

/** A document, or a folder, and none of the bank's own. */
function isOutside(place: string): boolean {
  if (place.includes('\\') || place.split('/').includes('..') || place.startsWith('/')) return false
  if (place === MEMORY || place.startsWith('details/') || place.startsWith(`${BANK_FOLDER}/`)) return false
  return /\/$/.test(place) || /\.(?:md|mdx|rst|txt|adoc)$/i.test(place)
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    // A stray percent sign: the path means itself.
    return raw
  }
}

/** A folder of this name cannot stand in a bank that every system can check out. */
const OUTSIDE = ':repository/'

export function documentPath(path: string): BankPath | undefined {
  return bankPath(OUTSIDE + path.replace(/\/$/, ''))
}

export function isDocumentPath(path: string): boolean {
  return path.startsWith(OUTSIDE)
}

/** Where what search found stands, as a pack names it. */
export function sourceOf(path: BankPath): PackSource {
  return isDocumentPath(path) ? { source: 'document', path: path.slice(OUTSIDE.length) } : { source: 'bank', path }
}
