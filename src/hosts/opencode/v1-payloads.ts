/** Decodes OpenCode 1's hook payloads into events, and changes its outputs. */

import { closingMarkup } from '../../bank/closing-markup.ts'
import type { HostEvent, ToolFinished, ToolRequested } from '../../bank/event.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { readToolCalls } from '../tool-call.ts'
import { signed } from '../wording.ts'

/** A tool call as OpenCode reports it, without its arguments. */
export interface ToolHook {
  readonly sessionID: string
  readonly callID: string
  readonly tool: string
}

/** Decodes an entry of the event stream; undefined for events that are not used. */
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

/** The session whose turn has ended; undefined for other events. */
export function decodeIdle(event: unknown): string | undefined {
  return fieldIn(event, 'type') === 'session.idle' ? textIn(fieldIn(event, 'properties'), 'sessionID') : undefined
}

/** The user's typed text, without parts that a program added. */
export function typedText(parts: readonly unknown[]): string {
  const said = parts.flatMap((part) =>
    fieldIn(part, 'type') === 'text' && fieldIn(part, 'synthetic') !== true ? (textIn(part, 'text') ?? []) : [],
  )
  return unquoted(said.join('\n'))
}

/** `opencode run "two words"` includes the quotes in the text. */
export function unquoted(text: string): string {
  return text.replace(/^"([\s\S]*)"$/, '$1')
}

/** True for Memory Bank's messages: only the user reads them. */
export function isOurMessage(parts: readonly unknown[]): boolean {
  return parts.length > 0 && parts.every((part) => fieldIn(part, 'ignored') === true)
}

/** The agent and model of a message. Memory Bank's messages repeat them, or the session would change to others. */
export function decodeSender(message: unknown): Readonly<Record<string, unknown>> {
  return { agent: fieldIn(message, 'agent'), model: fieldIn(message, 'model') }
}

/** The agent that answers a message: the user's choice or the default. */
export function decodeAgent(message: unknown): string | undefined {
  return textIn(message, 'agent')
}

export function decodeRequest(hook: ToolHook, args: unknown): ToolRequested {
  return { kind: 'tool-requested', ...toolCall(hook, args) }
}

export function decodeResult(hook: ToolHook & { readonly args: unknown }, metadata: unknown): ToolFinished {
  const call = toolCall(hook, hook.args)
  // A command without an exit code was stopped.
  if (!isFields(metadata) || !('exit' in metadata)) return { kind: 'tool-finished', ...call }
  return { kind: 'tool-finished', ...call, failed: metadata['exit'] !== 0 }
}

function toolCall({ sessionID, callID, tool }: ToolHook, args: unknown) {
  return { session: sessionID, call: callID, calls: readToolCalls(tool, isFields(args) ? args : {}) }
}

/** True for requests for a title or a summary, which are not part of the conversation. */
export function isSideCall(system: readonly string[]): boolean {
  return /^You are a (?:title generator|helpful AI assistant tasked with summarizing)|^You are an? anchored context summarization/i.test(
    system[0] ?? '',
  )
}

/** Some backends reject a second system message, so the text is appended to the last one. */
export function addToSystem(system: string[], text: string): void {
  const last = system.length - 1
  if (last < 0) system.push(text)
  else system[last] = `${system[last]}\n\n${text}`
}

/** For the model only: OpenCode hides synthetic parts of a message from the user. */
export function addToMessage(parts: unknown[], texts: readonly string[]): void {
  const first = parts.find(isTextPart)
  if (first === undefined || texts.length === 0) return
  // Parts are read in the order of their ids.
  parts.push({ ...first, id: `${first.id}m`, text: texts.join('\n\n'), synthetic: true })
}

function isTextPart(part: unknown): part is { readonly id: string; readonly text: string } {
  return typeof fieldIn(part, 'id') === 'string' && typeof fieldIn(part, 'text') === 'string'
}

/**
 * Appends to the assistant's text, which is rendered as Markdown: open markup is closed first, and a blank line keeps
 * Memory Bank's text from becoming a heading.
 */
export function addToText(output: { text: string }, text: string | undefined): void {
  if (text === undefined) return
  // The assistant already printed the text at the end, outside open markup.
  if (output.text.endsWith(text) && closingMarkup(output.text.slice(0, -text.length)) === '') return
  output.text = `${output.text}${closingMarkup(output.text)}\n\n${text}`
}

export function addToCommand(parts: { type: string; text?: string }[], text: string): void {
  const part = parts.find((candidate) => candidate.type === 'text')
  if (part === undefined) parts.push({ type: 'text', text })
  else part.text = `${part.text ?? ''}\n\n${text}`
}

export function addToResult(output: { output?: unknown }, note: string | undefined): void {
  if (note !== undefined && typeof output.output === 'string') output.output += `\n\n${signed(note)}`
}

/** Throwing refuses the call; the model reads the message as its result. */
export function refusal(text: string): Error {
  return new Error(signed(text))
}

/** The part of OpenCode's client that Memory Bank uses. */
export interface HostClient {
  readonly session: {
    prompt(request: {
      readonly path: { readonly id: string }
      readonly body: Readonly<Record<string, unknown>>
    }): Promise<{ readonly error?: unknown }>
  }
}

/**
 * Adds a message for the user to the chat; `ignored` keeps it out of the model's requests. It names the agent and model
 * of the user's last message, because OpenCode continues with those of the newest message.
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
