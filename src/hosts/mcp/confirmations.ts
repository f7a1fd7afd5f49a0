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
  | { readonly kind: 'accepted' | 'declined' | 'left'; readonly about: T }

/** Questions that nobody answered are forgotten, oldest first. */
const MOST_OPEN = 50
const KEY = 'confirm'

export class Confirmations<T> {
  readonly #open = new Map<string, T>()

  ask(about: T, message: string): InputRequiredResult {
    const id = randomUUID()
    this.#open.set(id, about)
    const oldest = this.#open.keys().next().value
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest)
    const form = inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } })
    return inputRequired({ inputRequests: { [KEY]: form }, requestState: id })
  }

  answered({ mcpReq }: ServerContext): Answered<T> {
    const response = inputResponse(mcpReq.inputResponses, KEY)
    const id = mcpReq.requestState<unknown>()
    if (response.kind !== 'elicit' || typeof id !== 'string') return { kind: 'unasked' }
    const about = this.#open.get(id)
    if (about === undefined) return { kind: 'unknown' }
    this.#open.delete(id)
    const kinds = { accept: 'accepted', decline: 'declined', cancel: 'left' } as const
    return { kind: kinds[response.action], about }
  }
}
