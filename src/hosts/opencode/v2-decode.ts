/** OpenCode 2's payloads → our events. The only file that knows its field names. */

import type { ToolFinished, ToolRequested } from '../../core/event.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { readToolCalls } from '../tool-call.ts'

/** A request to the model that is being made ready. */
export interface RequestHook {
  readonly session: string
  readonly agent: string | undefined
  readonly messages: unknown[]
  readonly system: unknown[]
  /** What is offered, by name. */
  readonly tools: Record<string, unknown>
}

/** Undefined for requests that are not the session's own, such as those for a title. */
export function decodeRequestHook(event: unknown): RequestHook | undefined {
  const session = textIn(event, 'sessionID')
  const [messages, system] = [fieldIn(event, 'messages'), fieldIn(event, 'system')]
  const kind = textIn(event, 'kind') ?? 'primary'
  if (session === undefined || !Array.isArray(messages) || !Array.isArray(system) || kind !== 'primary')
    return undefined
  const tools = fieldIn(event, 'tools')
  return { session, agent: textIn(event, 'agent'), messages, system, tools: isRecord(tools) ? tools : {} }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isFields(value)
}

/** Words by somebody, and the message they stand in. */
export interface Words2 {
  readonly id: string
  readonly text: string
}

/**
 * What people have typed since the assistant last spoke. Only a message that somebody typed has `metadata`: what programs
 * put in, the summary of a compaction and commands that the person ran themselves have none.
 */
export function typedSince(messages: readonly unknown[]): readonly Words2[] {
  const last = messages.findLastIndex((message) => fieldIn(message, 'role') === 'assistant')
  return messages.slice(last + 1).flatMap((message) => {
    const id = textIn(message, 'id')
    const isTyped = fieldIn(message, 'role') === 'user' && isFields(fieldIn(message, 'metadata'))
    return id === undefined || !isTyped ? [] : [{ id, text: typedIn(message) }]
  })
}

/** Skills that the person named stand before their words, files after them. */
function typedIn(message: unknown): string {
  const parts = contentOf(message)
  const plain = parts.filter((part, at) => {
    const isFile = isFields(fieldIn(part, 'metadata')) || fieldIn(parts[at + 1], 'type') === 'media'
    return fieldIn(part, 'type') === 'text' && !isFile
  })
  return textIn(plain.at(-1), 'text') ?? ''
}

/** The assistant's last words. */
export function lastWords(messages: readonly unknown[]): readonly Words2[] {
  const message = messages.findLast((one) => fieldIn(one, 'role') === 'assistant')
  const id = textIn(message, 'id')
  if (id === undefined) return []
  return contentOf(message).flatMap((part) => {
    const text = fieldIn(part, 'type') === 'text' ? textIn(part, 'text') : undefined
    return text === undefined ? [] : [{ id, text }]
  })
}

/** The summary that stands for what was said before it. */
export function summaryIn(messages: readonly unknown[]): string | undefined {
  const summary = messages.findLast((message) => {
    const isTyped = isFields(fieldIn(message, 'metadata'))
    const [first] = contentOf(message)
    return !isTyped && textIn(first, 'text')?.startsWith('<conversation-checkpoint>') === true
  })
  return textIn(summary, 'id')
}

function contentOf(message: unknown): readonly unknown[] {
  const content = fieldIn(message, 'content')
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

/** A prompt on its way in: what the person typed, before anything joins it. */
export function decodePrompt(event: unknown): Words2 | undefined {
  const id = textIn(event, 'messageID')
  const text = fieldIn(fieldIn(event, 'prompt'), 'text')
  return id === undefined || typeof text !== 'string' ? undefined : { id, text }
}

/** What OpenCode 2 says of a tool call. */
export interface CallHook {
  readonly session: string
  readonly agent: string | undefined
  /** The message the call stands in. */
  readonly message: string
  readonly tool: string
  /** Calls that a program of the model's makes have the id of the call that runs it. */
  readonly id: string
  readonly input: unknown
}

export function decodeCallHook(event: unknown): CallHook | undefined {
  const [session, tool, id] = [textIn(event, 'sessionID'), textIn(event, 'tool'), textIn(event, 'id')]
  if (session === undefined || tool === undefined || id === undefined) return undefined
  return {
    session,
    agent: textIn(event, 'agent'),
    message: textIn(event, 'messageID') ?? id,
    tool,
    id,
    input: fieldIn(event, 'input'),
  }
}

/** Paths are as the model wrote them, from the location's folder. */
export function decodeRequest2(hook: CallHook, call: string, cwd: string): ToolRequested {
  return { kind: 'tool-requested', ...callOf(hook, call, cwd) }
}

export function decodeResult2(hook: CallHook, call: string, cwd: string, event: unknown): ToolFinished {
  const finished = { kind: 'tool-finished', ...callOf(hook, call, cwd) } as const
  if (fieldIn(event, 'status') === 'error') return { ...finished, failed: true }
  const result = fieldIn(event, 'result')
  const ending = [fieldIn(result, 'metadata'), fieldIn(result, 'output')].find(
    (one) => isFields(one) && typeof one['exit'] === 'number',
  )
  return ending === undefined ? finished : { ...finished, failed: fieldIn(ending, 'exit') !== 0 }
}

function callOf({ session, tool, input }: CallHook, call: string, cwd: string) {
  return { session, call, calls: readToolCalls(tool, isFields(input) ? input : {}), cwd }
}

/** What the server's stream tells that we have a use for. */
export type ServerEvent =
  | { readonly kind: 'typed'; readonly session: string; readonly words: Words2 }
  | { readonly kind: 'said'; readonly session: string; readonly words: Words2 }
  /** `isDone`: the assistant came to its end, and was not stopped. */
  | { readonly kind: 'turn-ended'; readonly session: string; readonly isDone: boolean }
  | { readonly kind: 'compacted'; readonly session: string }
  | { readonly kind: 'deleted'; readonly session: string }

export function decodeServerEvent(event: unknown): ServerEvent | undefined {
  const data = fieldIn(event, 'data')
  const session = textIn(data, 'sessionID')
  if (session === undefined) return undefined
  switch (fieldIn(event, 'type')) {
    case 'session.inbox.enqueued': {
      const item = fieldIn(data, 'item')
      const [id, text] = [textIn(data, 'inboxID'), fieldIn(fieldIn(item, 'payload'), 'text')]
      const isTyped = fieldIn(item, 'type') === 'user' && id !== undefined && typeof text === 'string'
      return isTyped ? { kind: 'typed', session, words: { id, text } } : undefined
    }
    case 'session.text.ended': {
      const [id, text] = [textIn(data, 'assistantMessageID'), textIn(data, 'text')]
      return id === undefined || text === undefined ? undefined : { kind: 'said', session, words: { id, text } }
    }
    case 'session.execution.succeeded':
      return { kind: 'turn-ended', session, isDone: true }
    case 'session.execution.failed':
    case 'session.execution.interrupted':
      return { kind: 'turn-ended', session, isDone: false }
    case 'session.compaction.ended':
      return { kind: 'compacted', session }
    case 'session.deleted':
      return { kind: 'deleted', session }
    default:
      return undefined
  }
}
