/**
 * The user's yes or no through the client's own form (elicitation).
 *
 * The subject of a question stays in this process and is used once. An answer has only the question's id, so it cannot
 * change the subject or accept it twice. A model cannot answer, since answers are not tool arguments.
 */

import { randomUUID } from 'node:crypto'
import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'

import type { Words } from '../../base/language.ts'
import { putRecent } from '../put-recent.ts'

export type Answered<T> =
  /** The request has no answer yet: it is the first round. */
  | { readonly kind: 'unasked' }
  /** The answer is to an unknown question, or to one that was already answered. */
  | { readonly kind: 'unknown' }
  /** `unanswered`: the form was closed, or returned without the required answer. */
  | { readonly kind: 'declined' | 'unanswered'; readonly about: T }
  /** `word`: the word that the user chose in the form. `only`: the chosen points, from 1; undefined for all. */
  | {
      readonly kind: 'accepted'
      readonly about: T
      readonly word: string
      readonly only: readonly number[] | undefined
    }

/** Beyond this number, the oldest unanswered questions are dropped. */
const MOST_OPEN = 50
const KEY = 'confirm'
const FIELD = 'answer'
const ONLY = 'only'

/** The words that agree, their description, and the number of points in the question. */
export interface Form {
  readonly words: readonly string[]
  readonly about: Words
  readonly points: number
}

export function writeForm(points = 1): Form {
  return { words: ['write'], about: { en: 'write: as shown', zh: 'write：照此写入' }, points }
}

/**
 * The answer is required. Its first value is `not now`, in case a client selects the first value by itself. If there
 * are several points, the user may choose some of them.
 */
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
    putRecent(this.#open, id, { about, form }, MOST_OPEN)
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
    // Clients without a user accept, decline or close forms by themselves. Only a filled field shows that the user
    // answered.
    const content = response.action === 'accept' ? response.content : undefined
    const word = content?.[FIELD]
    if (word === 'no') return { kind: 'declined', about }
    const only = numbersIn(content?.[ONLY], form.points)
    if (typeof word !== 'string' || !form.words.includes(word) || only === 'unclear')
      return { kind: 'unanswered', about }
    return { kind: 'accepted', about, word, only }
  }
}

/** Consent is never guessed: anything but numbers of listed points is unclear. */
function numbersIn(said: unknown, points: number): readonly number[] | undefined | 'unclear' {
  if (said === undefined || said === null || (typeof said === 'string' && said.trim() === '')) return undefined
  if (typeof said !== 'string' || !/^[\s\d#,，、和&+]+$/.test(said)) return 'unclear'
  const numbers = (said.match(/\d+/g) ?? []).map(Number)
  return numbers.length > 0 && numbers.every((one) => one >= 1 && one <= points) ? numbers : 'unclear'
}
