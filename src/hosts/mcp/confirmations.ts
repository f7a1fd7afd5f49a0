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

import type { Words } from '../../base/language.ts'

export type Answered<T> =
  /** This request brings no answer: it is the first round. */
  | { readonly kind: 'unasked' }
  /** It brings one to a question that we did not ask, or that was answered before. */
  | { readonly kind: 'unknown' }
  /** unanswered: closed, or sent back without the field that only a person fills, so nobody has said yes or no. */
  | { readonly kind: 'declined' | 'unanswered'; readonly about: T }
  /** With the word of the form's that a person chose. `only`: of several points these, counted from 1; undefined for all. */
  | {
      readonly kind: 'accepted'
      readonly about: T
      readonly word: string
      readonly only: readonly number[] | undefined
    }

/** Questions that nobody answered are forgotten, oldest first. */
const MOST_OPEN = 50
const KEY = 'confirm'
const FIELD = 'answer'
const ONLY = 'only'

/** What a form offers: the words that agree, what it says about them, and how many points the question has. */
export interface Form {
  readonly words: readonly string[]
  readonly about: Words
  readonly points: number
}

export function writeForm(points = 1): Form {
  return { words: ['write'], about: { en: 'write: as shown', zh: 'write：照此写入' }, points }
}

/** The field must be filled, and what a program would take first of it decides nothing. Of several points a person may want some. */
function schemaOf({ words, about, points }: Form) {
  const description = `${about.en} · no: never · not now: it waits / ${about.zh} · no：不要 · not now：以后再说`
  const answer = {
    type: 'string' as const,
    title: 'Your answer / 你的回答',
    description,
    enum: ['not now', ...words, 'no'],
  }
  const only = {
    type: 'string' as const,
    title: 'Only these (optional) / 只要这几条（可不填）',
    description: 'to write some of them: their numbers, as 1, 3 / 只写部分时填编号，例如 1, 3',
  }
  const properties = points > 1 ? { [FIELD]: answer, [ONLY]: only } : { [FIELD]: answer }
  return { type: 'object' as const, properties, required: [FIELD] }
}

export class Confirmations<T> {
  readonly #open = new Map<string, { readonly about: T; readonly form: Form }>()

  ask(about: T, message: string, form = writeForm()): InputRequiredResult {
    const id = randomUUID()
    this.#open.set(id, { about, form })
    const oldest = this.#open.keys().next().value
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest)
    const elicited = inputRequired.elicit({ message, requestedSchema: schemaOf(form) })
    return inputRequired({ inputRequests: { [KEY]: elicited }, requestState: id })
  }

  answered({ mcpReq }: ServerContext): Answered<T> {
    const response = inputResponse(mcpReq.inputResponses, KEY)
    const id = mcpReq.requestState<unknown>()
    if (response.kind !== 'elicit' || typeof id !== 'string') return { kind: 'unasked' }
    const open = this.#open.get(id)
    if (open === undefined) return { kind: 'unknown' }
    const { about, form } = open
    this.#open.delete(id)
    // Clients without a person accept, decline or close forms by themselves: only the field says that somebody was there.
    const content = response.action === 'accept' ? response.content : undefined
    const word = content?.[FIELD]
    if (word === 'no') return { kind: 'declined', about }
    const only = numbersIn(content?.[ONLY], form.points)
    if (typeof word !== 'string' || !form.words.includes(word) || only === 'unclear')
      return { kind: 'unanswered', about }
    return { kind: 'accepted', about, word, only }
  }
}

/** Consent is never guessed: anything but numbers of the list is unclear. */
function numbersIn(said: unknown, points: number): readonly number[] | undefined | 'unclear' {
  if (said === undefined || said === null || (typeof said === 'string' && said.trim() === '')) return undefined
  if (typeof said !== 'string' || !/^[\s\d#,，、和&+]+$/.test(said)) return 'unclear'
  const numbers = (said.match(/\d+/g) ?? []).map(Number)
  return numbers.length > 0 && numbers.every((one) => one >= 1 && one <= points) ? numbers : 'unclear'
}
