/**
 * Which lines of the bank answer a question, best first: the sections, rows and items that rank highest, each with what
 * completes it.
 */

import { type BankPath, directoryOf } from '../core/bank-path.ts'
import { MEMORY } from '../core/layout.ts'
import type { WhyChosen } from '../core/pack.ts'
import { pathsIn } from '../text/routing.ts'
import { estimateTokens } from '../text/tokens.ts'
import type { Candidate } from './budget.ts'
import { covers, howWell, type Point } from './coverage.ts'
import { isDocumentPath, sourceOf } from './document-routes.ts'
import type { IndexedFile } from './index-image.ts'
import type { Scores } from './score.ts'
import { best } from './search.ts'
import type { SearchIndex } from './search-index.ts'
import { hasFlag } from './unit-flags.ts'

export interface Found extends Candidate {
  readonly path: BankPath
  readonly unit: number
  /** The names of its columns, for a row. */
  readonly columns?: readonly string[]
  /** In days since the epoch; 0 without a date. */
  readonly day: number
  readonly trail: readonly string[]
  readonly share: number
  readonly why: readonly WhyChosen[]
}

/** How many sections are looked at. */
const LOOKED_AT = 24
/** From which part of the best score on a section is worth showing: the surer the best is, the fewer stand beside it. */
const WORTH = { yes: 0.5, weakly: 0.35 } as const
/** A file this short is shown whole: its parts complete each other. */
const WHOLE_FILE_LINES = 40
const WHOLE_FILE_TOKENS = 360
/** What is shown of a bank that does not seem to cover the question: so many places, each with so much of it. */
const NEAREST = 3
const NEAR = 0.1

/** Best first: by what search says, by how much of the question each has, and by what only memory can tell. */
export function rank(index: SearchIndex, scores: Scores, points: readonly Point[]): readonly Found[] {
  const found: Found[] = []
  for (const id of best(scores.units, LOOKED_AT)) {
    const slot = index.slotOfUnit[id] ?? -1
    const file = index.files[slot]
    const unit = index.unit(id)
    if (file === undefined || unit === undefined) continue
    const route = scores.routes.find((fired) => fired.files.includes(slot))
    const isRouted = (term: string) => route?.intent.includes(index.vocabulary.find(term) ?? -1) ?? false
    const units = isOneEntry(file) ? unitsOf(file) : [id, file.firstUnit]
    const terms = {
      has: (term: string) => index.holds(term, units) || isRouted(term),
      together: (all: readonly string[]) => units.some((one) => all.every((term) => index.holds(term, [one]))),
    }
    const matched = points.filter((point) => howWell(point, terms) > 0).map((point) => point.text)
    const why: WhyChosen[] = []
    if (matched.length > 0) why.push({ kind: 'matches', terms: matched })
    if (route !== undefined) why.push({ kind: 'routed', intent: route.route.intent })
    if (hasFlag(unit.flags, 'binding')) why.push({ kind: 'binding' })
    const share = covers(points, terms)
    const worth = (1 + SHARE * share) * worthOf(unit.flags)
    found.push({
      unit: id,
      path: file.path,
      heading: unit.heading,
      trail: unit.trail,
      startLine: unit.startLine,
      endLine: unit.endLine,
      ...(unit.columns === undefined ? {} : { columns: unit.columns }),
      day: unit.day,
      score: Math.round((scores.units[id] ?? 0) * worth * 1000) / 1000,
      share,
      why,
    })
  }
  return found.sort((a, b) => b.score - a.score)
}

/** What it adds that an entry has all that is asked for. */
const SHARE = 1.5

/** Why, what was given up, what to beware of comes before what the repository says itself (S58). */
export function worthOf(flags: number): number {
  if (hasFlag(flags, 'restated')) return RESTATED
  return REASONS.some((flag) => hasFlag(flags, flag)) ? REASON : 1
}

const REASONS = ['cause', 'prevention'] as const
const REASON = 1.05
const RESTATED = 0.6

/** A file of the bank so short that its sections are the parts of one entry. */
function isOneEntry({ path, lines, units }: IndexedFile): boolean {
  if (isDocumentPath(path)) return false
  return path !== MEMORY && lines <= WHOLE_FILE_LINES && units.every(({ columns }) => columns === undefined)
}

function unitsOf({ firstUnit, units }: IndexedFile): readonly number[] {
  return Array.from({ length: units.length + 1 }, (_, at) => firstUnit + at)
}

/** What comes nearest to a question the bank does not seem to cover: little, and never a page of chance words. */
export function nearest(ranked: readonly Found[]): readonly Found[] {
  const near = ranked.filter(({ share }) => share >= NEAR)
  return near.filter(({ path }, at) => near.findIndex((other) => other.path === path) === at).slice(0, NEAREST)
}

export type Reader = (path: BankPath) => string

/** The best sections, each with what completes it: a short file as a whole, an answer after its question, a link. */
export function choose(
  ranked: readonly Found[],
  covered: keyof typeof WORTH,
  index: SearchIndex,
  read: Reader,
): readonly Found[] {
  const worthy = memoryFirst(ranked, WORTH[covered]).filter((candidate, _, all) => !repeats(candidate, all, read))
  const chosen = worthy.flatMap((candidate) => [widen(candidate, index, read), ...following(candidate, index)])
  const linked = worthy.slice(0, 3).flatMap((candidate) => linksFrom(candidate, chosen, ranked, index, read))
  return [...chosen, ...linked]
}

