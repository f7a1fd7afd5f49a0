/**
 * The entries of a bank with the terms each is found by.
 *
 * There are no posting lists: a question walks over the terms of all entries, a few milliseconds for 3,000 of them. So
 * an index is cheap to build, nothing of it is kept between processes, and replacing a file costs that file. It
 * holds no text: a pack reads what it shows from the bank.
 */

import { labelled, partNamed } from '../bank/labels.ts'
import type { Page } from '../bank/page.ts'
import type { ReadableBank } from '../bank/snapshot.ts'
import { cellsOfLine } from '../bank/tables.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import { type Language, languageOfText } from '../base/language.ts'
import { MEMORY, PATTERNS } from '../base/layout.ts'
import { isDocumentPath, sourceOf } from './document-routes.ts'
import { type SplitEntry, splitEntries } from './split-entries.ts'
import { Vocabulary } from './vocabulary.ts'

export interface IndexedEntry extends SplitEntry {
  readonly path: BankPath
  /** Numbers of its terms, each once, and how much each counts here. */
  readonly terms: Uint32Array
  readonly counts: Float32Array
  /** In words and Han characters. */
  readonly length: number
  /** The terms of what it says it applies to. */
  readonly scopeTerms: Uint32Array
  /** Of a document outside the bank; `other` for a translation into a third language. */
  readonly language: Language | 'other' | undefined
}

/** What follows from all entries together. */
interface Totals {
  /** By number of the term: how many entries, and how many documents, hold it. */
  readonly entryHolders: Uint32Array
  readonly documentHolders: Uint32Array
  /** On average. */
  readonly entryLength: number
  readonly documentLength: number
  /** The sections of one file are a document; every other entry is one by itself. `to` is not included. */
  readonly documents: readonly { readonly from: number; readonly to: number; readonly length: number }[]
}

/** What a term counts by where it is. The first characters of a text count more, because conclusions come first (S5). */
const WEIGHT = { title: 4, scope: 2, body: 1, lead: 1.5, context: 0.5 } as const
const LEAD_CHARACTERS = 200

export class EntryIndex {
  readonly vocabulary = new Vocabulary()
  readonly #files = new Map<BankPath, readonly IndexedEntry[]>()
  #entries: readonly IndexedEntry[] | undefined
  #totals: Totals | undefined

  /** In the order of paths and lines. */
  entries(): readonly IndexedEntry[] {
    this.#entries ??= withoutHighlights(
      [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, entries]) => entries),
    )
    return this.#entries
  }

  /** Worked out once after each change. */
  totals(): Totals {
    this.#totals ??= sumUp(this.entries(), this.vocabulary.terms.length)
    return this.#totals
  }

  /** How few entries hold the term. */
  rarity(term: number): number {
    return inverseFrequency(this.entries().length, this.totals().entryHolders[term] ?? 0)
  }

  /** How few documents hold the term. */
  documentRarity(term: number): number {
    const { documents, documentHolders } = this.totals()
    return inverseFrequency(documents.length, documentHolders[term] ?? 0)
  }

  /** Brings the index up to date. `isSame` tells which files need not be read again. */
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
      return { ...entry, path, language, ...this.#termsOf(entry.title, body, appliesTo(entry, body), context) }
    })
  }

  #termsOf(
    title: string,
    body: string,
    scope: string,
    context: readonly string[],
  ): Pick<IndexedEntry, 'terms' | 'counts' | 'length' | 'scopeTerms'> {
    const counts = new Map<number, number>()
    const count = (words: string, weight: number) =>
      this.vocabulary.scan(words, (term, isPath) => {
        counts.set(term, (counts.get(term) ?? 0) + weight + (isPath ? WEIGHT.scope : 0))
      })
    const lead = wordEnd(body, LEAD_CHARACTERS)
    const length = count(body.slice(0, lead), WEIGHT.lead) + count(body.slice(lead), WEIGHT.body)
    count(title, WEIGHT.title)
    for (const words of context) count(words, WEIGHT.context)
    const scopeTerms = new Set<number>()
    this.vocabulary.scan(scope, (term) => scopeTerms.add(term))
    for (const term of scopeTerms) counts.set(term, (counts.get(term) ?? 0) + WEIGHT.scope)
    const terms = new Uint32Array(counts.size)
    const weights = new Float32Array(counts.size)
    let at = 0
    for (const [term, weight] of counts) {
      terms[at] = term
      weights[at] = weight
      at += 1
    }
    return {
      terms,
      counts: weights,
      length,
      scopeTerms: Uint32Array.from(scopeTerms),
    }
  }
}

/** A highlight repeats a decision of patterns.md, so it counts only in a bank that has no such file. */
function withoutHighlights(entries: readonly IndexedEntry[]): readonly IndexedEntry[] {
  if (!entries.some(({ path }) => path === PATTERNS)) return entries
  return entries.filter(({ path, kind }) => path !== MEMORY || kind !== 'decision')
}

/** As BM25 has it. */
function inverseFrequency(total: number, held: number): number {
  return Math.log(1 + (total - held + 0.5) / (held + 0.5))
}

function sumUp(entries: readonly IndexedEntry[], termCount: number): Totals {
  const entryHolders = new Uint32Array(termCount)
  const documentHolders = new Uint32Array(termCount)
  /** By term: the last document seen to hold it, counted from 1. */
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

/** By the name of a translation, `README.zh-CN` or `readme_ja`, else by its text. */
function languageOfDocument(name: string, text: string): Language | 'other' | undefined {
  const code = /[._-]([a-z]{2})(?:[-_][a-z]{2,4})?$/i.exec(name)?.[1]?.toLowerCase()
  if (code === undefined || !/^readme/i.test(name)) return languageOfText(text)
  return code === 'zh' || code === 'cn' ? 'zh' : code === 'en' ? 'en' : 'other'
}

/** Where the word at this offset ends. */
function wordEnd(text: string, from: number): number {
  let end = Math.min(from, text.length)
  while (end < text.length && /[\w'’.-]/.test(text[end] ?? '')) end += 1
  return end
}

/** What the entry says it applies to; empty where it does not say. */
function appliesTo({ row }: SplitEntry, body: string): string {
  if (row !== undefined)
    return cellsOfLine(body.trim())
      .filter((_, at) => partNamed(row.columns[at] ?? '', 'decision') === 'applies')
      .join('\n')
  if (!body.includes(':') && !body.includes('：')) return ''
  const labels = body.split(/\r\n|\n|\r/).flatMap((line) => labelled(line) ?? [])
  return labels.flatMap(({ label, text }) => (partNamed(label, 'decision') === 'applies' ? [text] : [])).join('\n')
}
