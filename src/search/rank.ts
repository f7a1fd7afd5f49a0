/**
 * Ranks entries for a question (S24): BM25 over entries and over whole documents, with more weight for titles and
 * scopes.
 *
 * The question and each term of the caller are separate queries. Each query gives its best entry the same score, and
 * the scores of an entry are added up. The same bank and the same words give the same ranking.
 */

import { type Language, languageOfText } from '../base/language.ts'
import { type EntryTraits, endsInQuestion, type IndexedEntry, traitsOf } from './indexed-entry.ts'
import type { EntryCounts, Query, TermCounts } from './term-counts.ts'
import { isStopCharacter, type Term, tokenize } from './tokenize.ts'

export interface Ranked extends EntryTraits {
  readonly entry: IndexedEntry
  readonly score: number
}

/** The question, the caller's terms, and the names defined in the files that the question is about. */
export function queriesOf(
  question: string,
  terms: readonly string[] = [],
  symbols: readonly string[] = [],
): readonly Query[] {
  const named = symbols.length === 0 ? [] : [{ text: symbols.join(' '), weight: TERM }]
  return [{ text: question, weight: 1 }, ...terms.map((text) => ({ text, weight: TERM })), ...named]
}

/** The names that a source file defines. An entry that mentions one of them is about the file (S24). */
export function definedNames(source: string): readonly string[] {
  const names = new Set<string>()
  for (const [, name = ''] of source.matchAll(DEFINITION)) {
    if (names.size >= MOST_NAMES) break
    names.add(name)
  }
  return [...names]
}

const MOST_NAMES = 40
/** Names long enough to be unique. */
const DEFINITION =
  /\b(?:function\*?|class|const|let|var|def|fn|func|type|interface|enum|struct|trait|module|val|fun|object|record)\s{1,4}([A-Za-z_$][\w$]{4,79})/g

/** Best first; equal scores in the order of the bank. Entries without a match are left out. */
export function rank(counts: TermCounts): readonly Ranked[] {
  const { entries, queries } = counts
  const total = new Float64Array(entries.length)
  for (const { text, weight } of queries) {
    const scores = scoreText(counts, text)
    const best = scores.reduce((most, score) => Math.max(most, score), 0)
    if (best === 0) continue
    for (let at = 0; at < total.length; at += 1) total[at] = (total[at] ?? 0) + (weight * (scores[at] ?? 0)) / best
  }
  const language = languageOfText(queries[0]?.text ?? '')
  const found = entries.flatMap((entry, at) => {
    const score = total[at] ?? 0
    return score > 0 ? [{ entry, ...traitsOf(entry), score }] : []
  })
  const newest = found.reduce((latest, { date }) => (date !== undefined && date > latest ? date : latest), '')
  return found
    .map((one) => ({ ...one, score: one.score * standing(one, newest, language) }))
    .sort((a, b) => b.score - a.score)
}

/** A task of several sentences asks several things, so the best matching sentence of each entry counts most. */
function scoreText(counts: TermCounts, text: string): Float64Array {
  const whole = scoreQuery(counts, tokenize(text))
  const sentences = text.split(SENTENCE_END).filter((one) => one.trim() !== '')
  if (sentences.length < 2) return whole
  const best = new Float64Array(whole.length)
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    const scores = scoreQuery(counts, tokenize(sentence))
    for (let at = 0; at < best.length; at += 1) best[at] = Math.max(best[at] ?? 0, scores[at] ?? 0)
  }
  for (let at = 0; at < best.length; at += 1) best[at] = (best[at] ?? 0) + WHOLE_TEXT * (whole[at] ?? 0)
  return best
}

