/**
 * Counts the terms of a question's queries in the entries of a bank.
 *
 * Other terms are not counted, so a question costs one pass over the bank's text, and nothing needs to be kept between
 * questions.
 */

import { stemStart } from '../base/stem.ts'
import { contextOf, type IndexedEntry, lengthOf, scopeOf } from './indexed-entry.ts'
import { isHan, runsOf, type Term, termsOfRun, tokenize, visitHan } from './tokenize.ts'

export interface Query {
  readonly text: string
  readonly weight: number
}

/** The asked terms in one entry, by number. */
export interface EntryCounts {
  /** Each once. */
  readonly terms: readonly number[]
  readonly counts: readonly number[]
  /** The asked terms in its scope, and how many other terms the scope has. */
  readonly scopeTerms: readonly number[]
  readonly otherScopeTerms: number
}

/** The sections of one file are one document; every other entry is a document by itself. `to` is exclusive. */
interface DocumentRange {
  readonly from: number
  to: number
  length: number
}

/**
 * The weight of a term by its place. The first characters of a text count more, because conclusions come first (S5).
 */
const WEIGHT = { title: 4, scope: 2, body: 1, lead: 1.5, context: 0.5 } as const
const LEAD_CHARACTERS = 200

export class TermCounts {
  readonly entries: readonly IndexedEntry[]
  readonly queries: readonly Query[]
  /** In the order of the entries. */
  readonly held: readonly EntryCounts[]
  readonly documents: readonly DocumentRange[]
  readonly lengths: readonly number[]
  /** Averages. */
  readonly entryLength: number
  readonly documentLength: number
  readonly #asked: AskedTerms
  /** By term number. */
  readonly #entryHolders: Uint32Array
  readonly #documentHolders: Uint32Array

  constructor(entries: readonly IndexedEntry[], queries: readonly Query[]) {
    this.entries = entries
    this.queries = queries
    this.#asked = new AskedTerms(queries)
    this.held = entries.map((entry) => this.#asked.countIn(entry))
    this.lengths = entries.map(lengthOf)
    this.documents = documentsIn(entries, this.lengths)
    this.#entryHolders = new Uint32Array(this.size)
    this.#documentHolders = new Uint32Array(this.size)
    for (const { from, to } of this.documents) this.#addHolders(this.held.slice(from, to))
    const length = this.lengths.reduce((sum, one) => sum + one, 0)
    this.entryLength = length / Math.max(1, entries.length)
    this.documentLength = length / Math.max(1, this.documents.length)
  }

  #addHolders(sections: readonly EntryCounts[]): void {
    const inDocument = new Set<number>()
    for (const { terms } of sections) {
      for (const term of terms) {
        this.#entryHolders[term] = (this.#entryHolders[term] ?? 0) + 1
        inDocument.add(term)
      }
    }
    for (const term of inDocument) this.#documentHolders[term] = (this.#documentHolders[term] ?? 0) + 1
  }

  /** The number of asked terms. */
  get size(): number {
    return this.#asked.size
  }

  /** The number of an asked term that some entry holds. */
  find(term: string): number | undefined {
    const number = this.#asked.find(term)
    return number === undefined || this.#entryHolders[number] === 0 ? undefined : number
  }

