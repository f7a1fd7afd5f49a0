/**
 * Remembers the questions that memory-readers are answering, so that no reader delegates its own question again (S53).
 *
 * The whole question is compared: a reader may ask a different one, and a question may be asked again once it is
 * answered. Kept in memory only, because sub-agents do not outlive their host.
 */

import type { ToolCall } from '../bank/tool-call.ts'
import { putBounded } from '../disk/state/session-values.ts'
import type { PredictedCall } from './predict-call.ts'
import { READER_AGENT } from './sessions.ts'

/** Limit of delegated questions that no reader has begun. A host starts its sub-agents at once or never. */
const MOST_HANDED = 20

export class RecursionGuard {
  readonly #parentOf: (session: string) => string | undefined
  readonly #handed = new Map<string, readonly string[]>()
  readonly #answering = new Map<string, string>()

  constructor(parentOf: (session: string) => string | undefined) {
    this.#parentOf = parentOf
  }

  /** Marks a delegated question as `again` if this session or a parent is answering it. Otherwise remembers it. */
  compare(session: string, call: ToolCall, predicted: PredictedCall): PredictedCall {
    const question = call.kind === 'delegates' ? plainQuestion(call.question) : ''
    if (call.kind !== 'delegates' || call.agent !== READER_AGENT || question === '') return predicted
    const again = this.#isBeingAnswered(session, question)
    if (!again) putBounded(this.#handed, session, [...(this.#handed.get(session) ?? []), question].slice(-MOST_HANDED))
    return { ...predicted, facts: { kind: 'delegates', agent: call.agent, again } }
  }

  /** Matches a sub-agent's prompt with a delegated question. Hosts may add words around the question. */
  receive(session: string, text: string): void {
    const parent = this.#parentOf(session)
    const handed = parent === undefined ? undefined : this.#handed.get(parent)
    if (parent === undefined || handed === undefined) return
    const told = plainQuestion(text)
    const [question] = handed.filter((one) => told.includes(one)).toSorted((a, b) => b.length - a.length)
    if (question === undefined) return
    const others = handed.filter((one) => one !== question)
    putBounded(this.#handed, parent, others)
    putBounded(this.#answering, session, question)
  }

  /** Whether this session or one of its parents is answering the question. */
  #isBeingAnswered(session: string, question: string): boolean {
    const seen = new Set<string>()
    for (let at: string | undefined = session; at !== undefined && !seen.has(at); at = this.#parentOf(at)) {
      seen.add(at)
      if (this.#answering.get(at) === question) return true
    }
    return false
  }

  forget(session: string): void {
    this.#handed.delete(session)
    this.#answering.delete(session)
  }
}

/** The question with normalised whitespace and Unicode. */
export function plainQuestion(question: string): string {
  return question.normalize().replace(/\s+/g, ' ').trim()
}
