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
  | { readonly kind: 'declined' | 'unanswered'; readonly about: T }
  /** `only`: of several points these, counted from 1; undefined for all. */
  | { readonly kind: 'accepted'; readonly about: T; readonly only: readonly number[] | undefined }

/** Questions that nobody answered are forgotten, oldest first. */
const MOST_OPEN = 50
const KEY = 'confirm'
const FIELD = 'answer'
const ONLY = 'only'

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

/** Of several points a person may want some. */
const FORM_FOR_SEVERAL = {
  ...FORM,
  properties: {
    ...FORM.properties,
    [ONLY]: {
      type: 'string' as const,
      title: 'Only these (optional) / 只要这几条（可不填）',
      description: 'to write some of them: their numbers, as 1, 3 / 只写部分时填编号，例如 1, 3',
    },
  },
}

interface Open<T> {
  readonly about: T
  /** How many points it has. */
  readonly points: number
}

export class Confirmations<T> {
  readonly #open = new Map<string, Open<T>>()

  ask(about: T, message: string, points = 1): InputRequiredResult {
    const id = randomUUID()
    this.#open.set(id, { about, points })
    const oldest = this.#open.keys().next().value
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest)
    const form = inputRequired.elicit({ message, requestedSchema: points > 1 ? FORM_FOR_SEVERAL : FORM })
    return inputRequired({ inputRequests: { [KEY]: form }, requestState: id })
  }

  answered({ mcpReq }: ServerContext): Answered<T> {
    const response = inputResponse(mcpReq.inputResponses, KEY)
    const id = mcpReq.requestState<unknown>()
    if (response.kind !== 'elicit' || typeof id !== 'string') return { kind: 'unasked' }
    const open = this.#open.get(id)
    if (open === undefined) return { kind: 'unknown' }
    const { about, points } = open
    this.#open.delete(id)
    // Clients without a person accept, decline or close forms by themselves: only the field says that somebody was there.
    const content = response.action === 'accept' ? response.content : undefined
    const word = content?.[FIELD]
    if (word === 'no') return { kind: 'declined', about }
    const only = numbersIn(content?.[ONLY], points)
    return word === 'write' && only !== 'unclear' ? { kind: 'accepted', about, only } : { kind: 'unanswered', about }
  }
}

/** Consent is never guessed: anything but numbers of the list is unclear. */
function numbersIn(said: unknown, points: number): readonly number[] | undefined | 'unclear' {
  if (said === undefined || said === null || (typeof said === 'string' && said.trim() === '')) return undefined
  if (typeof said !== 'string' || !/^[\s\d#,，、和&+]+$/.test(said)) return 'unclear'
  const numbers = (said.match(/\d+/g) ?? []).map(Number)
  return numbers.length > 0 && numbers.every((one) => one >= 1 && one <= points) ? numbers : 'unclear'
}
