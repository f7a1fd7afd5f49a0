/**
 * The questions that memory-readers are answering, so that none is asked again from within (S53).
 *
 * It is the very question that is compared: a reader may ask another one, and the same one may be asked
 * again once it is answered. Kept in memory only: sub-agents do not outlive the host they run in.
 */

import type { ToolCall } from '../bank/tool-call.ts'
import { putBounded } from '../disk/state/session-values.ts'
import type { PredictedCall } from './predict-call.ts'
import { READER_AGENT } from './sessions.ts'

/** Handed over and not yet begun; a host starts its sub-agents at once or not at all. */
const MOST_HANDED = 20

export class RecursionGuard {
  readonly #parentOf: (session: string) => string | undefined
  readonly #handed = new Map<string, readonly string[]>()
  readonly #answering = new Map<string, string>()

  constructor(parentOf: (session: string) => string | undefined) {
    this.#parentOf = parentOf
  }

  /** A question for a memory-reader is one that is being answered here already, or is handed over. */
  compare(session: string, call: ToolCall, predicted: PredictedCall): PredictedCall {
    const question = call.kind === 'delegates' ? plainQuestion(call.question) : ''
    if (call.kind !== 'delegates' || call.agent !== READER_AGENT || question === '') return predicted
    const again = this.#isBeingAnswered(session, question)
    if (!again) putBounded(this.#handed, session, [...(this.#handed.get(session) ?? []), question].slice(-MOST_HANDED))
    return { ...predicted, facts: { kind: 'delegates', agent: call.agent, again } }
  }

  /** What a sub-agent is told. Hosts may put words around the question that was handed over. */
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

  /** By this session, or by one that it works for. */
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

/** Blanks do not make another question. */
export function plainQuestion(question: string): string {
  return question.normalize().replace(/\s+/g, ' ').trim()
}
