/**
 * The entries of a bank with the terms that find each.
 *
 * There are no posting lists: a question walks over the terms of all entries, which takes a few milliseconds for 3,000
 * of them. So the index is cheap to build, is not kept between processes, and changes file by file. It holds no text: a
 * pack reads what it shows from the bank.
 */

import type { Page } from '../bank/page.ts'
import type { ReadableBank } from '../bank/snapshot.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import { type Language, languageOfText } from '../base/language.ts'
import { MEMORY, PATTERNS } from '../base/layout.ts'
import { isDocumentPath, sourceOf } from './document-routes.ts'
import { type SplitEntry, splitEntries } from './split-entries.ts'
import { TermCounts, Vocabulary } from './vocabulary.ts'

export interface IndexedEntry extends SplitEntry {
  readonly path: BankPath
  /** The numbers of its terms, each once, and the weight of each. */
  readonly terms: Uint32Array
  readonly counts: Float32Array
  /** In words and Han characters. */
  readonly length: number
  /** The terms of its scope. */
  readonly scopeTerms: Uint32Array
  /** Only for documents outside the bank; `other` is a translation into a third language. */
  readonly language: Language | 'other' | undefined
}

/** Statistics over all entries. */
interface Totals {
  /** By term number: how many entries, and how many documents, hold the term. */
  readonly entryHolders: Uint32Array
  readonly documentHolders: Uint32Array
  readonly entryLength: number
  readonly documentLength: number
  /** The sections of one file are one document; every other entry is a document by itself. `to` is exclusive. */
  readonly documents: readonly { readonly from: number; readonly to: number; readonly length: number }[]
}

/**
 * The weight of a term by its place. The first characters of a text count more, because conclusions come first (S5).
 */
const WEIGHT = { title: 4, scope: 2, body: 1, lead: 1.5, context: 0.5 } as const
const LEAD_CHARACTERS = 200

export class EntryIndex {
  readonly vocabulary = new Vocabulary()
  readonly #counter = new TermCounts()
  readonly #files = new Map<BankPath, readonly IndexedEntry[]>()
  #entries: readonly IndexedEntry[] | undefined
  #totals: Totals | undefined

  entries(): readonly IndexedEntry[] {
    this.#entries ??= withoutHighlights(
      [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, entries]) => entries),
    )
    return this.#entries
  }

  totals(): Totals {
    this.#totals ??= sumUp(this.entries(), this.vocabulary.size)
    return this.#totals
  }

  /** High for a term that few entries hold. */
  rarity(term: number): number {
    return inverseFrequency(this.entries().length, this.totals().entryHolders[term] ?? 0)
  }

  /** High for a term that few documents hold. */
  documentRarity(term: number): number {
    const { documents, documentHolders } = this.totals()
    return inverseFrequency(documents.length, documentHolders[term] ?? 0)
  }

  /** Updates the index. `isSame` says which files need not be read again. */
  update(bank: Pick<ReadableBank, 'files'>, isSame: (path: BankPath) => boolean = () => false): void {
    for (const path of this.#files.keys()) if (!bank.files.has(path)) this.#files.delete(path)
    for (const { path, readPage } of bank.files.values())
      if (!this.#files.has(path) || !isSame(path)) this.#files.set(path, this.#read(readPage()))
    this.#entries = undefined
    this.#totals = undefined
  }

  #read(page: Page): readonly IndexedEntry[] {
    const { path, text } = page
    const { title, entries } = splitEntries(page)
    const name = baseName(sourceOf(path).path).replace(/\.\w+$/, '')
    const language = isDocumentPath(path) ? languageOfDocument(name, text) : undefined
    return entries.map((entry) => {
      const body = text.slice(entry.bodyStart, entry.end)
      const headings = entry.headings.filter((heading) => heading !== entry.title)
      const context = [...headings, entry.title === title ? '' : title, name]
      return { ...entry, path, language, ...this.#termsOf(entry, body, context) }
    })
  }

  #termsOf(
    { title, appliesTo }: SplitEntry,
    body: string,
    context: readonly string[],
  ): Pick<IndexedEntry, 'terms' | 'counts' | 'length' | 'scopeTerms'> {
    const [vocabulary, counter] = [this.vocabulary, this.#counter]
    let scopeTerms: Uint32Array = NO_TERMS
    if (appliesTo !== '') {
      vocabulary.count(appliesTo, counter, WEIGHT.scope)
      scopeTerms = counter.take().terms
    }
    const lead = wordEnd(body, LEAD_CHARACTERS)
    const length =
      vocabulary.count(body.slice(0, lead), counter, WEIGHT.lead, WEIGHT.scope) +
      vocabulary.count(body.slice(lead), counter, WEIGHT.body, WEIGHT.scope)
    vocabulary.count(title, counter, WEIGHT.title, WEIGHT.scope)
    for (const words of context) vocabulary.count(words, counter, WEIGHT.context, WEIGHT.scope)
    for (const term of scopeTerms) counter.add(term, WEIGHT.scope)
    return { ...counter.take(), length, scopeTerms }
  }
}

const NO_TERMS = new Uint32Array()

/** A highlight repeats a decision of patterns.md, so it counts only in a bank without that file. */
function withoutHighlights(entries: readonly IndexedEntry[]): readonly IndexedEntry[] {
  if (!entries.some(({ path }) => path === PATTERNS)) return entries
  return entries.filter(({ path, kind }) => path !== MEMORY || kind !== 'decision')
}

/** The inverse document frequency of BM25. */
function inverseFrequency(total: number, held: number): number {
  return Math.log(1 + (total - held + 0.5) / (held + 0.5))
}

function sumUp(entries: readonly IndexedEntry[], termCount: number): Totals {
  const entryHolders = new Uint32Array(termCount)
  const documentHolders = new Uint32Array(termCount)
  /** By term: the number of the last document that holds the term, counted from 1. */
  const lastHolder = new Uint32Array(termCount)
  const documents: { readonly from: number; to: number; length: number }[] = []
  let words = 0
  for (const [at, { terms, length, isSection, path }] of entries.entries()) {
    words += length
    const [before, open] = [entries[at - 1], documents.at(-1)]
    const isNext = isSection && before?.isSection === true && before.path === path
    if (open === undefined || !isNext) documents.push({ from: at, to: at + 1, length })
    else {
      open.to = at + 1
      open.length += length
    }
    for (const term of terms) {
      entryHolders[term] = (entryHolders[term] ?? 0) + 1
      if (lastHolder[term] === documents.length) continue
      lastHolder[term] = documents.length
      documentHolders[term] = (documentHolders[term] ?? 0) + 1
    }
  }
  const average = (count: number) => words / Math.max(1, count)
  return {
    entryHolders,
    documentHolders,
    entryLength: average(entries.length),
    documentLength: average(documents.length),
    documents,
  }
}

/** The language in the name of a translation (`README.zh-CN`, `readme_ja`), else the language of the text. */
function languageOfDocument(name: string, text: string): Language | 'other' | undefined {
  const code = /[._-]([a-z]{2})(?:[-_][a-z]{2,4})?$/i.exec(name)?.[1]?.toLowerCase()
  if (code === undefined || !/^readme/i.test(name)) return languageOfText(text)
  return code === 'zh' || code === 'cn' ? 'zh' : code === 'en' ? 'en' : 'other'
}

function wordEnd(text: string, from: number): number {
  let end = Math.min(from, text.length)
  while (end < text.length && /[\w'’.-]/.test(text[end] ?? '')) end += 1
  return end
}
