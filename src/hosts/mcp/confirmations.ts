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

import type { Words } from '../../core/language.ts'

export type Answered<T> =
  /** This request brings no answer: it is the first round. */
  | { readonly kind: 'unasked' }
  /** It brings one to a question that we did not ask, or that was answered before. */
  | { readonly kind: 'unknown' }
  /** unanswered: closed, or sent back without the field that only a person fills, so nobody has said yes or no. */
  | { readonly kind: 'declined' | 'unanswered'; readonly about: T }
  /** With the word of the form's that a person chose. */
  | { readonly kind: 'accepted'; readonly about: T; readonly word: string }

/** Questions that nobody answered are forgotten, oldest first. */
const MOST_OPEN = 50
const KEY = 'confirm'
const FIELD = 'answer'

/** The words that agree, and what the form says about them. */
export interface Choices {
  readonly words: readonly string[]
  readonly about: Words
}

const WRITE: Choices = { words: ['write'], about: { en: 'write: as shown', zh: 'write：照此写入' } }

/** The field must be filled, and what a program would take first of it decides nothing. */
function formOf({ words, about }: Choices) {
  const description = `${about.en} · no: never · not now: it waits / ${about.zh} · no：不要 · not now：以后再说`
  return {
    type: 'object' as const,
    properties: {
      [FIELD]: {
        type: 'string' as const,
        title: 'Your answer / 你的回答',
        description,
        enum: ['not now', ...words, 'no'],
      },
    },
    required: [FIELD],
  }
}

export class Confirmations<T> {
  readonly #open = new Map<string, { readonly about: T; readonly words: readonly string[] }>()

  ask(about: T, message: string, choices: Choices = WRITE): InputRequiredResult {
    const id = randomUUID()
    this.#open.set(id, { about, words: choices.words })
    const oldest = this.#open.keys().next().value
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest)
    const form = inputRequired.elicit({ message, requestedSchema: formOf(choices) })
    return inputRequired({ inputRequests: { [KEY]: form }, requestState: id })
  }

  answered({ mcpReq }: ServerContext): Answered<T> {
    const response = inputResponse(mcpReq.inputResponses, KEY)
    const id = mcpReq.requestState<unknown>()
    if (response.kind !== 'elicit' || typeof id !== 'string') return { kind: 'unasked' }
    const asked = this.#open.get(id)
    if (asked === undefined) return { kind: 'unknown' }
    const { about, words } = asked
    this.#open.delete(id)
    // Clients without a person accept, decline or close forms by themselves: only the field says that somebody was there.
    const word = response.action === 'accept' ? response.content?.[FIELD] : undefined
    if (typeof word === 'string' && words.includes(word)) return { kind: 'accepted', about, word }
    return { kind: word === 'no' ? 'declined' : 'unanswered', about }
  }
}
