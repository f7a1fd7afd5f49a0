/**
 * A person's yes or no through the client's own form (elicitation).
 *
 * What a question is about is kept here and taken out once. An answer can only name it, so it can neither be changed nor
 * accepted twice. A model cannot answer, since answers do not come through a tool's arguments.
 */

import { randomUUID } from 'node:crypto'
import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'

export type Answered<T> =
  /** This request brings no answer: it is the first round. */
  | { readonly kind: 'unasked' }
  /** It brings one to a question that we did not ask, or that was answered before. */
  | { readonly kind: 'unknown' }
  /** unanswered: closed, or sent back without the field that only a person fills, so nobody has said yes or no. */
  | { readonly kind: 'accepted' | 'declined' | 'unanswered'; readonly about: T }

/** Questions that nobody answered are forgotten, oldest first. */
const MOST_OPEN = 50
const KEY = 'confirm'
const FIELD = 'answer'

/** The field must be filled, and what a program would take first of it decides nothing. */
const FORM = {
  type: 'object' as const,
  properties: {
    [FIELD]: {
      type: 'string' as const,
      title: 'Your answer / 你的回答',
      description: 'write: as shown · no: never · not now: it waits / write：照此写入 · no：不要 · not now：以后再说',
      enum: ['not now', 'write', 'no'],
    },
  },
  required: [FIELD],
}

export class Confirmations<T> {
  readonly #open = new Map<string, T>()

  ask(about: T, message: string): InputRequiredResult {
    const id = randomUUID()
    this.#open.set(id, about)
    const oldest = this.#open.keys().next().value
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest)
    const form = inputRequired.elicit({ message, requestedSchema: FORM })
    return inputRequired({ inputRequests: { [KEY]: form }, requestState: id })
  }

  answered({ mcpReq }: ServerContext): Answered<T> {
    const response = inputResponse(mcpReq.inputResponses, KEY)
    const id = mcpReq.requestState<unknown>()
    if (response.kind !== 'elicit' || typeof id !== 'string') return { kind: 'unasked' }
    const about = this.#open.get(id)
    if (about === undefined) return { kind: 'unknown' }
    this.#open.delete(id)
    // Clients without a person accept, decline or close forms by themselves: only the field says that somebody was there.
    const word = response.action === 'accept' ? response.content?.[FIELD] : undefined
    return { kind: word === 'write' ? 'accepted' : word === 'no' ? 'declined' : 'unanswered', about }
  }
}
