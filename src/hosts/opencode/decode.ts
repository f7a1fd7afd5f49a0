/** OpenCode's hook payloads → our events. The only file that knows its field names. */

import type { HostEvent, ToolFinished, ToolRequested } from '../../core/event.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { readToolCalls } from '../tool-call.ts'

/** What OpenCode says of a tool call, beside its arguments. */
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

/** What the person typed, without parts that a program added. */
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

/** What a message must name so that the session goes on as it is. */
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
