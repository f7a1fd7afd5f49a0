/**
 * Which terms of the vocabulary look like a word: they share its runs of four letters.
 *
 * Stands in for searching by character n-grams, at the size of the vocabulary instead of that of the text.
 */

export interface SimilarTerm {
  readonly term: number
  /** 0 … 1: the share of letter runs the two have in common. */
  readonly likeness: number
}

const BUCKETS = 1 << 15
const MOST = 12

export class SimilarTerms {
  #offsets = new Uint32Array(BUCKETS + 1)
  #members = new Uint32Array(0)
  #covered = 0

  /** `terms` only ever grows; new ones are taken in when they are a twentieth, and read one by one until then. */
  find(word: string, terms: readonly string[], from: number): readonly SimilarTerm[] {
    if (!isGrammable(word)) return []
    if (terms.length > this.#covered * 1.05) this.#cover(terms)
    const grams = gramsOf(word)
    const shared = new Map<number, number>()
    for (const gram of grams) {
      const end = this.#offsets[gram + 1] ?? 0
      for (let at = this.#offsets[gram] ?? 0; at < end; at += 1) {
        const term = this.#members[at] ?? 0
        shared.set(term, (shared.get(term) ?? 0) + 1)
      }
    }
    const found: SimilarTerm[] = []
    const consider = (term: number, common: number) => {
      const text = terms[term] ?? ''
      const likeness = (2 * common) / (grams.length + gramCount(text))
      if (likeness >= from && text !== word) found.push({ term, likeness })
    }
    for (const [term, common] of shared) consider(term, common)
    for (let term = this.#covered; term < terms.length; term += 1) {
      const text = terms[term] ?? ''
      if (!isGrammable(text)) continue
      const own = new Set(gramsOf(text))
      consider(term, grams.filter((gram) => own.has(gram)).length)
    }
    return found.sort((a, b) => b.likeness - a.likeness || a.term - b.term).slice(0, MOST)
  }

  #cover(terms: readonly string[]): void {
    const counts = new Uint32Array(BUCKETS + 1)
    for (const text of terms) {
      if (isGrammable(text)) for (const gram of gramsOf(text)) counts[gram + 1] = (counts[gram + 1] ?? 0) + 1
    }
    for (let gram = 0; gram < BUCKETS; gram += 1) counts[gram + 1] = (counts[gram + 1] ?? 0) + (counts[gram] ?? 0)
    const members = new Uint32Array(counts[BUCKETS] ?? 0)
    const next = counts.slice()
    for (const [term, text] of terms.entries()) {
      if (!isGrammable(text)) continue
      for (const gram of gramsOf(text)) {
        members[next[gram] ?? 0] = term
        next[gram] = (next[gram] ?? 0) + 1
      }
    }
    this.#offsets = counts
    this.#members = members
    this.#covered = terms.length
  }
}

function isGrammable(word: string): boolean {
  const first = word.charCodeAt(0)
  return word.length >= 4 && word.length <= 32 && first >= 97 && first <= 122
}

/** With the word's beginning as a run of its own, so that a shared stem counts more than a shared ending. */
function gramsOf(word: string): readonly number[] {
  const grams: number[] = []
  const padded = `^${word}`
  for (let at = 0; at + 4 <= padded.length; at += 1) {
    let hash = 0
    for (let i = 0; i < 4; i += 1) hash = (hash * 31 + padded.charCodeAt(at + i)) | 0
    grams.push((hash >>> 0) % BUCKETS)
  }
  return grams
}

function gramCount(word: string): number {
  return word.length - 2
}
