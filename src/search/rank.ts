/**
 * How well each entry matches a question (S24): BM25 over entries and over whole documents, with more weight for titles
 * and for what an entry applies to.
 *
 * The question and each term of the caller are queries of their own. Each query gives its best entry the same score,
 * and an entry's scores are added up. The same bank and the same words give the same ranking.
 */

import { type Language, languageOfText } from '../base/language.ts'
import type { EntryIndex, IndexedEntry } from './entry-index.ts'
import { isStopCharacter, type Term, tokenize } from './tokenize.ts'

export interface Ranked {
  readonly entry: IndexedEntry
  readonly score: number
}

/** A text to look for, and how much it counts. */
export interface Query {
  readonly text: string
  readonly weight: number
}

/** The question, the caller's terms, and the names that the files in question define. */
export function queriesOf(
  question: string,
  terms: readonly string[] = [],
  symbols: readonly string[] = [],
): readonly Query[] {
  const named = symbols.length === 0 ? [] : [{ text: symbols.join(' '), weight: TERM }]
  return [{ text: question, weight: 1 }, ...terms.map((text) => ({ text, weight: TERM })), ...named]
}

/** Best first; equal scores in the order of the bank. Entries that match nothing are left out. */
export function rank(index: EntryIndex, queries: readonly Query[]): readonly Ranked[] {
  const entries = index.entries()
  const total = new Float64Array(entries.length)
  for (const { text, weight } of queries) {
    const scores = scoreText(index, text)
    const best = scores.reduce((most, score) => Math.max(most, score), 0)
    if (best === 0) continue
    for (let at = 0; at < total.length; at += 1) total[at] = (total[at] ?? 0) + (weight * (scores[at] ?? 0)) / best
  }
  const language = languageOfText(queries[0]?.text ?? '')
  const newest = entries.reduce((latest, { date }) => (date !== undefined && date > latest ? date : latest), '')
  return entries
    .map((entry, at) => ({ entry, score: (total[at] ?? 0) * standing(entry, newest, language) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

/** A task of several sentences asks several things: the sentence that an entry fits best counts most. */
function scoreText(index: EntryIndex, text: string): Float64Array {
  const whole = scoreQuery(index, tokenize(text))
  const sentences = text.split(SENTENCE_END).filter((one) => one.trim() !== '')
  if (sentences.length < 2) return whole
  const best = new Float64Array(whole.length)
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    const scores = scoreQuery(index, tokenize(sentence))
    for (let at = 0; at < best.length; at += 1) best[at] = Math.max(best[at] ?? 0, scores[at] ?? 0)
  }
  for (let at = 0; at < best.length; at += 1) best[at] = (best[at] ?? 0) + WHOLE_TEXT * (whole[at] ?? 0)
  return best
}

/** How much of the queries a piece of text holds. */
export function worthIn(index: EntryIndex, queries: readonly Query[]): (text: string) => number {
  const wanted = new Map<number, number>()
  for (const { text, weight } of queries)
    for (const [id, worth] of wantedTerms(index, tokenize(text)))
      wanted.set(id, Math.max(wanted.get(id) ?? 0, weight * worth))
  return (text) => {
    const found = new Set(tokenize(text).map((term) => index.vocabulary.find(term.text) ?? -1))
    return [...found].reduce((sum, id) => sum + (wanted.get(id) ?? 0), 0)
  }
}

const SENTENCE_END = /(?<=[.!?;])\s+|[。！？；\n]+/
const MOST_SENTENCES = 40

// Chosen on the development halves of the public sets, the own ground and the seen half of bench/grown, all together.

/** What a term of the caller counts beside the question. */
const TERM = 0.4
/** What a text of several sentences counts as a whole, beside its best sentence. */
const WHOLE_TEXT = 0.3
/** A Han character says less than a pair, and so does a pair with a particle in it. */
const CHARACTER = 0.5
const PARTICLE_PAIR = 0.4
/** A path says more than a word. */
const PATH = 2
const K1 = 2
const B = 0.75
/** Words added to every length, so that three words do not count as the essence of a text. */
const LENGTH_FLOOR = 20
/** An entry that holds all that is asked for, against one that holds one word often. */
const ALL_WORDS = 1
/** An entry whose whole scope is in the question: "all middleware". */
const SCOPE = 10
/** What a section gets from its document, from the section before it and after it, and from a question before it. */
const DOCUMENT = 1
const BEFORE = 0.22
const AFTER = 0.15
const ANSWER = 0.4
/** Of one query; a pasted page is not a better question. */
const MOST_TERMS = 2_000

/** By entry. */
function scoreQuery(index: EntryIndex, asked: readonly Term[]): Float64Array {
  const entries = index.entries()
  const scores = new Float64Array(entries.length)
  const wanted = wantedTerms(index, asked)
  if (wanted.size === 0) return scores
  // By number of the term: what it is worth in an entry and in a document, and its place among the wanted ones.
  const worth = new Float64Array(index.vocabulary.terms.length)
  const documentWorth = new Float64Array(worth.length)
  const placeOf = new Uint16Array(worth.length)
  for (const [place, [id, value]] of [...wanted].entries()) {
    worth[id] = value
    documentWorth[id] = (value / index.rarity(id)) * index.documentRarity(id)
    placeOf[id] = place
  }
  const mass = [...wanted.values()].reduce((sum, value) => sum + value, 0)
  const { entryLength, documentLength, documents } = index.totals()
  const inDocument = new Float64Array(wanted.size)
  for (const { from, to, length } of documents) {
    inDocument.fill(0)
    const norm = K1 * (1 - B + (B * (length + LENGTH_FLOOR)) / (documentLength + LENGTH_FLOOR))
    let ofDocument = 0
    for (let at = from; at < to; at += 1) {
      const entry = entries[at]
      if (entry === undefined) continue
      scores[at] = scoreEntry(entry, worth, mass, entryLength) + SCOPE * scopeCovered(index, entry, worth)
      ofDocument += addCounts(entry, documentWorth, placeOf, inDocument, norm)
    }
    shareAmongSections(entries, scores, from, to, DOCUMENT * ofDocument)
  }
  return scores
}

function scoreEntry({ terms, counts, length }: IndexedEntry, worth: Float64Array, mass: number, usual: number): number {
  const norm = K1 * (1 - B + (B * (length + LENGTH_FLOOR)) / (usual + LENGTH_FLOOR))
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

/** Adds the entry's counts to those of its document, and tells by how much the document's score grows. */
function addCounts(
  { terms, counts }: IndexedEntry,
  worth: Float64Array,
  placeOf: Uint16Array,
  inDocument: Float64Array,
  norm: number,
): number {
  let grown = 0
  for (let at = 0; at < terms.length; at += 1) {
    const id = terms[at] ?? 0
    const value = worth[id] ?? 0
    if (value === 0) continue
    const place = placeOf[id] ?? 0
    const before = inDocument[place] ?? 0
    const after = before + (counts[at] ?? 0)
    inDocument[place] = after
    grown += value * (K1 + 1) * (after / (after + norm) - before / (before + norm))
  }
  return grown
}

/** The words that an entry applies to, as far as the question has them; little where it has only some of them. */
function scopeCovered(index: EntryIndex, { scopeTerms }: IndexedEntry, worth: Float64Array): number {
  let [held, all] = [0, 0]
  for (const term of scopeTerms) {
    held += worth[term] ?? 0
    all += index.rarity(term)
  }
  return held === 0 ? 0 : held * Math.min(1, held / all)
}

/** A section also gets something of its document's score and of its neighbours'; one that matches nothing stays out. */
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
    const answered = at > from && entries[at - 1]?.endsInQuestion === true ? ANSWER * before : 0
    const after = at + 1 < to ? (scores[at + 1] ?? 0) : 0
    if (own + answered > 0) scores[at] = own + answered + BEFORE * before + AFTER * after + ofDocument
    before = own
  }
}

/** The terms of a query that the bank has, by number, with what each is worth. */
function wantedTerms(index: EntryIndex, asked: readonly Term[]): ReadonlyMap<number, number> {
  const wanted = new Map<number, number>()
  const { entryHolders } = index.totals()
  for (const term of asked.slice(0, MOST_TERMS)) {
    const id = index.vocabulary.find(term.text)
    // The vocabulary of a long-lived index remembers terms of files that are gone.
    if (id !== undefined && (entryHolders[id] ?? 0) > 0) wanted.set(id, weightOf(term) * index.rarity(id))
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

/** Replaced entries last, what the repository says itself after what only memory knows, the newer first among equals. */
function standing(entry: IndexedEntry, newest: string, asked: Language | undefined): number {
  const { isSuperseded, isRestated, kind, date, language } = entry
  const recent = date === undefined ? 0 : RECENT * 2 ** (-monthsBetween(date, newest) / HALF_LIFE)
  const isForeign = language !== undefined && asked !== undefined && language !== asked
  const worth = isRestated ? RESTATED : (STANDING[kind] ?? 1)
  return (isSuperseded ? SUPERSEDED : 1) * (isForeign ? FOREIGN : 1) * worth * (1 + recent)
}

const SUPERSEDED = 0.4
const RESTATED = 0.6
/** A document in another language than the question. */
const FOREIGN = 0.5
/** A document says what anyone can read; progress and focus pass, and the opening has the focus already. */
const STANDING: Readonly<Partial<Record<IndexedEntry['kind'], number>>> = { document: 0.7, progress: 0.7, focus: 0.8 }
const RECENT = 0.03
/** In months. */
const HALF_LIFE = 6

function monthsBetween(from: string, to: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return Math.max(0, months(to) - months(from))
}