/** Scores how much of the queries a piece of text holds. */
export function worthIn(counts: TermCounts): (text: string) => number {
  const wanted = new Map<number, number>()
  for (const { text, weight } of counts.queries)
    for (const [id, worth] of wantedTerms(counts, tokenize(text)))
      wanted.set(id, Math.max(wanted.get(id) ?? 0, weight * worth))
  return (text) => {
    const found = new Set(tokenize(text).map((term) => counts.find(term.text) ?? -1))
    return [...found].reduce((sum, id) => sum + (wanted.get(id) ?? 0), 0)
  }
}

const SENTENCE_END = /(?<=[.!?;])\s+|[。！？；\n]+/
const MOST_SENTENCES = 40

// Tuned on the development halves of the public sets, on test/search/ground and on the seen half of bench/grown
// together.

/** The weight of a caller's term, relative to the question. */
const TERM = 0.4
/** The weight of the whole text, relative to its best sentence. */
const WHOLE_TEXT = 0.3
/** A single Han character counts less than a pair. So does a pair that contains a particle. */
const CHARACTER = 0.5
const PARTICLE_PAIR = 0.4
const PATH = 2
const K1 = 2
const B = 0.75
/** Added to every length, so that a text of three words does not win by being short. */
const LENGTH_FLOOR = 20
/** The bonus for an entry that holds all words asked for, over one that repeats a single word. */
const ALL_WORDS = 1
/** The bonus for an entry whose whole scope is in the question: "all middleware". */
const SCOPE = 10
/**
 * The shares that a section gets from its document, from the section before it, from the one after it, and from a
 * question before it.
 */
const DOCUMENT = 1
const BEFORE = 0.22
const AFTER = 0.15
const ANSWER = 0.4
/** Per query. More terms, as in a pasted page, do not improve a question. */
const MOST_TERMS = 2_000

function scoreQuery(counts: TermCounts, asked: readonly Term[]): Float64Array {
  const { entries, held, lengths, documents, entryLength, documentLength } = counts
  const scores = new Float64Array(entries.length)
  const wanted = wantedTerms(counts, asked)
  if (wanted.size === 0) return scores
  // By term number: its worth in an entry, and its worth in a document.
  const worth = new Float64Array(counts.size)
  const documentWorth = new Float64Array(counts.size)
  for (const [id, value] of wanted) {
    worth[id] = value
    documentWorth[id] = (value / counts.rarity(id)) * counts.documentRarity(id)
  }
  const mass = [...wanted.values()].reduce((sum, value) => sum + value, 0)
  // The rarity of scope terms that were not asked for is not counted; they are taken to be as rare as the others.
  const usual = [...wanted.keys()].reduce((sum, id) => sum + counts.rarity(id), 0) / wanted.size
  const inDocument = new Float64Array(counts.size)
  for (const { from, to, length } of documents) {
    inDocument.fill(0)
    const norm = normOf(length, documentLength)
    let ofDocument = 0
    for (let at = from; at < to; at += 1) {
      const terms = held[at]
      if (terms === undefined) continue
      const score = scoreEntry(terms, worth, mass, normOf(lengths[at] ?? 0, entryLength))
      if (score === 0) continue // the entry holds none of these terms
      scores[at] = score + SCOPE * scopeCovered(counts, terms, worth, usual)
      ofDocument += addCounts(terms, documentWorth, inDocument, norm)
    }
    if (ofDocument > 0) shareAmongSections(entries, scores, from, to, DOCUMENT * ofDocument)
  }
  return scores
}

/** The length norm of BM25. */
function normOf(length: number, usual: number): number {
  return K1 * (1 - B + (B * (length + LENGTH_FLOOR)) / (usual + LENGTH_FLOOR))
}

function scoreEntry({ terms, counts }: EntryCounts, worth: Float64Array, mass: number, norm: number): number {
  let [score, held] = [0, 0]
  for (let at = 0; at < terms.length; at += 1) {
    const value = worth[terms[at] ?? 0] ?? 0
    if (value === 0) continue
    const count = counts[at] ?? 0
    score += (value * count * (K1 + 1)) / (count + norm)
    held += value
  }
  return score * (1 + (ALL_WORDS * held) / mass)
}