/**
 * The candidates worth showing. Where the bank itself speaks about the question its entries come first, and one document
 * at most beside them: documents have many words, and an agent finds them without us (S58).
 */
function memoryFirst(ranked: readonly Found[], worth: number): readonly Found[] {
  const top = ranked[0]?.score ?? 0
  const bank = ranked.filter(({ path }) => !isDocumentPath(path))
  const best = bank[0]?.score ?? 0
  if (best < WORTH.weakly * top) return ranked.filter(({ score }) => score >= worth * top)
  const documents = ranked.filter(({ path, score }) => isDocumentPath(path) && score >= worth * top)
  return [...bank.filter(({ score }) => score >= worth * best), ...documents.slice(0, 1)]
}

/** A row or item of the entry that only leads to a file which answers by itself. */
function repeats(candidate: Found, all: readonly Found[], read: Reader): boolean {
  if (candidate.path !== MEMORY || candidate.columns === undefined) return false
  const targets = pathsIn(linesOf(candidate, read).join(' '), '')
  return all.some((other) => other.path !== MEMORY && targets.includes(other.path))
}

export function linesOf({ path, startLine, endLine }: Found, read: Reader): readonly string[] {
  return read(path)
    .split(/\r\n|\n|\r/)
    .slice(startLine - 1, endLine)
}

function widen(candidate: Found, index: SearchIndex, read: Reader): Found {
  const file = index.file(candidate.path)
  if (file === undefined || !isOneEntry(file)) return candidate
  if (estimateTokens(read(candidate.path)) > WHOLE_FILE_TOKENS) return candidate
  return { ...candidate, startLine: 1, endLine: file.lines }
}

/** The section after one that ends in a question, or that only announces ("as follows:"). */
function following(candidate: Found, index: SearchIndex): readonly Found[] {
  const flags = index.unit(candidate.unit)?.flags ?? 0
  if (!hasFlag(flags, 'asks') || hasFlag(flags, 'apart')) return []
  const next = index.unit(candidate.unit + 1)
  const slot = index.slotOfUnit[candidate.unit]
  if (next === undefined || index.slotOfUnit[candidate.unit + 1] !== slot) return []
  const why: WhyChosen = { kind: 'beside', heading: candidate.heading }
  const { heading, trail, startLine, endLine, day } = next
  return [
    {
      ...candidate,
      unit: candidate.unit + 1,
      heading,
      trail,
      startLine,
      endLine,
      day,
      score: candidate.score / 2,
      why: [why],
    },
  ]
}

/** Pages that a good section links to, one step; the section of each that fits the question best, else its first. */
function linksFrom(
  candidate: Found,
  chosen: readonly Found[],
  ranked: readonly Found[],
  index: SearchIndex,
  read: Reader,
): readonly Found[] {
  const targets = new Set(linesOf(candidate, read).flatMap((line) => pathsIn(line, directoryOf(candidate.path))))
  const found: Found[] = []
  for (const target of targets) {
    if (target === candidate.path || chosen.some((other) => other.path === target)) continue
    const file = index.file(target)
    if (file === undefined) continue
    const known = ranked.find((other) => other.path === target)
    const first = file.units[0]
    if (first === undefined) continue
    const why: WhyChosen = { kind: 'linked', from: sourceOf(candidate.path).path }
    if (known !== undefined) found.push(widen({ ...known, why: [...known.why, why] }, index, read))
    else if (candidate.path !== MEMORY) {
      const { heading, trail, startLine, endLine, day } = first
      const place = { unit: file.firstUnit + 1, path: target, heading, trail, startLine, endLine, day }
      found.push(widen({ ...place, score: 0, share: 0, why: [why] }, index, read))
    }
  }
  return found.slice(0, 2)
}

/** Files whose path or name stands in the question are shown, whatever the ranking says (S26). */
export function namedFiles(question: string, index: SearchIndex): readonly Found[] {
  return pathsIn(question, '').flatMap((path) => {
    const file = index.files.find((candidate) => candidate?.path === path || candidate?.path.endsWith(`/${path}`))
    const last = file?.units[file.units.length - 1]
    if (file === undefined || last === undefined) return []
    const whole = { startLine: 1, endLine: last.endLine, heading: file.title, trail: [], day: 0 }
    return [
      { unit: file.firstUnit + 1, path: file.path, ...whole, score: 0, share: 1, why: [{ kind: 'named' as const }] },
    ]
  })
}

/** Overlapping ranges of one file become one, with all the reasons; order by the best of them. */
export function merge(candidates: readonly Found[]): readonly Found[] {
  const merged: Found[] = []
  for (const candidate of candidates) {
    const at = merged.findIndex(
      (other) =>
        other.path === candidate.path && candidate.startLine <= other.endLine && candidate.endLine >= other.startLine,
    )
    const other = merged[at]
    if (other === undefined) {
      merged.push(candidate)
      continue
    }
    const extra = candidate.why.filter((why) => !other.why.some((known) => known.kind === why.kind))
    merged[at] = {
      ...other,
      startLine: Math.min(other.startLine, candidate.startLine),
      endLine: Math.max(other.endLine, candidate.endLine),
      score: Math.max(other.score, candidate.score),
      why: [...other.why, ...extra],
    }
  }
  return merged
}
