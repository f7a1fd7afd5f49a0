/**
 * Which terms of the vocabulary look like a word: they share its runs of four letters.
 *
 * This stands in for searching by character n-grams, at the size of the vocabulary instead of that of the text. The
 * answer depends on the word and the terms alone, not on when the terms came.
 */

import type { Vocabulary } from './vocabulary.ts'

export interface SimilarTerm {
  readonly term: number
  /** 0 … 1: the share of letter runs the two have in common. */
  readonly similarity: number
}

const MOST = 12

export class SimilarTerms {
  readonly #vocabulary: Vocabulary
  readonly #termsByGram = new Map<string, number[]>()
  /** How many terms of the vocabulary are in `#termsByGram`. */
  #covered = 0

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  /** The most similar terms of those that units hold. */
  find(word: string, from: number, isHeld: (term: number) => boolean): readonly SimilarTerm[] {
    if (!hasGrams(word)) return []
    this.#cover()
    const grams = gramsOf(word)
    const shared = new Map<number, number>()
    for (const gram of grams) {
      for (const term of this.#termsByGram.get(gram) ?? []) shared.set(term, (shared.get(term) ?? 0) + 1)
    }
    const found: (SimilarTerm & { readonly text: string })[] = []
    for (const [term, count] of shared) {
      const text = this.#vocabulary.terms[term] ?? ''
      const similarity = (2 * count) / (grams.length + gramsOf(text).length)
      if (similarity >= from && text !== word && isHeld(term)) found.push({ term, similarity, text })
    }
    return found.sort((a, b) => b.similarity - a.similarity || (a.text < b.text ? -1 : 1)).slice(0, MOST)
  }

  #cover(): void {
    const { terms } = this.#vocabulary
    for (; this.#covered < terms.length; this.#covered += 1) {
      const text = terms[this.#covered] ?? ''
      if (!hasGrams(text)) continue
      for (const gram of new Set(gramsOf(text))) {
        const list = this.#termsByGram.get(gram)
        if (list === undefined) this.#termsByGram.set(gram, [this.#covered])
        else list.push(this.#covered)
      }
    }
  }
}

function hasGrams(word: string): boolean {
  return /^[a-z].{3,31}$/s.test(word)
}

/** The word's beginning is a run of its own, so that a shared stem counts more than a shared ending. */
function gramsOf(word: string): readonly string[] {
  const padded = `^${word}`
  return Array.from({ length: padded.length - 3 }, (_, at) => padded.slice(at, at + 4))
}
