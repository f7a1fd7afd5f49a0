/**
 * Answers that took long, kept while the bank is as it was (`bankMark`): a page asks the same again whenever it is opened,
 * and judging a bank of thousands of files takes seconds. What also depends on the code around the bank is asked anew after
 * a while.
 */

import type { Answered } from './server.ts'

interface Kept {
  readonly mark: string
  readonly at: number
  readonly answered: Answered
}

/** By path: how long, while the bank does not change. */
const KEPT_MS: ReadonlyMap<string, number> = new Map([
  ...['/api/files', '/api/file', '/api/entries', '/api/check', '/api/fix'].map((path) => [path, 10_000] as const),
  ['/api/review', 60_000],
])
const MOST = 200

export class KeptAnswers {
  readonly #kept = new Map<string, Kept>()

  /** `mark`: what the bank is known by now. */
  async of(
    path: string,
    query: URLSearchParams,
    mark: () => string,
    now: number,
    answer: () => Promise<Answered>,
  ): Promise<Answered> {
    const most = KEPT_MS.get(path)
    if (most === undefined) return answer()
    const key = `${path}?${query}`
    const known = this.#kept.get(key)
    const before = mark()
    if (known !== undefined && known.mark === before && now - known.at < most) return known.answered
    const answered = await answer()
    this.#kept.delete(key)
    // Taken before the answer was made: a bank that changed meanwhile has another by the next question.
    this.#kept.set(key, { mark: before, at: now, answered })
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest)
    return answered
  }
}
