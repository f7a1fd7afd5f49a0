/** OpenCode's hook payloads → our events. The only file that knows its field names. */

import type { HostEvent, ToolFinished, ToolRequested } from '../../bank/event.ts'
import { closingMarkup } from '../../bank/open-markup.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { readToolCalls } from '../tool-call.ts'

/** A tool call as OpenCode reports it, without its arguments. */
export interface ToolHook {
  readonly sessionID: string
  readonly callID: string
  readonly tool: string
}

/** An entry of its event stream; undefined for one we have no interest in. */
export function decodeEvent(event: unknown): HostEvent | undefined {
  const properties = fieldIn(event, 'properties')
  const info = fieldIn(properties, 'info')
  const session = textIn(properties, 'sessionID') ?? textIn(info, 'id')
  if (session === undefined) return undefined
  switch (fieldIn(event, 'type')) {
    case 'session.created': {
      const parent = textIn(info, 'parentID')
      const agent = textIn(info, 'agent')
      return {
        kind: 'session-started',
        session,
        ...(parent === undefined ? {} : { parent }),
        ...(agent === undefined ? {} : { agent }),
      }
    }
    case 'session.deleted':
      return { kind: 'session-ended', session }
    case 'session.compacted':
      return { kind: 'compacted', session }
    default:
      return undefined
  }
}

/** The session whose turn is over, if that is what the event says. */
export function decodeIdle(event: unknown): string | undefined {
  return fieldIn(event, 'type') === 'session.idle' ? textIn(fieldIn(event, 'properties'), 'sessionID') : undefined
}

/** The person's typed text, without parts that a program added. */
export function decodeMessage(session: string, parts: readonly unknown[]): HostEvent {
  const said = parts.flatMap((part) =>
    fieldIn(part, 'type') === 'text' && fieldIn(part, 'synthetic') !== true ? (textIn(part, 'text') ?? []) : [],
  )
  return { kind: 'user-said', session, text: unquoted(said.join('\n')) }
}

/** `opencode run "two words"` hands the words over with their quotes. */
export function unquoted(text: string): string {
  return text.replace(/^"([\s\S]*)"$/, '$1')
}

/** A message that only the person reads is one of ours. */
export function isOurMessage(parts: readonly unknown[]): boolean {
  return parts.length > 0 && parts.every((part) => fieldIn(part, 'ignored') === true)
}

/** A message must name these so that the session keeps its agent and model. */
export function decodeSender(message: unknown): Readonly<Record<string, unknown>> {
  return { agent: fieldIn(message, 'agent'), model: fieldIn(message, 'model') }
}

/** The agent that answers a message, whether its sender named one or took the default. */
export function decodeAgent(message: unknown): string | undefined {
  return textIn(message, 'agent')
}

export function decodeRequest(hook: ToolHook, args: unknown): ToolRequested {
  return { kind: 'tool-requested', ...toolCall(hook, args) }
}

export function decodeResult(hook: ToolHook & { readonly args: unknown }, metadata: unknown): ToolFinished {
  const call = toolCall(hook, hook.args)
  // The tool says how a command ended; a command without an exit code was stopped.
  if (!isFields(metadata) || !('exit' in metadata)) return { kind: 'tool-finished', ...call }
  return { kind: 'tool-finished', ...call, failed: metadata['exit'] !== 0 }
}

function toolCall({ sessionID, callID, tool }: ToolHook, args: unknown) {
  return { session: sessionID, call: callID, calls: readToolCalls(tool, isFields(args) ? args : {}) }
}

/** Calls for a title or a summary are not the session's own. */
export function isSideCall(system: readonly string[]): boolean {
  return /^You are a (?:title generator|helpful AI assistant tasked with summarizing)|^You are an? anchored context summarization/i.test(
    system[0] ?? '',
  )
}

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
 * agent and the model of the person's last message, since the host continues with the ones it names.
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

const MOST = 200

export function putRecent<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > MOST && oldest !== undefined) map.delete(oldest)
}
