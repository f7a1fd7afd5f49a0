/** Answers what the page asks about one bank: opens it as it is now, asks the route, and tells a problem in words. */

import type { FilePage } from '../bank/reports.ts'
import { type Language, language as languageNamed } from '../base/language.ts'
import { exitOf, type Problem } from '../base/problem.ts'
import { ok, type Result } from '../base/result.ts'
import { markOf, noticeChanges } from '../disk/bank/notice-changes.ts'
import type { Host } from '../setup/host.ts'
import { KeptReading } from '../verbs/kept-reading.ts'
import { spokenLanguage } from '../verbs/open-bank.ts'
import { SearchableBank } from '../verbs/recall.ts'
import { toldProblem } from '../verbs/told-problem.ts'
import { openWorkspace, type Workspace } from '../verbs/workspace.ts'
import { filePages } from './file-page.ts'
import { type Asked, READS, type Route, WRITES } from './routes.ts'
import type { Answered, Answers } from './server.ts'

/** Whose bank it is, and how it is spoken of where the page does not say. */
export interface Asker {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly hosts: readonly Host[]
  readonly language: Language | undefined
}

export class BankAnswers implements Answers {
  readonly reads = new Set(READS.keys())
  readonly writes = new Set(WRITES.keys())
  readonly #asker: Asker
  readonly #answered = new KeptAnswers()
  readonly #kept = new KeptReading()
  #searchable: SearchableBank | undefined

  constructor(asker: Asker) {
    this.#asker = asker
  }

  read(path: string, query: URLSearchParams): Promise<Answered> {
    const mark = () => {
      const workspace = this.#open()
      return workspace.ok ? markOf(workspace.value.project, workspace.value.place) : workspace.problem.code
    }
    return this.#answered.of(path, query, mark, Date.now(), () => this.#answer(READS.get(path), query, {}))
  }

  write(path: string, query: URLSearchParams, body: Asked['body']): Promise<Answered> {
    return this.#answer(WRITES.get(path), query, body)
  }

  /** Every page of the bank at once, by its path, for what is exported. */
  pages(language: Language): Result<ReadonlyMap<string, FilePage>> {
    const workspace = this.#open()
    return workspace.ok ? filePages(workspace.value, language, this.#kept) : workspace
  }

  watch(changed: () => void): () => void {
    const workspace = this.#open()
    return workspace.ok ? noticeChanges(workspace.value.project, workspace.value.place, changed) : () => {}
  }

  async #answer(route: Route | undefined, query: URLSearchParams, body: Asked['body']): Promise<Answered> {
    if (route === undefined) throw new Error('admitted to a path that is not there')
    const { folder, env, hosts } = this.#asker
    const asked = languageNamed(query.get('lang') ?? '') ?? this.#asker.language
    // Settings and trust may change while we run.
    const workspace = this.#open()
    if (!workspace.ok) return faultOf(workspace.problem, asked ?? 'en')
    const language = spokenLanguage(asked, workspace.value)
    const living = { kept: this.#kept, searchable: () => this.#search(workspace.value) }
    const answered = await route({ workspace: workspace.value, folder, env, hosts, language, query, body, ...living })
    return answered.ok ? { status: 200, body: answered.value } : faultOf(answered.problem, language)
  }

  #open(): Result<Workspace> {
    const { folder, env } = this.#asker
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

function faultOf(problem: Problem, language: Language): Answered {
  return { status: STATUS[exitOf(problem)], body: toldProblem(problem, language) }
}

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

/**
 * Answers that took long, kept while the bank is as it was (`markOf`): a page asks again whenever it is opened, and
 * judging a bank of thousands of files takes seconds.
 */
class KeptAnswers {
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
