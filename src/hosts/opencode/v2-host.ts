/**
 * OpenCode 2 as we call it. Its context differs between releases, so every part of it is looked for when it is wanted, and
 * nothing we wait for lasts for ever: the host sets no limit of its own, and a hook that never ends stops a session.
 */

import { fieldIn, textIn } from '../fields.ts'

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

  /** The model goes on with this. */
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