  /** High for a term that few entries hold. */
  rarity(term: number): number {
    return inverseFrequency(this.entries.length, this.#entryHolders[term] ?? 0)
  }

  /** High for a term that few documents hold. */
  documentRarity(term: number): number {
    return inverseFrequency(this.documents.length, this.#documentHolders[term] ?? 0)
  }
}

/** The inverse document frequency of BM25. */
function inverseFrequency(total: number, held: number): number {
  return Math.log(1 + (total - held + 0.5) / (held + 0.5))
}

function documentsIn(entries: readonly IndexedEntry[], lengths: readonly number[]): readonly DocumentRange[] {
  const documents: DocumentRange[] = []
  for (const [at, { isSection, path }] of entries.entries()) {
    const [before, open, length] = [entries[at - 1], documents.at(-1), lengths[at] ?? 0]
    if (open === undefined || !isSection || before?.isSection !== true || before.path !== path)
      documents.push({ from: at, to: at + 1, length })
    else {
      open.to = at + 1
      open.length += length
    }
  }
  return documents
}

interface NumberedTerm {
  readonly number: number
  readonly isPath: boolean
}

class AskedTerms {
  readonly #words = new Map<string, number>()
  /** Characters and pairs by their code units, because a bank has many and strings would be slow. */
  readonly #han = new Map<number, number>()
  /** The first letters of the words. */
  readonly #starts = new Set<string>()
  /** The asked terms of each Latin run, so that a run is split and stemmed once. */
  readonly #runs = new Map<string, readonly NumberedTerm[]>()
  /** The terms of the entry that is being counted, and their weights by number, 0 for the others. */
  #found: number[] = []
  readonly #weights: Float64Array

  constructor(queries: readonly Query[]) {
    for (const query of queries) for (const { text } of tokenize(query.text)) this.#add(text)
    this.#weights = new Float64Array(this.size)
  }

  #add(term: string): void {
    if (this.find(term) !== undefined) return
    if (isHan(term)) this.#han.set(hanKeyOf(term), this.size)
    else {
      this.#starts.add(term.slice(0, 2))
      this.#words.set(term, this.size)
    }
  }

  get size(): number {
    return this.#words.size + this.#han.size
  }

  find(term: string): number | undefined {
    return isHan(term) ? this.#han.get(hanKeyOf(term)) : this.#words.get(term)
  }

  countIn(entry: IndexedEntry): EntryCounts {
    const { body } = entry
    const lead = wordEnd(body, LEAD_CHARACTERS)
    this.#count(body.slice(0, lead), WEIGHT.lead)
    if (lead < body.length) this.#count(body.slice(lead), WEIGHT.body)
    // The scope is a part of the body.
    const scope = this.#found.length === 0 ? NO_SCOPE : this.#scopeOf(entry)
    this.#count(entry.title, WEIGHT.title)
    this.#count(contextOf(entry), WEIGHT.context)
    for (const term of scope.scopeTerms) this.#hold(term, WEIGHT.scope)
    return { ...this.#take(), ...scope }
  }

  #scopeOf(entry: IndexedEntry): Pick<EntryCounts, 'scopeTerms' | 'otherScopeTerms'> {
    const appliesTo = scopeOf(entry)
    if (appliesTo === '') return NO_SCOPE
    const all = new Set(tokenize(appliesTo).map(({ text }) => text))
    const scopeTerms = [...all].flatMap((term) => this.find(term) ?? [])
    return { scopeTerms, otherScopeTerms: all.size - scopeTerms.length }
  }

  #count(text: string, weight: number): void {
    for (const run of runsOf(text)) {
      if (isHan(run)) {
        // A run of Han characters is part of a sentence and seldom repeats, so it is not kept.
        if (this.#han.size > 0) visitHan(run, (first, second) => this.#addHan(hanKey(first, second), weight))
        continue
      }
      for (const { number, isPath } of this.#numbered(run)) this.#hold(number, isPath ? weight + WEIGHT.scope : weight)
    }
  }

  #addHan(key: number, weight: number): void {
    const number = this.#han.get(key)
    if (number !== undefined) this.#hold(number, weight)
  }

  #hold(term: number, weight: number): void {
    const before = this.#weights[term] ?? 0
    if (before === 0) this.#found.push(term)
    this.#weights[term] = before + weight
  }

  #take(): Pick<EntryCounts, 'terms' | 'counts'> {
    const terms = this.#found
    if (terms.length === 0) return NOTHING
    const counts = terms.map((term) => this.#weights[term] ?? 0)
    for (const term of terms) this.#weights[term] = 0
    this.#found = []
    return { terms, counts }
  }

  #numbered(run: string): readonly NumberedTerm[] {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const numbered = this.#mayHold(run) ? this.#numbersOf(termsOfRun(run), run.includes('/')) : NO_NUMBERS
    if (this.#runs.size < MOST_RUNS) this.#runs.set(run, numbered)
    return numbered
  }

  /** False for most words, without stemming them. */
  #mayHold(run: string): boolean {
    return !/^[A-Za-z]?[a-z]*$/.test(run) || this.#starts.has(stemStart(run.toLowerCase()))
  }

  #numbersOf(terms: readonly Term[], isPath: boolean): readonly NumberedTerm[] {
    return terms.flatMap(({ text }) => {
      const number = this.#words.get(text)
      return number === undefined ? [] : [{ number, isPath }]
    })
  }
}

const NO_NUMBERS: readonly NumberedTerm[] = []
const NO_SCOPE = { scopeTerms: [], otherScopeTerms: 0 }
const NOTHING = { terms: [], counts: [] }

function hanKeyOf(term: string): number {
  return hanKey(term.charCodeAt(0), term.length === 1 ? undefined : term.charCodeAt(1))
}

/** Both code units in one integer. No pair collides with a single character. */
function hanKey(first: number, second: number | undefined): number {
  return second === undefined ? first : (first << 16) | second
}

function wordEnd(text: string, from: number): number {
  let end = Math.min(from, text.length)
  while (end < text.length && /[\w'’.-]/.test(text[end] ?? '')) end += 1
  return end
}

/** The maximum number of remembered runs. Common words appear early, so later runs seldom repeat. */
const MOST_RUNS = 50_000
