/**
 * The client of the dashboard's server: reads in the page's language, writes as JSON, change events. An exported page has
 * no server; its data is embedded and nothing can be written.
 */

import { PAGE_KEY, type ProblemText } from '../../bank/page-answers.ts'
import type { Language, Words } from '../../base/language.ts'

export type ServerAnswer<T> =
  | { readonly kind: 'data'; readonly data: T }
  | { readonly kind: 'problem'; readonly problem: ProblemText }
  /** The page has no key, or the key of a server that has stopped. */
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable' }

export class Server {
  readonly isExport: boolean
  readonly #language: Language
  readonly #signedOut: () => void
  readonly #embedded: Readonly<Record<string, unknown>>
  /** Last answers, so that a page opened again is painted at once. */
  readonly #kept = new Map<string, unknown>()
  /** Requests of this moment: several parts of the page may need the same data. */
  readonly #pending = new Map<string, Promise<ServerAnswer<unknown>>>()

  /** `signedOut` is called when the server does not know this page's key. */
  constructor(language: Language, embedded: Readonly<Record<string, unknown>> | undefined, signedOut: () => void) {
    this.#language = language
    this.#signedOut = signedOut
    this.#embedded = embedded ?? {}
    this.isExport = embedded !== undefined
  }

  /** A second tab has the cookie of the first, but not its key for writes. */
  get canWrite(): boolean {
    return !this.isExport && keyOfTab() !== null
  }

  kept<T>(path: string): T | undefined {
    return (this.isExport ? this.#embedded[path] : this.#kept.get(path)) as T | undefined
  }

  async get<T>(path: string): Promise<ServerAnswer<T>> {
    if (this.isExport) {
      const data = this.#embedded[path]
      return data === undefined ? this.#problem('not-exported', NOT_EXPORTED) : { kind: 'data', data: data as T }
    }
    const known = this.#pending.get(path)
    if (known !== undefined) return known as Promise<ServerAnswer<T>>
    const asked = this.#ask<T>(`${path}${path.includes('?') ? '&' : '?'}lang=${this.#language}`, {})
    this.#pending.set(path, asked)
    // Later requests must see later changes.
    setTimeout(() => this.#pending.delete(path))
    const answer = await asked
    if (answer.kind === 'data') this.#kept.set(path, answer.data)
    return answer
  }

  async post<T>(path: string, body: unknown): Promise<ServerAnswer<T>> {
    if (this.isExport) return this.#problem('not-exported', NOT_EXPORTED)
    return this.#ask<T>(`${path}?lang=${this.#language}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [PAGE_KEY]: keyOfTab() ?? '' },
      body: JSON.stringify(body),
    })
  }

  /**
   * Calls back when the bank or its proposals change, and when the connection is lost or restored. Changes before the
   * first connection are reported as well, except if the page has asked for nothing yet (`isFirst`).
   */
  watch(changed: () => void, reachable: (is: boolean) => void, isFirst: boolean): () => void {
    if (this.isExport) return () => {}
    let events: EventSource | undefined
    let mayHaveMissed = !isFirst || document.hidden
    const opened = () => {
      reachable(true)
      if (mayHaveMissed) changed()
      mayHaveMissed = true
    }
    // A browser allows six connections per server for all tabs, so a hidden tab keeps none.
    const follow = () => {
      events?.close()
      events = document.hidden ? undefined : eventsOf(changed, opened, () => reachable(false))
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      events?.close()
    }
  }

  async #ask<T>(path: string, options: RequestInit): Promise<ServerAnswer<T>> {
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
    return problem === undefined ? this.#problem('unknown', UNKNOWN) : { kind: 'problem', problem }
  }

  #problem(code: string, message: Words): ServerAnswer<never> {
    return { kind: 'problem', problem: { code, message: message[this.#language], next: '' } }
  }
}

/** Each tab has its own key. */
export function keyOfTab(): string | null {
  return sessionStorage.getItem(PAGE_KEY)
}

function eventsOf(changed: () => void, opened: () => void, lost: () => void): EventSource {
  const events = new EventSource('/api/events')
  events.addEventListener('changed', changed)
  events.addEventListener('open', opened)
  events.addEventListener('error', () => {
    lost()
    // The server refused the stream, usually because it does not know the key. The next request reports that.
    if (events.readyState === EventSource.CLOSED) changed()
  })
  return events
}

function problemIn(body: unknown): ProblemText | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body) || !('code' in body)) return undefined
  return { code: String(body.code), message: String(body.message), next: 'next' in body ? String(body.next) : '' }
}

/** Why nothing was written; undefined after success, and if the login form says it. */
export function failureText(answer: ServerAnswer<unknown>, language: Language): string | undefined {
  if (answer.kind === 'signed-out') return undefined
  if (answer.kind === 'unreachable') return UNREACHABLE[language]
  const problem = answer.kind === 'problem' ? answer.problem : problemIn(answer.data)
  return problem && `${problem.message}\n${problem.next}`.trim()
}

const UNREACHABLE: Words = {
  en: 'The server did not answer. Nothing was written.',
  zh: '服务没有响应，未写入任何内容。',
}
const UNKNOWN: Words = { en: 'Unexpected answer from the server.', zh: '服务返回了意外的内容。' }
const NOT_EXPORTED: Words = { en: 'Not included in the export.', zh: '导出的页面不含这部分内容。' }
