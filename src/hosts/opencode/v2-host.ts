/**
 * OpenCode 2's plugin API. Its context differs between releases, so every part is looked up when it is used. Every wait
 * is limited: OpenCode sets no timeout, and a hook that never ends blocks the session.
 */

import type { ToolFinished, ToolRequested } from '../../bank/event.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import { putRecent } from '../put-recent.ts'
import { readToolCalls } from '../tool-call.ts'
import { signed } from '../wording.ts'

/** Longer than a hook normally takes, but short enough for a waiting user. */
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

  /** The project's folder. Earlier releases report it only with the list of plugins. */
  async directory(): Promise<string | undefined> {
    const told = textIn(fieldIn(this.#context, 'location'), 'directory')
    if (told !== undefined || !this.#has('plugin', 'list')) return told
    return textIn(fieldIn(await this.#call('plugin', 'list'), 'location'), 'directory')
  }

  async hook(domain: string, name: string, callback: Callback): Promise<void> {
    await this.#call(domain, 'hook', name, callback)
  }

  /** `change` gets OpenCode's editor of this domain, now and whenever the domain is rebuilt. */
  async transform(domain: string, change: (editor: unknown) => void): Promise<void> {
    await this.#call(domain, 'transform', change)
  }

  /** The session that started this one; undefined for a session of the user. */
  async parentOf(session: string): Promise<string | undefined> {
    const got = await this.#call('session', 'get', { sessionID: session })
    const info = fieldIn(got, 'data') ?? got
    if (textIn(info, 'id') === undefined) throw new Error('the session is not known')
    return textIn(info, 'parentID')
  }

  /** Shows a notice in the chat; the model reads `forModel` with the next message. */
  async notify(session: string, text: string, forModel: string): Promise<void> {
    await this.#call('session', 'synthetic', { sessionID: session, text: forModel, description: text, resume: false })
  }

  /** Continues the turn with this text. */
  async continueWith(session: string, text: string): Promise<void> {
    await this.#call('session', 'synthetic', { sessionID: session, text })
  }

  /** Sends a message as the user, under the id that OpenCode gave a command. */
  async prompt(message: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#call('session', 'prompt', message)
  }

  /** The events of the whole server, including those of other projects. */
  events(): AsyncIterator<unknown> {
    const [owner, method] = this.#method('event', 'subscribe')
    const stream: unknown = Reflect.apply(method, owner, [])
    const start: unknown =
      typeof stream === 'object' && stream !== null ? Reflect.get(stream, Symbol.asyncIterator) : undefined
    if (!isFunction(start)) throw new Error('event.subscribe gives no events')
    return Reflect.apply(start, stream, []) as AsyncIterator<unknown>
  }

  /** False in OpenCode 1, whose context has parts of the configuration only. */
  hasSessions(): boolean {
    return ['session', 'tool'].some((domain) => isFields(fieldIn(this.#context, domain)))
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

/** The promise, or an error after the time limit. */
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

/** A model request before it is sent. */
export interface RequestHook {
  readonly session: string
  readonly agent: string | undefined
  readonly messages: unknown[]
  readonly system: unknown[]
  /** The offered tools by name. */
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
export interface MessageText {
  readonly id: string
  readonly text: string
}

/**
 * The messages that users typed since the assistant last spoke. Only a typed message has `metadata`: text from
 * programs, summaries and commands that the user ran have none.
 */
export function typedSince(messages: readonly unknown[]): readonly MessageText[] {
  const last = messages.findLastIndex((message) => fieldIn(message, 'role') === 'assistant')
  return messages.slice(last + 1).flatMap((message) => {
    const id = textIn(message, 'id')
    const isTyped = fieldIn(message, 'role') === 'user' && isFields(fieldIn(message, 'metadata'))
    return id === undefined || !isTyped ? [] : [{ id, text: typedIn(message) }]
  })
}

/** The typed text is the last text part that does not belong to a file. Skills that it names come before it. */
function typedIn(message: unknown): string {
  const parts = contentOf(message)
  const plain = parts.filter((part, at) => {
    const isFile = isFields(fieldIn(part, 'metadata')) || fieldIn(parts[at + 1], 'type') === 'media'
    return fieldIn(part, 'type') === 'text' && !isFile
  })
  return textIn(plain.at(-1), 'text') ?? ''
}

/** The assistant's last text. */
export function lastWords(messages: readonly unknown[]): readonly MessageText[] {
  const message = messages.findLast((one) => fieldIn(one, 'role') === 'assistant')
  const id = textIn(message, 'id')
  if (id === undefined) return []
  return contentOf(message).flatMap((part) => {
    const text = fieldIn(part, 'type') === 'text' ? textIn(part, 'text') : undefined
    return text === undefined ? [] : [{ id, text }]
  })
}

/** The id of the summary that replaces earlier messages. */
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

/** A prompt as the user typed it, before anything is added. */
export function decodePrompt(event: unknown): MessageText | undefined {
  const id = textIn(event, 'messageID')
  const text = fieldIn(fieldIn(event, 'prompt'), 'text')
  return id === undefined || typeof text !== 'string' ? undefined : { id, text }
}

/** A tool call as OpenCode 2 reports it. */
export interface CallHook {
  readonly session: string
  readonly agent: string | undefined
  /** The message that contains the call. */
  readonly message: string
  readonly tool: string
  /** Calls made by a Code Mode program share the id of the call that runs the program. */
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

/** Paths are as the model wrote them, relative to `cwd`. */
export function decodeToolRequest(hook: CallHook, call: string, cwd: string): ToolRequested {
  return { kind: 'tool-requested', ...callOf(hook, call, cwd) }
}

export function decodeToolResult(hook: CallHook, call: string, cwd: string, event: unknown): ToolFinished {
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

/** The events of the server's stream that Memory Bank uses. */
export type ServerEvent =
  | { readonly kind: 'typed'; readonly session: string; readonly words: MessageText }
  | { readonly kind: 'said'; readonly session: string; readonly words: MessageText }
  /** `isDone`: the assistant finished and was not interrupted. */
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

export function addSystemText(system: unknown[], text: string): void {
  system.push({ type: 'text', text })
}

/** Adds text parts for the model to typed messages. OpenCode joins parts without a space. */
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

/** A copy with the same prototype: OpenCode recognizes its messages by their class. */
function copyWith(value: object, more: object): object {
  return Object.assign(Object.create(Object.getPrototypeOf(value)), value, more)
}

/** Appends a note to a tool's result or error. */
export function addResultNote(event: unknown, note: string): void {
  if (!isFields(event)) return
  const { result, error } = event
  if (isFields(result)) {
    const content =
      typeof result['content'] === 'string' ? [{ type: 'text', text: result['content'] }] : result['content']
    const parts = [...(Array.isArray(content) ? content : []), { type: 'text', text: `\n${signed(note)}` }]
    Reflect.set(event, 'result', { ...result, content: parts })
  } else if (isFields(error)) Reflect.set(error, 'message', `${String(error['message'])}\n\n${signed(note)}`)
}

/**
 * Refusals by message. OpenCode gives every call refused in one step the reason of the first, so one error carries all
 * reasons.
 */
export class Refusals {
  readonly #errors = new Map<string, Error>()

  of(message: string, text: string): Error {
    const known = this.#errors.get(message)
    if (known === undefined) {
      const made = new Error(signed(text))
      putRecent(this.#errors, message, made)
      return made
    }
    if (!known.message.includes(signed(text))) known.message += `\n${signed(text)}`
    return known
  }
}
