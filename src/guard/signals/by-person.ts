/** What a person says that is worth a proposal (S40). What calls show is in `in-call.ts`. */

import type { Signal } from './signal.ts'
import { FEWEST_TERMS, statementsIn } from './statements.ts'
import { termsOf } from './terms.ts'
import { weigh } from './weigh.ts'

/**
 * Precision first: a question, a guess, an order, a quotation and small talk are no signals. A signal carries no text; its
 * terms are hashes, so that the same matter is known again and the log stays free of words.
 *
 * `offered`: they answer a question that left a choice.
 */
export function signalByPerson(text: string, offered = false): Signal | undefined {
  for (const { text: statement, isPart } of statementsIn(text)) {
    const named = termsOf(statement)
    // A short sentence is about what stands beside it.
    const terms = named.length === 1 ? termsOf(text) : named
    if (terms.length < FEWEST_TERMS) continue
    const { kind, worth } = weigh(statement)
    if (worth > (offered ? LEAST_OF_ANSWERS : isPart ? LEAST_OF_PARTS : 0))
      return { kind: worth > 0 ? kind : 'decision', terms }
  }
  return undefined
}

/** Who was asked which of two ways says why in fewer words. */
const LEAST_OF_ANSWERS = -2
/** One sentence of several must speak clearly. */
const LEAST_OF_PARTS = 2
