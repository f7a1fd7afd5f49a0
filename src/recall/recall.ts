/**
 * A question and a bank in, a context pack out: route, search, choose, fit, assemble.
 *
 * Deterministic: the same bank and question give the same pack. The budget always holds, what is relevant and left out
 * is named, and a question that the bank does not speak about gives no evidence but an open question.
 */

import { type BankPath, directoryOf } from '../core/bank-path.ts'
import { type Language, languageOfText } from '../core/language.ts'
import { MEMORY } from '../core/layout.ts'
import { type ContextPack, type Evidence, PACK_SCHEMA, type PackConflict, type WhyChosen } from '../core/pack.ts'
import type { ReadableBank } from '../core/snapshot.ts'
import { pathsIn } from '../text/routing.ts'
import { type Candidate, fit, PACK_ROOM, type Room, type Taken } from './budget.ts'
import { covers, type Held, howWell, type Point, pointsOf } from './coverage.ts'
import { withoutMarkers } from './excerpt.ts'
import { openQuestions } from './open-questions.ts'
import { formOf, understand } from './question.ts'
import { type Scores, score } from './score.ts'
import { best } from './search.ts'
import { buildIndex, type SearchIndex } from './search-index.ts'
import { summarize } from './summarize.ts'
import { termsIn } from './tokenize.ts'
import { hasFlag } from './unit-flags.ts'

export interface RecallOptions {
  /** An index of this bank, if the caller keeps one. */
  readonly index?: SearchIndex
  /** Files of the repository, to say where to look for what the bank does not cover. */
  readonly repositoryPaths?: () => readonly string[]
  readonly conflicts?: readonly PackConflict[]
  readonly room?: Room
  /** Where the bank's own text does not tell. */
  readonly language?: Language
}

export function recall(question: string, bank: ReadableBank, options: RecallOptions = {}): ContextPack {
  const index = options.index ?? buildIndex(bank)
  const language = languageOf(bank, options.language ?? languageOfText(question) ?? 'en')
  const wanted = understand(question, index)
  const points = pointsOf(question, wanted, index)
  const scores = score(index, wanted, formOf(question))
  const read = (path: BankPath) => bank.files.get(path)?.readText() ?? ''

  const named = namedFiles(question, index)
  const ranked = rank(index, scores, points)
  const share = Math.max(0, ...ranked.map((candidate) => candidate.share))
  const covered = named.length > 0 || share >= COVERED ? 'yes' : share >= KNOWN ? 'partly' : 'no'
  const chosen = [...named, ...(covered === 'no' ? nearest(ranked, index) : choose(ranked, index, read))]
  const { taken, leftOut, budget } = fit(merge(chosen), read, language, options.room ?? PACK_ROOM)
  const evidence = taken.map(({ candidate, excerpt }) =>
    evidenceOf(candidate, withoutMarkers(excerpt.text), bank, index),
  )
  return {
    schema: PACK_SCHEMA,
    question,
    language,
    covered,
    summary: summarize(bank.files.get(MEMORY)?.readText(), points),
    evidence,
    samples: [],
    conflicts: options.conflicts ?? [],
    openQuestions: openQuestions(
      covered,
      points,
      spokenIn(taken, index),
      ranked.map((candidate) => candidate.path),
      covered === 'yes' ? [] : (options.repositoryPaths?.() ?? []),
    ),
    leftOut,
    ...(bank.unreadable.length === 0 ? {} : { unread: bank.unreadable }),
    budget,
  }
}

/**
 * The terms that stand in what is shown. The index knows which sections hold a term; only what was cut short has to be
 * looked at.
 */
function spokenIn(taken: readonly Taken<Found>[], index: SearchIndex): Held {
  const units: number[] = []
  const cut: string[] = []
  for (const { candidate, excerpt } of taken) {
    const { path, startLine, endLine, trail, heading } = candidate
    if (excerpt.lines < endLine - startLine + 1) {
      cut.push(path, ...trail, heading, excerpt.text)
      continue
    }
    const file = index.file(path)
    if (file === undefined) continue
    units.push(file.firstUnit)
    for (const [at, unit] of file.units.entries()) {
      if (unit.startLine >= startLine && unit.endLine <= endLine) units.push(file.firstUnit + 1 + at)
    }
  }
  const read = termsIn(cut)
  return { has: (term) => read.has(term) || index.holds(term, units) }
}

/** The share of the question from which on the bank speaks about it, and from which on it has all of it. */
const KNOWN = 0.45
const COVERED = 0.7
/** Below `KNOWN`, the nearest sections are shown beside the open question if they have this much of it. */
const NEAR = 0.15
const NEAREST = 2
/** How many sections are looked at, and from which part of the best score on one is worth showing. */
const LOOKED_AT = 24
const WORTH = 0.4
/** A file this short is shown whole: its parts complete each other. */
const WHOLE_FILE_LINES = 40

interface Found extends Candidate {
  readonly unit: number
  readonly trail: readonly string[]
  readonly share: number
  readonly why: readonly WhyChosen[]
}

