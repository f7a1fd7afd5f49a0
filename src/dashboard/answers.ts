/**
 * What the page asks, each answered by the flow that the command line asks too, with the same report: page and commands
 * cannot disagree. Nothing is decided here.
 */

import { ADDITION_KINDS } from '../core/addition.ts'
import { type Language, language as languageNamed } from '../core/language.ts'
import type { ToldProblem } from '../core/page.ts'
import { exitOf, explain, type Problem } from '../core/problem.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { check, checkReport } from '../flows/check.ts'
import { listEntries, listReport } from '../flows/entries.ts'
import { importable } from '../flows/importable.ts'
import { watchBank } from '../flows/notice-changes.ts'
import { spokenLanguage } from '../flows/open-bank.ts'
import { isOpen, Proposals } from '../flows/proposals.ts'
import { proposalsReport } from '../flows/proposals-report.ts'
import { SearchableBank } from '../flows/recall.ts'
import { status, statusReport } from '../flows/status.ts'
import { unconnectedAgents } from '../flows/unconnected-agents.ts'
import { openWorkspace, type Workspace } from '../flows/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import type { Answered, Answers } from './server.ts'

/** Whose bank it is, and how it is spoken of where the page does not say. */
export interface Asker {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly language: Language | undefined
}

interface Asked {
  readonly workspace: Workspace
  readonly env: NodeJS.ProcessEnv
  /** What the page is read in, where it says so. */
  readonly language: Language | undefined
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  /** The search index lives as long as the server. */
  searchable(): Result<SearchableBank>
}

type Route = (asked: Asked) => Result<unknown> | Promise<Result<unknown>>

const READS: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/api/status', readStatus],
  ['/api/proposals', readProposals],
  ['/api/recall', recall],
  ['/api/search', search],
  ['/api/entries', readEntries],
  ['/api/check', readCheck],
])

const WRITES: ReadonlyMap<string, Route> = new Map<string, Route>([['/api/allow', allow]])

export class BankAnswers implements Answers {
  readonly reads = new Set(READS.keys())
  readonly writes = new Set(WRITES.keys())
  readonly #asker: Asker
  #searchable: SearchableBank | undefined

  constructor(asker: Asker) {
    this.#asker = asker
  }

  read(path: string, query: URLSearchParams): Promise<Answered> {
    return this.#answer(READS.get(path), query, {})
  }

  write(path: string, query: URLSearchParams, body: Readonly<Record<string, unknown>>): Promise<Answered> {
    return this.#answer(WRITES.get(path), query, body)
  }

  watch(changed: () => void): () => void {
    const workspace = this.#open()
    return workspace.ok ? watchBank(workspace.value, changed) : () => {}
  }

  async #answer(route: Route | undefined, query: URLSearchParams, body: Asked['body']): Promise<Answered> {
    const asked = languageNamed(query.get('lang') ?? '') ?? this.#asker.language
    // Settings and trust may change while we run.
    const workspace = this.#open()
    if (!workspace.ok) return faultOf(workspace.problem, asked ?? 'en')
    const language = asked ?? spokenLanguage(undefined, workspace.value)
    if (route === undefined) return faultOf(unreadable('path'), language)
    const answered = await route({
      workspace: workspace.value,
      env: this.#asker.env,
      language: asked,
      query,
      body,
      searchable: () => this.#search(workspace.value),
    })
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

function readStatus({ workspace, env, language }: Asked): Result<unknown> {
  const known = status(workspace, language)
  if (!known.ok) return known
  const around = { unconnected: unconnectedAgents(workspace, env), importable: importable(workspace, env) }
  return ok(statusReport(known.value, around))
}

function readProposals({ workspace, language, query }: Asked): Result<unknown> {
  const book = new Proposals(workspace)
  const shown = query.has('all') ? book.list() : book.list().filter((one) => isOpen(one.status))
  return ok(proposalsReport(book, shown, spokenLanguage(language, workspace)))
}

function readEntries({ workspace, language }: Asked): Result<unknown> {
  const listed = listEntries(workspace, language, 'git too')
  return listed.ok ? ok(listReport(listed.value.entries, listed.value.language)) : listed
}

function readCheck({ workspace, language }: Asked): Result<unknown> {
  const checked = check(workspace, { language })
  return checked.ok ? ok(checkReport(checked.value)) : checked
}

async function recall({ language, query, searchable }: Asked): Promise<Result<unknown>> {
  const question = query.get('question') ?? ''
  const tokens = Number(query.get('budget') ?? Number.NaN)
  if (question.trim() === '') return fail(unreadable('question'))
  const bank = searchable()
  if (!bank.ok) return bank
  return ok(await bank.value.answer(question, language, Number.isInteger(tokens) && tokens > 0 ? { tokens } : {}))
}

function search({ query, searchable }: Asked): Result<unknown> {
  const question = query.get('q') ?? ''
  const bank = searchable()
  if (!bank.ok) return bank
  const hits = question.trim() === '' ? [] : bank.value.search(question, MOST_HITS)
  return ok({ kind: 'search', version: 1, question: maskSecrets(question), hits })
}

const MOST_HITS = 50

/** On the page the button that says so is the person's yes. */
function allow({ workspace, language, body }: Asked): Result<unknown> {
  const kind = ADDITION_KINDS.find((one) => one === body['kind'])
  if (kind === undefined || typeof body['allowed'] !== 'boolean') return fail(unreadable('kind'))
  const book = new Proposals(workspace)
  if (body['allowed']) book.allow(kind)
  else book.disallow(kind)
  return ok(proposalsReport(book, [], spokenLanguage(language, workspace)))
}

function unreadable(what: string): Problem {
  const detail = { en: `The page asked without a usable '${what}'.`, zh: `页面的请求缺少可用的 '${what}'。` }
  return { code: 'usage', command: 'dashboard', detail }
}

const STATUS = { usage: 400, conflict: 409 } as const

/** The words of a problem may quote a value. */
function faultOf(problem: Problem, language: Language): Answered {
  const { what, next } = explain(problem, language)
  const body: ToldProblem = { code: problem.code, message: maskSecrets(what), next: maskSecrets(next) }
  const exit = exitOf(problem)
  return { status: exit === 'usage' || exit === 'conflict' ? STATUS[exit] : 422, body }
}
