/**
 * The page's way to its server: reads with the page's language, writes as JSON, changes as they happen. An exported page
 * has no server; its answers stand in the page itself, and nothing can be written.
 */

import type { Language, Words } from '../../base/language.ts'
import { PAGE_KEY, type ToldProblem } from '../../bank/reports.ts'

export type Answer<T> =
  | { readonly kind: 'data'; readonly data: T }
  | { readonly kind: 'problem'; readonly problem: ToldProblem }
  /** The page has no key, or one of a server that is gone. */
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable' }

export class Server {
  readonly isExport: boolean
  readonly #language: Language
  readonly #signedOut: () => void
  readonly #embedded: Readonly<Record<string, unknown>>
  /** What was answered last, so that a page that is opened again is painted at once. */
  readonly #kept = new Map<string, unknown>()

  /** `signedOut`: called when the server does not know this page. */
  constructor(language: Language, embedded: Readonly<Record<string, unknown>> | undefined, signedOut: () => void) {
    this.#language = language
    this.#signedOut = signedOut
    this.#embedded = embedded ?? {}
    this.isExport = embedded !== undefined
  }

  kept<T>(path: string): T | undefined {
    return (this.isExport ? this.#embedded[path] : this.#kept.get(path)) as T | undefined
  }

  async get<T>(path: string): Promise<Answer<T>> {
    if (this.isExport) {
      const data = this.#embedded[path]
      return data === undefined ? this.#told('not-exported', NOT_EXPORTED) : { kind: 'data', data: data as T }
    }
    const answer = await this.#ask<T>(`${path}${path.includes('?') ? '&' : '?'}lang=${this.#language}`, {})
    if (answer.kind === 'data') this.#kept.set(path, answer.data)
    return answer
  }

  async post<T>(path: string, body: unknown): Promise<Answer<T>> {
    if (this.isExport) return this.#told('not-exported', NOT_EXPORTED)
    return this.#ask<T>(`${path}?lang=${this.#language}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [PAGE_KEY]: sessionStorage.getItem(PAGE_KEY) ?? '' },
      body: JSON.stringify(body),
    })
  }

  /** Calls back when the bank or its proposals change, and when the server comes or goes. */
  watch(changed: () => void, reachable: (is: boolean) => void): () => void {
    if (this.isExport) return () => {}
    let events: EventSource | undefined
    // A browser has six connections to a server, for all tabs together: one that nobody looks at takes none.
    const follow = () => {
      events?.close()
      events = document.hidden ? undefined : eventsOf(changed, reachable)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      events?.close()
    }
  }

  async #ask<T>(path: string, options: RequestInit): Promise<Answer<T>> {
    let response: Response
    try {
      response = await fetch(path, { ...options, credentials: 'same-origin', cache: 'no-store' })
    } catch {
      return { kind: 'unreachable' }
    }
    if (response.status === 401) {
      this.#signedOut()
      return { kind: 'signed-out' }
    }
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok) return { kind: 'data', data: body as T }
    const problem = problemIn(body)
    return problem === undefined ? this.#told('unknown', UNKNOWN) : { kind: 'problem', problem }
  }

  #told(code: string, message: Words): Answer<never> {
    return { kind: 'problem', problem: { code, message: message[this.#language], next: '' } }
  }
}

function eventsOf(changed: () => void, reachable: (is: boolean) => void): EventSource {
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
  return events
}

function problemIn(body: unknown): ToldProblem | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body) || !('code' in body)) return undefined
  return { code: String(body.code), message: String(body.message), next: 'next' in body ? String(body.next) : '' }
}

const UNKNOWN: Words = { en: 'The server did not answer as expected.', zh: '服务的回应不符合预期。' }
const NOT_EXPORTED: Words = { en: 'This is not part of the export.', zh: '导出的页面不含这部分内容。' }