function rank(index: SearchIndex, scores: Scores, points: readonly Point[]): readonly Found[] {
  const found: Found[] = []
  for (const id of best(scores.units, LOOKED_AT)) {
    const slot = index.slotOfUnit[id] ?? -1
    const file = index.files[slot]
    const unit = index.unit(id)
    if (file === undefined || unit === undefined) continue
    const route = scores.routes.find((fired) => fired.files.includes(slot))
    const isRouted = (term: string) => route?.intent.includes(index.vocabulary.find(term) ?? -1) ?? false
    const terms = { has: (term: string) => index.holds(term, [id, file.firstUnit]) || isRouted(term) }
    const matched = points.filter((point) => howWell(point, terms) > 0).map((point) => point.text)
    const why: WhyChosen[] = []
    if (matched.length > 0) why.push({ kind: 'matches', terms: matched })
    if (route !== undefined) why.push({ kind: 'routed', intent: route.route.intent })
    if (hasFlag(unit.flags, 'binding')) why.push({ kind: 'binding' })
    found.push({
      unit: id,
      path: file.path,
      heading: unit.heading,
      trail: unit.trail,
      startLine: unit.startLine,
      endLine: unit.endLine,
      score: Math.round((scores.units[id] ?? 0) * 1000) / 1000,
      share: covers(points, terms),
      why,
    })
  }
  return found
}

/** What comes nearest to a question the bank does not seem to cover: little, and never a page of chance words. */
function nearest(ranked: readonly Found[], index: SearchIndex): readonly Found[] {
  return ranked
    .filter((candidate) => candidate.share >= NEAR)
    .slice(0, NEAREST)
    .map((candidate) => widen(candidate, index))
}

/** The best sections, each with what completes it: a short file as a whole, an answer after its question, a link. */
function choose(ranked: readonly Found[], index: SearchIndex, read: (path: BankPath) => string): readonly Found[] {
  const top = ranked[0]?.score ?? 0
  const worthy = ranked.filter((candidate) => candidate.score >= WORTH * top)
  const chosen = worthy.flatMap((candidate) => [widen(candidate, index), ...following(candidate, index)])
  const linked = worthy.slice(0, 3).flatMap((candidate) => linksFrom(candidate, chosen, ranked, index, read))
  return [...chosen, ...linked]
}

function widen(candidate: Found, index: SearchIndex): Found {
  if (candidate.path === MEMORY) return candidate
  const lines = index.file(candidate.path)?.lines ?? Number.POSITIVE_INFINITY
  return lines <= WHOLE_FILE_LINES ? { ...candidate, startLine: 1, endLine: lines } : candidate
}

/** The section after one that ends in a question, or that only announces ("as follows:"). */
function following(candidate: Found, index: SearchIndex): readonly Found[] {
  if (!hasFlag(index.unit(candidate.unit)?.flags ?? 0, 'asks')) return []
  const next = index.unit(candidate.unit + 1)
  const slot = index.slotOfUnit[candidate.unit]
  if (next === undefined || index.slotOfUnit[candidate.unit + 1] !== slot) return []
  const why: WhyChosen = { kind: 'beside', heading: candidate.heading }
  const { heading, trail, startLine, endLine } = next
  return [
    {
      ...candidate,
      unit: candidate.unit + 1,
      heading,
      trail,
      startLine,
      endLine,
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
  read: (path: BankPath) => string,
): readonly Found[] {
  const lines = read(candidate.path)
    .split(/\r\n|\n|\r/)
    .slice(candidate.startLine - 1, candidate.endLine)
  const targets = new Set(lines.flatMap((line) => pathsIn(line, directoryOf(candidate.path))))
  const found: Found[] = []
  for (const target of targets) {
    if (target === candidate.path || chosen.some((other) => other.path === target)) continue
    const file = index.file(target)
    if (file === undefined) continue
    const known = ranked.find((other) => other.path === target)
    const first = file.units[0]
    if (first === undefined) continue
    const why: WhyChosen = { kind: 'linked', from: candidate.path }
    if (known !== undefined) found.push(widen({ ...known, why: [...known.why, why] }, index))
    else if (candidate.path !== MEMORY) {
      const { heading, trail, startLine, endLine } = first
      const unit = file.firstUnit + 1
      found.push(
        widen({ unit, path: target, heading, trail, startLine, endLine, score: 0, share: 0, why: [why] }, index),
      )
    }
  }
  return found.slice(0, 2)
}

/** Files whose path or name stands in the question are shown, whatever the ranking says (S26). */
function namedFiles(question: string, index: SearchIndex): readonly Found[] {
  return pathsIn(question, '').flatMap((path) => {
    const file = index.files.find((candidate) => candidate?.path === path || candidate?.path.endsWith(`/${path}`))
    const last = file?.units[file.units.length - 1]
    if (file === undefined || last === undefined) return []
    const whole = { startLine: 1, endLine: last.endLine, heading: file.title, trail: [] }
    return [
      { unit: file.firstUnit + 1, path: file.path, ...whole, score: 0, share: 1, why: [{ kind: 'named' as const }] },
    ]
  })
}

/** Overlapping ranges of one file become one, with all the reasons; order by the best of them. */
function merge(candidates: readonly Found[]): readonly Found[] {
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

function evidenceOf(candidate: Found, excerpt: string, bank: ReadableBank, index: SearchIndex): Evidence {
  const { path, startLine, endLine, score, why } = candidate
  return {
    path,
    headings: [...candidate.trail, candidate.heading].filter((heading) => heading !== ''),
    startLine,
    endLine,
    excerpt,
    mtime: bank.files.get(path)?.mtime ?? 0,
    hash: index.file(path)?.hash ?? '',
    score,
    why,
  }
}

function languageOf({ files }: ReadableBank, otherwise: Language): Language {
  const memory = files.get(MEMORY)?.readText()
  return (memory === undefined ? undefined : languageOfText(memory)) ?? otherwise
}
