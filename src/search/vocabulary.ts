/**
 * The terms of a bank, numbered.
 *
 * Numbers only grow: a term that no file holds any more keeps its number.
 */

import { isHan, runsOf, termsOfRun, visitHan } from './tokenize.ts'

interface NumberedTerm {
  readonly number: number
  /** A path, or a part of one. */
  readonly isPath: boolean
  /** Whether it is a word or a character of the text's length, not one more way to find it. */
  readonly isCounted: boolean
}

export class Vocabulary {
  readonly #terms: string[]
  readonly #numbers: Map<string, number>
  /** What each Latin run became, so that a word is stemmed once. */
  readonly #runs = new Map<string, readonly NumberedTerm[]>()

  constructor(terms: readonly string[] = []) {
    this.#terms = [...terms]
    this.#numbers = new Map(terms.map((term, number) => [term, number]))
  }

  get terms(): readonly string[] {
    return this.#terms
  }

  find(term: string): number | undefined {
    return this.#numbers.get(term)
  }

  /** Gives the term a number if it has none. */
  number(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#terms.push(term) - 1
    this.#numbers.set(term, number)
    return number
  }

  /** Visits the number of each term in the text and returns how many words and characters the text has. */
  scan(text: string, visit: (term: number, isPath: boolean) => void): number {
    let length = 0
    for (const run of runsOf(text)) {
      // A run of Chinese characters is part of a sentence, which seldom comes twice.
      if (isHan(run)) {
        visitHan(run, (term, kind) => {
          if (kind === 'character') length += 1
          visit(this.number(term), false)
        })
        continue
      }
      for (const { number, isCounted, isPath } of this.#numbered(run)) {
        if (isCounted) length += 1
        visit(number, isPath)
      }
    }
    return length
  }

  #numbered(run: string): readonly NumberedTerm[] {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const numbered = termsOfRun(run).map(({ text, kind }) => ({
      number: this.number(text),
      isPath: run.includes('/'),
      isCounted: kind === 'word' || kind === 'character',
    }))
    if (this.#runs.size < MOST_RUNS) this.#runs.set(run, numbered)
    return numbered
  }
}

/** The words of a language come first; what comes after so many is seldom seen again. */
const MOST_RUNS = 50_000
