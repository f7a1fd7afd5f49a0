/** What we answer → OpenCode 2's ways to tell a model: the system prompt, a message, a tool's result, a refusal. */

import { fieldIn, isFields } from '../fields.ts'
import { ours } from './encode.ts'
import { putRecent } from './recent.ts'

export function addToSystem2(system: unknown[], text: string): void {
  system.push({ type: 'text', text })
}

/** For the model alone: the person's words stay as they typed them. Parts are joined without a space. */
export function addToTyped(messages: unknown[], additions: ReadonlyMap<string, string>): void {
  for (const [at, message] of messages.entries()) {
    const id = fieldIn(message, 'id')
    const text = typeof id === 'string' ? additions.get(id) : undefined
    const content = fieldIn(message, 'content')
    if (text === undefined || !isFields(message)) continue
    const parts = Array.isArray(content) ? content : [{ type: 'text', text: String(content) }]
    messages[at] = copyWith(message, { content: [...parts, { type: 'text', text: `\n\n${text}` }] })
  }
}

/** Of the same class: the host knows its messages by it. */
function copyWith(value: object, more: object): object {
  return Object.assign(Object.create(Object.getPrototypeOf(value)), value, more)
}

/** A note with a tool's result, whether it did its work or failed. */
export function addToResult2(event: unknown, note: string): void {
  if (!isFields(event)) return
  const { result, error } = event
  if (isFields(result)) {
    const content =
      typeof result['content'] === 'string' ? [{ type: 'text', text: result['content'] }] : result['content']
    const parts = [...(Array.isArray(content) ? content : []), { type: 'text', text: `\n${ours(note)}` }]
    Reflect.set(event, 'result', { ...result, content: parts })
  } else if (isFields(error)) Reflect.set(error, 'message', `${String(error['message'])}\n\n${ours(note)}`)
}

/**
 * Refusals by the message their calls stand in. The host gives every call that was refused in one step the reason of the
 * first, so that one error carries them all.
 */
export class Refusals {
  readonly #errors = new Map<string, Error>()

  of(message: string, text: string): Error {
    const known = this.#errors.get(message)
    if (known === undefined) {
      const made = new Error(ours(text))
      putRecent(this.#errors, message, made)
      return made
    }
    if (!known.message.includes(ours(text))) known.message += `\n${ours(text)}`
    return known
  }
}
