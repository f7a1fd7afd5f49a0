/**
 * The terms of a bank, numbered, and what each written word became: a word is taken apart and stemmed once.
 *
 * Numbers only grow; a term that no file holds any more keeps its number.
 */

import { scanRuns, termsOfRun } from './tokenize.ts'

export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #terms: string[] = []
  /** By Latin run; a whole is written as its complement, since it is found by but not counted into a length. */
  readonly #runs = new Map<string, readonly number[]>()

  constructor(terms: readonly string[] = []) {
    for (const term of terms) this.number(term)
  }

  get terms(): readonly string[] {
    return this.#terms
  }

  find(term: string): number | undefined {
    return this.#numbers.get(term)
  }

  /** The term's number, a new one if it has none. */
  number(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#terms.length
    this.#terms.push(term)
    this.#numbers.set(term, number)
    return number
  }

  /** Visits the number of each term in the text; answers how many words and characters the text has. */
  scan(text: string, visit: (term: number) => void): number {
    let length = 0
    scanRuns(
      text,
      (run) => {
        for (const number of this.#numbersOf(run)) {
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

  /** The terms of some texts: as `tokenize`, and many times faster on words that were seen before. */
  termsIn(texts: readonly string[]): ReadonlySet<string> {
    const terms = new Set<string>()
    for (const text of texts) {
      scanRuns(
        text,
        (run) => {
          const known = this.#runs.get(run)
          if (known === undefined) for (const term of termsOfRun(run)) terms.add(term.text)
          else for (const number of known) terms.add(this.#terms[number < 0 ? -1 - number : number] ?? '')
        },
        (han) => terms.add(han),
      )
    }
    return terms
  }

  #numbersOf(run: string): readonly number[] {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const numbers = termsOfRun(run).map(({ text, kind }) =>
      kind === 'whole' ? -1 - this.number(text) : this.number(text),
    )
    this.#runs.set(run, numbers)
    return numbers
  }
}
