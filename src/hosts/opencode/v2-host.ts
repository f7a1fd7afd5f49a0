/**
 * OpenCode 2 as we call it. Its context differs between releases, so every part of it is looked for when it is wanted, and
 * nothing we wait for lasts for ever: the host sets no limit of its own, and a hook that never ends stops a session.
 */

import type { ToolFinished, ToolRequested } from '../../bank/event.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { readToolCalls } from '../tool-call.ts'
import { ours, putRecent } from './payloads.ts'

/** Longer than anything of ours takes, shorter than a person waits. */
export const HOOK_LIMIT_MS = 30_000

type Callback = (event: unknown) => Promise<void>

export class V2Host {
  readonly #context: unknown

  constructor(context: unknown) {
    this.#context = context
  }

  options(): Readonly<Record<string, unknown>> {
    const options = fieldIn(this.#context, 'options')
    return typeof options === 'object' && options !== null ? { ...options } : {}
  }

  /** The project's folder. Earlier releases tell it only with a list. */
  async directory(): Promise<string | undefined> {
    const told = textIn(fieldIn(this.#context, 'location'), 'directory')
    if (told !== undefined || !this.#has('plugin', 'list')) return told
    return textIn(fieldIn(await this.#call('plugin', 'list'), 'location'), 'directory')
  }

  async hook(domain: string, name: string, callback: Callback): Promise<void> {
    await this.#call(domain, 'hook', name, callback)
  }

  /** `change` gets the host's editor of this domain, now and whenever it is made anew. */
  async transform(domain: string, change: (editor: unknown) => void): Promise<void> {
    await this.#call(domain, 'transform', change)
  }

  /** The session that asked for this one; undefined for a person's own. */
  async parentOf(session: string): Promise<string | undefined> {
    const got = await this.#call('session', 'get', { sessionID: session })
    const info = fieldIn(got, 'data') ?? got
    if (textIn(info, 'id') === undefined) throw new Error('the session is not known')
    return textIn(info, 'parentID')
  }

  /** A notice for the person in the chat, where they have one; the model reads it with the next message. */
  async notify(session: string, text: string, forModel: string): Promise<void> {
    await this.#call('session', 'synthetic', { sessionID: session, text: forModel, description: text, resume: false })
  }

  /** The model continues with this. */
  async goOn(session: string, text: string): Promise<void> {
    await this.#call('session', 'synthetic', { sessionID: session, text })
  }

  /** As if the person had typed it, under the id that the host gave a command. */
  async prompt(message: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#call('session', 'prompt', message)
  }

  /** Everything that happens on the server, of other projects too. */
  events(): AsyncIterator<unknown> {
    const [owner, method] = this.#method('event', 'subscribe')
    const stream: unknown = Reflect.apply(method, owner, [])
    const start: unknown =
      typeof stream === 'object' && stream !== null ? Reflect.get(stream, Symbol.asyncIterator) : undefined
    if (!isFunction(start)) throw new Error('event.subscribe gives no events')
    return Reflect.apply(start, stream, []) as AsyncIterator<unknown>
  }

  #has(domain: string, name: string): boolean {
    return typeof fieldIn(fieldIn(this.#context, domain), name) === 'function'
  }

  #method(domain: string, name: string): readonly [unknown, (...args: readonly unknown[]) => unknown] {
    const owner = fieldIn(this.#context, domain)
    const method = fieldIn(owner, name)
    if (!isFunction(method)) throw new Error(`this release has no ${domain}.${name}`)
    return [owner, method]
  }

  async #call(domain: string, name: string, ...args: readonly unknown[]): Promise<unknown> {
    const [owner, method] = this.#method(domain, name)
    return within(HOOK_LIMIT_MS, `${domain}.${name}`, Promise.resolve(Reflect.apply(method, owner, args)))
  }
}

/** The promise, or an error once the time is over. */
export async function within<T>(limit: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limit / 1000} seconds`)), limit)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export function isFunction(value: unknown): value is (...args: readonly unknown[]) => unknown {
  return typeof value === 'function'
}

/** A request to the model that is being made ready. */
export interface RequestHook {
  readonly session: string
  readonly agent: string | undefined
  readonly messages: unknown[]
  readonly system: unknown[]
  /** Offered tools by name. */
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

/** A text and the id of its message. */
export interface Words2 {
  readonly id: string
  readonly text: string
}

/**
 * Messages that people typed since the assistant last spoke. Only a message that somebody typed has `metadata`: what programs
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

/** The person's words come after the skills that they named and before files. */
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

/** The summary that replaces earlier messages. */
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

/** A tool call as OpenCode 2 reports it. */
export interface CallHook {
  readonly session: string
  readonly agent: string | undefined
  /** The message that has the call. */
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

/** Events of the server's stream that we use. */
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
 * Refusals by the message that has their calls. The host gives every call that was refused in one step the reason of the
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
