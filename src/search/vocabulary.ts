/**
 * The numbered terms of a bank, and a counter for the terms of one entry.
 *
 * Numbers only grow: a term keeps its number when no file holds it any more.
 */

import { isHan, runsOf, termsOfRun, visitHan } from './tokenize.ts'

interface NumberedTerm {
  readonly number: number
  readonly isPath: boolean
  /** Whether it counts towards the length of the text, or is only another form of a counted term. */
  readonly isCounted: boolean
}

export class Vocabulary {
  #size = 0
  readonly #words = new Map<string, number>()
  /** Characters and pairs by their code units, because a bank has many and strings would be slow. */
  readonly #han = new Map<number, number>()
  /** The terms of each Latin run, so that a word is stemmed once. */
  readonly #runs = new Map<string, readonly NumberedTerm[]>()

  get size(): number {
    return this.#size
  }

  find(term: string): number | undefined {
    if (!isHan(term)) return this.#words.get(term)
    return this.#han.get(hanKey(term.charCodeAt(0), term.length === 1 ? undefined : term.charCodeAt(1)))
  }

  /** Counts the terms of a text, and returns its length in words and characters. */
  count(text: string, counts: TermCounts, weight: number, pathBonus = 0): number {
    let length = 0
    for (const run of runsOf(text)) {
      if (isHan(run)) {
        // A run of Han characters is part of a sentence and seldom repeats, so it is not kept.
        visitHan(run, (first, second) => {
          if (second === undefined) length += 1
          counts.add(this.#numberIn(this.#han, hanKey(first, second)), weight)
        })
        continue
      }
      for (const { number, isCounted, isPath } of this.#numbered(run)) {
        if (isCounted) length += 1
        counts.add(number, isPath ? weight + pathBonus : weight)
      }
    }
    return length
  }

  #numbered(run: string): readonly NumberedTerm[] {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const isPath = run.includes('/')
    const numbered: NumberedTerm[] = []
    for (const { text, kind } of termsOfRun(run))
      numbered.push({ number: this.#numberIn(this.#words, text), isPath, isCounted: kind === 'word' })
    if (this.#runs.size < MOST_RUNS) this.#runs.set(run, numbered)
    return numbered
  }

  #numberIn<T>(numbers: Map<T, number>, term: T): number {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, this.#size)
    this.#size += 1
    return this.#size - 1
  }
}

/** The terms of one entry. All entries share one counter, because an entry holds few of a bank's terms. */
export class TermCounts {
  #terms: number[] = []
  /** By term number; 0 if the entry does not hold the term. */
  readonly #weights: number[] = []

  add(term: number, weight: number): void {
    while (this.#weights.length <= term) this.#weights.push(0)
    const before = this.#weights[term] ?? 0
    if (before === 0) this.#terms.push(term)
    this.#weights[term] = before + weight
  }

  /** Returns the terms counted so far, each once, with their weights, and resets the counter. */
  take(): { readonly terms: Uint32Array; readonly counts: Float32Array } {
    const terms = Uint32Array.from(this.#terms)
    const counts = new Float32Array(terms.length)
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at] ?? 0
      counts[at] = this.#weights[term] ?? 0
      this.#weights[term] = 0
    }
    this.#terms = []
    return { terms, counts }
  }
}

/** Both code units in one integer. No pair collides with a single character. */
function hanKey(first: number, second: number | undefined): number {
  return second === undefined ? first : (first << 16) | second
}

/** The maximum number of remembered runs. Common words appear early, so later runs seldom repeat. */
const MOST_RUNS = 50_000
