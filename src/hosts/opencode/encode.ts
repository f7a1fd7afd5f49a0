/** What we answer → OpenCode's ways to tell a model: the system prompt, a message, a tool's result, a refusal. */

import { closingMarkup } from '../../text/open-markup.ts'
import { fieldIn } from '../fields.ts'
import { putRecent } from './recent.ts'

/** A second system message is refused by some backends: the text joins the last one. */
export function addToSystem(system: string[], text: string): void {
  const last = system.length - 1
  if (last < 0) system.push(text)
  else system[last] = `${system[last]}\n\n${text}`
}

/** For the model: the host shows its person no synthetic part of a message, so their own words stay as they typed them. */
export function addToMessage(parts: unknown[], texts: readonly (string | undefined)[]): void {
  const first = parts.find(isTextPart)
  const text = texts.filter((one) => one !== undefined).join('\n\n')
  if (first === undefined || text === '') return
  // Parts are read in the order of their ids.
  parts.push({ ...first, id: `${first.id}m`, text, synthetic: true })
}

function isTextPart(part: unknown): part is { readonly id: string; readonly text: string } {
  return typeof fieldIn(part, 'id') === 'string' && typeof fieldIn(part, 'text') === 'string'
}

/**
 * Below the assistant's words, which the person reads as Markdown: what these leave open is closed first, and a blank line
 * keeps ours from becoming a heading.
 */
export function addToText(output: { text: string }, text: string | undefined): void {
  if (text === undefined) return
  // The assistant may have ended with it itself, where nothing hides it.
  if (output.text.endsWith(text) && closingMarkup(output.text.slice(0, -text.length)) === '') return
  output.text = `${output.text}${closingMarkup(output.text)}\n\n${text}`
}

export function addToCommand(parts: { type: string; text?: string }[], text: string): void {
  const part = parts.find((candidate) => candidate.type === 'text')
  if (part === undefined) parts.push({ type: 'text', text })
  else part.text = `${part.text ?? ''}\n\n${text}`
}

export function addToResult(output: { output?: unknown }, note: string | undefined): void {
  if (note !== undefined && typeof output.output === 'string') output.output += `\n\n${ours(note)}`
}

/** A throw refuses the call, and its message becomes the result that the model reads. */
export function refusal(text: string): Error {
  return new Error(ours(text))
}

/** As much of the host's own client as we call. */
export interface HostClient {
  readonly session: {
    prompt(request: {
      readonly path: { readonly id: string }
      readonly body: Readonly<Record<string, unknown>>
    }): Promise<{ readonly error?: unknown }>
  }
}

/**
 * A message of ours in the chat, for the person alone: it is `ignored` when the model's next request is made. It names the
 * agent and the model of the person's last message, since the host would go on with whatever it names.
 */
export async function tellInChat(
  client: HostClient,
  session: string,
  text: string,
  sender: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const parts = [{ type: 'text', text, ignored: true }]
  const sent = await client.session
    .prompt({ path: { id: session }, body: { ...sender, noReply: true, parts } })
    .catch((error: unknown) => ({ error }))
  return sent.error === undefined
}

export function ours(text: string): string {
  return `[memory-bank] ${text}`
}

/** Notes that wait for a tool's result, by call. A call that never finishes must not keep its note for ever. */
export class HeldNotes {
  readonly #notes = new Map<string, string>()

  hold(call: string, text: string | undefined): void {
    if (text === undefined) return
    const before = this.#notes.get(call)
    putRecent(this.#notes, call, before === undefined ? text : `${before}\n${text}`)
  }

  holds(call: string, text: string): boolean {
    return this.#notes.get(call)?.split('\n').includes(text) ?? false
  }

  take(call: string): string | undefined {
    const text = this.#notes.get(call)
    this.#notes.delete(call)
    return text
  }
}
