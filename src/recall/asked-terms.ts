/**
 * The terms a question is answered by, and which of them stand in a text.
 *
 * As taking the text apart and looking each up, but a word is only taken apart if it may become one of them: in a
 * process that has just begun, stemming a page costs more than ranking the bank.
 */

import { beginningOf, beginningsOf } from '../text/stem.ts'
import { scanRuns, termsOfRun } from './tokenize.ts'

export class AskedTerms {
  readonly #terms: ReadonlySet<string>
  readonly #beginnings: ReadonlySet<string>

  constructor(terms: ReadonlySet<string>) {
    this.#terms = terms
    this.#beginnings = beginningsOf(terms)
  }

  /** Those that some of the texts hold. */
  in(texts: readonly string[]): ReadonlySet<string> {
    const held = new Set<string>()
    const note = (term: string) => {
      if (this.#terms.has(term)) held.add(term)
    }
    for (const text of texts) {
      scanRuns(
        text,
        (run) => {
          // Several parts, or letters beyond a–z, are rare enough to be looked at closely.
          if (!this.#mayHold(run) && ONE_WORD.test(run)) return
          for (const term of termsOfRun(run)) note(term.text)
        },
        note,
      )
    }
    return held
  }

  #mayHold(word: string): boolean {
    const beginning = beginningOf(word.slice(0, 2).toLowerCase())
    return this.#beginnings.has(beginning) || this.#beginnings.has(beginning.slice(0, 1))
  }
}

const ONE_WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/
