/** Answers the page's requests about one bank: opens it as it is now, calls the route, and describes problems. */

import type { FilePage } from '../bank/page-answers.ts'
import { type Language, language as languageNamed } from '../base/language.ts'
import { exitOf, type Problem } from '../base/problem.ts'
import { ok, type Result } from '../base/result.ts'
import { bankMark, watchBank } from '../disk/bank/watch-bank.ts'
import { openWorkspace, type Workspace } from '../disk/workspace.ts'
import type { Host } from '../setup/host.ts'
import { BankReader } from '../verbs/bank-reader.ts'
import { describeProblem } from '../verbs/describe-problem.ts'
import { spokenLanguage } from '../verbs/open-bank.ts'
import { SearchableBank } from '../verbs/recall.ts'
import { filePages } from './file-page.ts'
import { READS, type RouteRequest, type ServerRoute, WRITES } from './routes.ts'
import type { ApiResponse, BankApi } from './server.ts'

/** `language` applies if a request of the page does not name one. */
export interface BankAnswersOptions {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly hosts: readonly Host[]
  readonly language: Language | undefined
}

export class BankAnswers implements BankApi {
  readonly reads = new Set(READS.keys())
  readonly writes = new Set(WRITES.keys())
  readonly #options: BankAnswersOptions
  readonly #cache = new ResponseCache()
  readonly #kept = new BankReader()
  #searchable: SearchableBank | undefined

  constructor(options: BankAnswersOptions) {
    this.#options = options
  }

  read(path: string, query: URLSearchParams): Promise<ApiResponse> {
    const mark = () => {
      const workspace = this.#open()
      return workspace.ok ? bankMark(workspace.value.project, workspace.value.place) : workspace.problem.code
    }
    return this.#cache.of(path, query, mark, Date.now(), () => this.#answer(READS.get(path), query, {}))
  }

  write(path: string, query: URLSearchParams, body: RouteRequest['body']): Promise<ApiResponse> {
    return this.#answer(WRITES.get(path), query, body)
  }

  /** All pages of the bank by path, for the export. */
  pages(language: Language): Result<ReadonlyMap<string, FilePage>> {
    const workspace = this.#open()
    return workspace.ok ? filePages(workspace.value, language, this.#kept) : workspace
  }

  watch(changed: () => void): () => void {
    const workspace = this.#open()
    return workspace.ok ? watchBank(workspace.value.project, workspace.value.place, changed) : () => {}
  }

  async #answer(
    route: ServerRoute | undefined,
    query: URLSearchParams,
    body: RouteRequest['body'],
  ): Promise<ApiResponse> {
    if (route === undefined) throw new Error('the admitted path has no route')
    const { folder, env, hosts } = this.#options
    const asked = languageNamed(query.get('lang') ?? '') ?? this.#options.language
    // Settings and trust may change while the server runs.
    const workspace = this.#open()
    if (!workspace.ok) return errorResponse(workspace.problem, asked ?? 'en')
    const language = spokenLanguage(asked, workspace.value)
    const shared = { kept: this.#kept, searchable: () => this.#search(workspace.value) }
    const answered = await route({ workspace: workspace.value, folder, env, hosts, language, query, body, ...shared })
    return answered.ok ? { status: 200, body: answered.value } : errorResponse(answered.problem, language)
  }

  #open(): Result<Workspace> {
    const { folder, env } = this.#options
    return openWorkspace({ folder, env, now: () => new Date(), progress: () => {} })
  }

  #search(workspace: Workspace): Result<SearchableBank> {
    const known = this.#searchable
    if (known !== undefined) {
      const fresh = known.refresh()
      return fresh.ok ? ok(known) : fresh
    }
    const opened = SearchableBank.open(workspace)
    if (opened.ok) this.#searchable = opened.value
    return opened
  }
}

const STATUS = { usage: 400, conflict: 409, failure: 422, notConfirmed: 422 } as const

function errorResponse(problem: Problem, language: Language): ApiResponse {
  return { status: STATUS[exitOf(problem)], body: describeProblem(problem, language) }
}

interface Kept {
  readonly mark: string
  readonly at: number
  readonly answered: ApiResponse
}

/** How long a response stays valid while the bank does not change, by path. */
const KEPT_MS: ReadonlyMap<string, number> = new Map([
  ...['/api/files', '/api/file', '/api/entries', '/api/check', '/api/fix'].map((path) => [path, 10_000] as const),
  ['/api/review', 60_000],
])
const MOST = 200

/**
 * Slow responses, kept while the bank is unchanged (`bankMark`). A page asks again whenever it is opened, and checking
 * thousands of files takes seconds.
 */
class ResponseCache {
  readonly #kept = new Map<string, Kept>()

  /** `mark` identifies the current state of the bank. */
  async of(
    path: string,
    query: URLSearchParams,
    mark: () => string,
    now: number,
    answer: () => Promise<ApiResponse>,
  ): Promise<ApiResponse> {
    const most = KEPT_MS.get(path)
    if (most === undefined) return answer()
    const key = `${path}?${query}`
    const known = this.#kept.get(key)
    const before = mark()
    if (known !== undefined && known.mark === before && now - known.at < most) return known.answered
    const answered = await answer()
    this.#kept.delete(key)
    // Store the mark from before the answer, so that a change in the meantime invalidates the cached response.
    this.#kept.set(key, { mark: before, at: now, answered })
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest)
    return answered
  }
}
