/**
 * Which terms of the vocabulary look like a word: they share its runs of four letters.
 *
 * Stands in for searching by character n-grams, at the size of the vocabulary instead of that of the text. The answer
 * depends on the word and the terms alone, not on which of them are packed or when they came.
 */

import type { Vocabulary } from './vocabulary.ts'

export interface SimilarTerm {
  readonly term: number
  /** 0 … 1: the share of letter runs the two have in common. */
  readonly likeness: number
}

/** By the remainder of a run's hash: the terms that have such a run. */
export interface PackedGrams {
  readonly gramOffsets: Uint32Array
  readonly gramMembers: Uint32Array
  /** How many terms are covered. */
  readonly gramTerms: number
}

const MOST = 12

export class SimilarTerms {
  #offsets: Uint32Array
  #members: Uint32Array
  #covered: number

  constructor(packed?: PackedGrams) {
    this.#offsets = packed?.gramOffsets ?? new Uint32Array(2)
    this.#members = packed?.gramMembers ?? new Uint32Array(0)
    this.#covered = packed?.gramTerms ?? 0
  }

  /**
   * Of the terms that units hold, the most alike. Terms only ever grow; new ones are taken in when they are a twentieth,
   * and read one by one until then.
   */
  find(word: string, vocabulary: Vocabulary, from: number, isHeld: (term: number) => boolean): readonly SimilarTerm[] {
    if (!isGrammable(word)) return []
    if (vocabulary.size > this.#covered * 1.05) this.#cover(vocabulary)
    const grams = gramsOf(word)
    const found: (SimilarTerm & { readonly text: string })[] = []
    const consider = (term: number, most: number) => {
      const text = vocabulary.term(term)
      if (2 * most < from * (grams.length + gramCount(text))) return
      const likeness = (2 * common(grams, text)) / (grams.length + gramCount(text))
      if (likeness >= from && text !== word && isHeld(term)) found.push({ term, likeness, text })
    }
    // Runs may share a remainder, so this counts too many, never too few: what it lets through is looked at.
    for (const [term, most] of this.#sharing(grams)) consider(term, most)
    for (let term = this.#covered; term < vocabulary.size; term += 1) {
      if (isGrammable(vocabulary.term(term))) consider(term, grams.length)
    }
    return found.sort((a, b) => b.likeness - a.likeness || (a.text < b.text ? -1 : 1)).slice(0, MOST)
  }

  /** All terms covered, to be kept with them. */
  image(vocabulary: Vocabulary): PackedGrams {
    if (this.#covered < vocabulary.size) this.#cover(vocabulary)
    return { gramOffsets: this.#offsets, gramMembers: this.#members, gramTerms: this.#covered }
  }

  #sharing(grams: readonly string[]): ReadonlyMap<number, number> {
    const shared = new Map<number, number>()
    const buckets = this.#offsets.length - 1
    for (const gram of grams) {
      const bucket = hashOf(gram, 0) % buckets
      const end = this.#offsets[bucket + 1] ?? 0
      let last = -1
      for (let at = this.#offsets[bucket] ?? 0; at < end; at += 1) {
        const term = this.#members[at] ?? 0
        if (term !== last) shared.set(term, (shared.get(term) ?? 0) + 1)
        last = term
      }
    }
    return shared
  }

  #cover(vocabulary: Vocabulary): void {
    const terms: string[] = []
    for (let term = 0; term < vocabulary.size; term += 1) {
      const text = vocabulary.term(term)
      terms.push(isGrammable(text) ? `^${text}` : '')
    }
    // As many buckets as terms, so that a bucket holds a handful.
    const buckets = 1 << Math.min(16, Math.max(8, 32 - Math.clz32(terms.length)))
    const offsets = new Uint32Array(buckets + 1)
    for (const text of terms) {
      for (let at = 0; at + 4 <= text.length; at += 1) {
        const bucket = hashOf(text, at) % buckets
        offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + 1
      }
    }
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + (offsets[bucket] ?? 0)
    }
    const members = new Uint32Array(offsets[buckets] ?? 0)
    const next = offsets.slice()
    for (const [term, text] of terms.entries()) {
      for (let at = 0; at + 4 <= text.length; at += 1) {
        const bucket = hashOf(text, at) % buckets
        members[next[bucket] ?? 0] = term
        next[bucket] = (next[bucket] ?? 0) + 1
      }
    }
    this.#offsets = offsets
    this.#members = members
    this.#covered = terms.length
  }
}

function isGrammable(word: string): boolean {
  const first = word.charCodeAt(0)
  return word.length >= 4 && word.length <= 32 && first >= 97 && first <= 122
}

/** With the word's beginning as a run of its own, so that a shared stem counts more than a shared ending. */
function gramsOf(word: string): readonly string[] {
  const padded = `^${word}`
  return Array.from({ length: padded.length - 3 }, (_, at) => padded.slice(at, at + 4))
}

function gramCount(word: string): number {
  return word.length - 2
}

function common(grams: readonly string[], term: string): number {
  const padded = `^${term}`
  let count = 0
  for (const gram of grams) if (padded.includes(gram)) count += 1
  return count
}

/** Of the four letters from there on. */
function hashOf(text: string, at: number): number {
  let hash = 0
  for (let i = 0; i < 4; i += 1) hash = (hash * 31 + text.charCodeAt(at + i)) | 0
  return hash >>> 0
}