/** Adds the entry's counts to its document's, and returns how much the document's score grows. */
function addCounts(
  { terms, counts }: EntryCounts,
  worth: Float64Array,
  inDocument: Float64Array,
  norm: number,
): number {
  let grown = 0
  for (let at = 0; at < terms.length; at += 1) {
    const id = terms[at] ?? 0
    const value = worth[id] ?? 0
    if (value === 0) continue
    const before = inDocument[id] ?? 0
    const after = before + (counts[at] ?? 0)
    inDocument[id] = after
    grown += value * (K1 + 1) * (after / (after + norm) - before / (before + norm))
  }
  return grown
}

/** The worth of the scope terms in the question, reduced if the question holds only a part of the scope. */
function scopeCovered(
  counts: TermCounts,
  { scopeTerms, otherScopeTerms }: EntryCounts,
  worth: Float64Array,
  usual: number,
): number {
  let held = 0
  let all = otherScopeTerms * usual
  for (const term of scopeTerms) {
    held += worth[term] ?? 0
    all += counts.rarity(term)
  }
  return held === 0 ? 0 : held * Math.min(1, held / all)
}

/** Gives each section a part of its document's and its neighbours' scores. A section without a match gets nothing. */
function shareAmongSections(
  entries: readonly IndexedEntry[],
  scores: Float64Array,
  from: number,
  to: number,
  ofDocument: number,
): void {
  let before = 0
  for (let at = from; at < to; at += 1) {
    const own = scores[at] ?? 0
    const previous = before === 0 ? undefined : entries[at - 1]
    const answered = previous !== undefined && endsInQuestion(previous) ? ANSWER * before : 0
    const after = at + 1 < to ? (scores[at + 1] ?? 0) : 0
    if (own + answered > 0) scores[at] = own + answered + BEFORE * before + AFTER * after + ofDocument
    before = own
  }
}

/** The query's terms that occur in the bank, by number, with their weights. */
function wantedTerms(counts: TermCounts, asked: readonly Term[]): ReadonlyMap<number, number> {
  const wanted = new Map<number, number>()
  for (const term of asked.slice(0, MOST_TERMS)) {
    const id = counts.find(term.text)
    if (id !== undefined) wanted.set(id, weightOf(term) * counts.rarity(id))
  }
  return wanted
}

function weightOf({ text, kind }: Term): number {
  switch (kind) {
    case 'word':
    case 'whole':
      return 1
    case 'character':
      return CHARACTER
    case 'pair':
      return isStopCharacter(text.charAt(0)) || isStopCharacter(text.charAt(1)) ? PARTICLE_PAIR : 1
    case 'path':
      return PATH
  }
}

/** A factor on the score: lower for replaced and restated entries and foreign languages, higher for recent entries. */
function standing(
  { entry, date, isSuperseded, isRestated }: Omit<Ranked, 'score'>,
  newest: string,
  asked: Language | undefined,
): number {
  const { kind, file } = entry
  const recent = date === undefined ? 0 : RECENT * 2 ** (-monthsBetween(date, newest) / HALF_LIFE)
  const isForeign = file.language !== undefined && asked !== undefined && file.language !== asked
  const worth = isRestated ? RESTATED : (STANDING[kind] ?? 1)
  return (isSuperseded ? SUPERSEDED : 1) * (isForeign ? FOREIGN : 1) * worth * (1 + recent)
}

const SUPERSEDED = 0.4
const RESTATED = 0.6
/** A document in another language than the question. */
const FOREIGN = 0.5
/** Documents are easy to find without search. Progress and focus are short-lived, and the opening shows the focus. */
const STANDING: Readonly<Partial<Record<IndexedEntry['kind'], number>>> = { document: 0.7, progress: 0.7, focus: 0.8 }
const RECENT = 0.03
/** In months. */
const HALF_LIFE = 6

function monthsBetween(from: string, to: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return Math.max(0, months(to) - months(from))
}
