/**
 * The page's way to its server: reads with the page's language, writes as JSON, changes as they happen. An exported page
 * has no server; its answers stand in the page itself, and nothing can be written.
 */

import type { Language } from '../../core/language.ts'
import { PAGE_KEY, type ToldProblem } from '../../core/page.ts'

export type Answer<T> =
  | { readonly kind: 'data'; readonly data: T }
  | { readonly kind: 'problem'; readonly problem: ToldProblem }
  /** The page has no key, or one of a server that is gone. */
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable' }

export class Server {
  readonly isExport: boolean
  readonly #language: Language
  readonly #embedded: Readonly<Record<string, unknown>>
  /** What was answered last, so that a page that is opened again is painted at once. */
  readonly #kept = new Map<string, unknown>()

  constructor(language: Language, embedded: Readonly<Record<string, unknown>> | undefined) {
    this.#language = language
    this.#embedded = embedded ?? {}
    this.isExport = embedded !== undefined
  }

  kept<T>(path: string): T | undefined {
    return (this.isExport ? this.#embedded[path] : this.#kept.get(path)) as T | undefined
  }

  async get<T>(path: string): Promise<Answer<T>> {
    if (this.isExport) {
      const data = this.#embedded[path]
      return data === undefined ? NOT_EXPORTED : { kind: 'data', data: data as T }
    }
    const answer = await ask<T>(`${path}${path.includes('?') ? '&' : '?'}lang=${this.#language}`, {})
    if (answer.kind === 'data') this.#kept.set(path, answer.data)
    return answer
  }

  async post<T>(path: string, body: unknown): Promise<Answer<T>> {
    if (this.isExport) return NOT_EXPORTED
    return ask<T>(`${path}?lang=${this.#language}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [PAGE_KEY]: sessionStorage.getItem(PAGE_KEY) ?? '' },
      body: JSON.stringify(body),
    })
  }

  /** Calls back when the bank or its proposals change, and when the server comes or goes. */
  watch(changed: () => void, reachable: (is: boolean) => void): () => void {
    if (this.isExport) return () => {}
    const events = new EventSource('/api/events')
    events.addEventListener('changed', changed)
    events.addEventListener('open', () => {
      reachable(true)
      changed()
    })
    events.addEventListener('error', () => {
      reachable(false)
      // Another server answers there, which does not know us: whoever asks next is told so.
      if (events.readyState === EventSource.CLOSED) changed()
    })
    return () => events.close()
  }
}

async function ask<T>(path: string, options: RequestInit): Promise<Answer<T>> {
  let response: Response
  try {
    response = await fetch(path, { ...options, credentials: 'same-origin', cache: 'no-store' })
  } catch {
    return { kind: 'unreachable' }
  }
  if (response.status === 401) return { kind: 'signed-out' }
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return { kind: 'data', data: body as T }
  return { kind: 'problem', problem: problemIn(body) ?? UNKNOWN }
}

function problemIn(body: unknown): ToldProblem | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body) || !('code' in body)) return undefined
  return { code: String(body.code), message: String(body.message), next: 'next' in body ? String(body.next) : '' }
}

const UNKNOWN: ToldProblem = { code: 'unknown', message: 'The server did not answer as expected.', next: '' }
const NOT_EXPORTED: Answer<never> = {
  kind: 'problem',
  problem: { code: 'not-exported', message: 'Not part of this export.', next: '' },
}
