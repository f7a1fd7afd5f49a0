/**
 * The terms of a bank, numbered, and what each written word became: a word is taken apart and stemmed once.
 *
 * Numbers only grow; a term that no file holds any more keeps its number. Terms that come from an image stay packed in
 * one string and are found there by halving, so that taking over ten thousand terms costs nothing.
 */

import { scanRuns, termsOfRun } from './tokenize.ts'

/** Terms written one behind the other. */
export interface PackedTerms {
  readonly termText: string
  /** By number: where the term ends in the text. */
  readonly termEnds: Uint32Array
  /** The numbers in the order of their terms. */
  readonly termOrder: Uint32Array
}

export class Vocabulary {
  readonly #text: string
  readonly #ends: Uint32Array
  readonly #order: Uint32Array
  /** Terms that came since, and packed ones that were asked for. */
  readonly #numbers = new Map<string, number>()
  readonly #fresh: string[] = []
  /**
   * By Latin run: its term, or its terms where it has not just one. A whole is written as its complement, since it is
   * found by but not counted into a length.
   */
  readonly #runs = new Map<string, number | readonly number[]>()

  constructor(packed?: PackedTerms) {
    this.#text = packed?.termText ?? ''
    this.#ends = packed?.termEnds ?? new Uint32Array(0)
    this.#order = packed?.termOrder ?? new Uint32Array(0)
  }

  get size(): number {
    return this.#ends.length + this.#fresh.length
  }

  /** The term of a number; empty where there is none. */
  term(number: number): string {
    if (number >= this.#ends.length) return this.#fresh[number - this.#ends.length] ?? ''
    return this.#text.slice(number === 0 ? 0 : this.#ends[number - 1], this.#ends[number])
  }

  find(term: string): number | undefined {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const packed = this.#findPacked(term)
    if (packed !== undefined) this.#numbers.set(term, packed)
    return packed
  }

  /** The term's number, a new one if it has none. */
  number(term: string): number {
    const known = this.find(term)
    if (known !== undefined) return known
    const number = this.size
    this.#fresh.push(term)
    this.#numbers.set(term, number)
    return number
  }

  /** Visits the number of each term in the text; answers how many words and characters the text has. */
  scan(text: string, visit: (term: number) => void): number {
    let length = 0
    scanRuns(
      text,
      (run) => {
        const numbers = this.#numbersOf(run)
        if (typeof numbers === 'number') {
          length += 1
          visit(numbers)
          return
        }
        for (const number of numbers) {
          if (number >= 0) length += 1
          visit(number < 0 ? -1 - number : number)
        }
      },
      (han, kind) => {
        if (kind === 'character') length += 1
        visit(this.number(han))
      },
    )
    return length
  }

  image(): PackedTerms {
    const terms = Array.from({ length: this.size }, (_, number) => this.term(number))
    const termEnds = new Uint32Array(terms.length)
    let end = 0
    for (const [number, term] of terms.entries()) {
      end += term.length
      termEnds[number] = end
    }
    const termOrder = Uint32Array.from(terms.keys()).sort((a, b) => ((terms[a] ?? '') < (terms[b] ?? '') ? -1 : 1))
    return { termText: terms.join(''), termEnds, termOrder }
  }

  #findPacked(term: string): number | undefined {
    let low = 0
    let high = this.#order.length
    while (low < high) {
      const middle = (low + high) >> 1
      const number = this.#order[middle] ?? 0
      const other = this.term(number)
      if (other === term) return number
      if (other < term) low = middle + 1
      else high = middle
    }
    return undefined
  }

  #numbersOf(run: string): number | readonly number[] {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const all = termsOfRun(run).map(({ text, kind }) => (kind === 'whole' ? -1 - this.number(text) : this.number(text)))
    const [first = -1] = all
    const numbers = all.length === 1 && first >= 0 ? first : all
    this.#runs.set(run, numbers)
    return numbers
  }
}
