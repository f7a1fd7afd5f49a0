/** The page's API: each path with the verb that answers it. The routes only decode requests; the verbs decide. */

import type { LinkPlace } from '../bank/page-answers.ts'
import type { Proposal } from '../bank/proposal.ts'
import { ADDITION_KINDS } from '../base/addition.ts'
import { isRecord } from '../base/is-record.ts'
import type { Language } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import { isOpen } from '../base/proposal-status.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Reviewed } from '../consent/accept.ts'
import { Proposals } from '../consent/proposals.ts'
import { proposalsReport } from '../consent/proposals-report.ts'
import type { Workspace } from '../disk/workspace.ts'
import { maskSecrets } from '../secrets/mask.ts'
import type { Host } from '../setup/host.ts'
import { findInstallContext } from '../setup/install-context.ts'
import { unconnectedAgents } from '../setup/unconnected-agents.ts'
import type { BankReader } from '../verbs/bank-reader.ts'
import { check, checkReport } from '../verbs/check.ts'
import { listEntries, listReport } from '../verbs/entries.ts'
import { importable } from '../verbs/importable.ts'
import { openingReport } from '../verbs/opening-report.ts'
import type { SearchableBank } from '../verbs/recall.ts'
import { unconfirmedChanges } from '../verbs/review.ts'
import { status, statusReport } from '../verbs/status.ts'
import { forgetUsage, setUsage, usageReport } from '../verbs/usage.ts'
import { bankFiles, filePage, sourceLines } from './file-page.ts'
import { acceptPagePlan, acceptProposals, type PageRequest, pagePlan } from './page-plans.ts'
import { reviewProposal } from './review.ts'
import { changeOf, timeline } from './timeline.ts'
import { foreignChanges, keepChanges, restoreChanges } from './unconfirmed.ts'

export interface RouteRequest {
  readonly workspace: Workspace
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly hosts: readonly Host[]
  /** The page's language. */
  readonly language: Language
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  /** The parsed bank and the search index live as long as the server. */
  readonly kept: BankReader
  searchable(): Result<SearchableBank>
}

export type ServerRoute = (asked: RouteRequest) => Result<unknown> | Promise<Result<unknown>>

/** Plans that the page shows and applies. The user decides about one document of the archive at a time. */
const PLANS: readonly {
  readonly path: string
  readonly request: (id: string) => PageRequest
  readonly needsId: boolean
}[] = [
  { path: '/api/undo', request: (id) => ({ kind: 'undo', id, isForced: false }), needsId: true },
  { path: '/api/undo-anyway', request: (id) => ({ kind: 'undo', id, isForced: true }), needsId: true },
  { path: '/api/fix', request: () => ({ kind: 'fix' }), needsId: false },
  { path: '/api/archive', request: (id) => ({ kind: 'archive', names: [id] }), needsId: true },
]

/** Paths that read, with their answers. */
export const READS: ReadonlyMap<string, ServerRoute> = new Map<string, ServerRoute>([
  ['/api/status', readStatus],
  ['/api/proposals', readProposals],
  ['/api/review', ({ workspace, language, query }) => reviewProposal(workspace, query.get('id') ?? '', { language })],
  ['/api/unconfirmed', ({ workspace, language }) => ok(foreignChanges(workspace, language))],
  ['/api/source', ({ workspace, query }) => sourceLines(workspace, placeIn(query))],
  ['/api/opening', readOpening],
  ['/api/recall', recall],
  ['/api/search', search],
  // No `git blame` for lists: it costs one process per file.
  [
    '/api/entries',
    ({ workspace, language }) =>
      reported(listEntries(workspace, language, 'without git'), (listed) =>
        listReport(listed.entries, listed.language),
      ),
  ],
  // Drift of thousands of files takes a second, so the list can be requested without it.
  ['/api/files', ({ workspace, kept, query }) => bankFiles(workspace, kept, query.get('judged') !== 'no')],
  ['/api/file', ({ workspace, language, query, kept }) => filePage(workspace, query.get('path') ?? '', language, kept)],
  ['/api/usage', ({ workspace, language }) => usageReport(workspace, language)],
  [
    '/api/timeline',
    ({ workspace, language, query }) =>
      timeline(workspace, { from: wholeNumber(query.get('from')) ?? 0, count: MOST_MOMENTS, language }),
  ],
  ['/api/change', ({ workspace, query }) => changeOf(workspace, query.get('id') ?? '')],
  ['/api/check', ({ workspace, language }) => reported(check(workspace, { language }), checkReport)],
  ...PLANS.map(({ path, request }): [string, ServerRoute] => [
    path,
    ({ workspace, language, query }) => pagePlan(workspace, request(query.get('id') ?? ''), language),
  ]),
])

/** Paths that write. */
export const WRITES: ReadonlyMap<string, ServerRoute> = new Map<string, ServerRoute>([
  ['/api/review', review],
  ['/api/accept', accept],
  ['/api/reject', reject],
  ['/api/reopen', reopen],
  ['/api/allow', allow],
  ['/api/keep', ({ workspace, body }) => reported(keepChanges(workspace, body['changes']), () => ({}))],
  ['/api/restore', ({ workspace, language, body }) => restoreChanges(workspace, body['changes'], language)],
  ['/api/usage', changeUsage],
  ...PLANS.map(({ path, request, needsId }): [string, ServerRoute] => [
    path,
    ({ workspace, language, body: { id, planHash } }) => {
      const named = typeof id === 'string' ? id : needsId ? undefined : ''
      if (named === undefined || typeof planHash !== 'string') return fail(unreadable('planHash'))
      return acceptPagePlan(workspace, request(named), planHash, language)
    },
  ]),
])

/** The same limit as the default of `memory-bank search`. */
const MOST_HITS = 20
const MOST_MOMENTS = 50

/** The report of a successful result. */
function reported<T>(result: Result<T>, report: (value: T) => unknown): Result<unknown> {
  return result.ok ? ok(report(result.value)) : result
}

function readStatus({ workspace, env, language }: RouteRequest): Result<unknown> {
  const unconfirmed = unconfirmedChanges(workspace).length
  return reported(status(workspace, language), (known) =>
    statusReport(
      { ...known, unconfirmed },
      { unconnected: unconnectedAgents(workspace, env), importable: importable(workspace, env) },
    ),
  )
}

function readProposals({ workspace, language, query }: RouteRequest): Result<unknown> {
  const book = new Proposals(workspace)
  const shown = query.has('all') ? book.list() : book.list().filter((one) => isOpen(one.status))
  return ok(proposalsReport(book, shown, language))
}

function placeIn(query: URLSearchParams): LinkPlace {
  const [first, last] = ['first', 'last'].map((name) => wholeNumber(query.get(name)))
  return {
    path: query.get('path') ?? '',
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
  }
}

function readOpening({ workspace, folder, env, hosts, language, query, kept }: RouteRequest): Promise<Result<unknown>> {
  const context = findInstallContext({ folder, env, now: workspace.now, node: process.execPath })
  const host = query.get('host')
  return openingReport(workspace, { hosts, language, context, kept, ...(host === null ? {} : { host }) })
}

function recall({ language, query, searchable }: RouteRequest): Result<unknown> {
  const question = query.get('question') ?? ''
  const tokens = wholeNumber(query.get('budget'))
  if (question.trim() === '') return fail(unreadable('question'))
  return reported(searchable(), (bank) => bank.answer(question, language, tokens === undefined ? {} : { tokens }))
}

function search({ query, searchable }: RouteRequest): Result<unknown> {
  const question = query.get('q') ?? ''
  return reported(searchable(), (bank) => {
    const hits = question.trim() === '' ? [] : bank.search(question, [], MOST_HITS)
    return { kind: 'search', version: 1, question: maskSecrets(question), hits }
  })
}

/** Checks the edited form without changing anything. POST, because the text may be too long for a URL. */
function review({ workspace, language, body }: RouteRequest): Result<unknown> {
  const { id } = body
  const fields = textsIn(body['fields'])
  if (typeof id !== 'string' || fields === undefined) return fail(unreadable('fields'))
  return reviewProposal(workspace, id, { language, fields })
}

function accept({ workspace, language, body }: RouteRequest): Result<unknown> {
  const items: readonly unknown[] = Array.isArray(body['items']) ? body['items'] : []
  const reviewed = items.flatMap((item) => reviewedIn(item) ?? [])
  if (reviewed.length === 0 || reviewed.length < items.length) return fail(unreadable('items'))
  return acceptProposals(workspace, reviewed, language)
}

function reviewedIn(item: unknown): Reviewed | undefined {
  if (!isRecord(item)) return undefined
  const { id, hash, planHash } = item
  if (typeof id !== 'string' || typeof hash !== 'string' || typeof planHash !== 'string') return undefined
  if (item['fields'] === undefined) return { id, hash, planHash }
  const fields = textsIn(item['fields'])
  return fields === undefined ? undefined : { id, hash, planHash, fields }
}

function reject({ workspace, language, body }: RouteRequest): Result<unknown> {
  const { because } = body
  if (because !== undefined && typeof because !== 'string') return fail(unreadable('because'))
  return answered(workspace, language, body, (book, ids) => book.reject(ids, because))
}

function reopen({ workspace, language, body }: RouteRequest): Result<unknown> {
  return answered(workspace, language, body, (book, ids) => book.reopen(ids))
}

function answered(
  workspace: Workspace,
  language: Language,
  { ids }: RouteRequest['body'],
  answer: (book: Proposals, ids: readonly string[]) => Result<readonly Proposal[]>,
): Result<unknown> {
  const named: readonly unknown[] = Array.isArray(ids) ? ids : []
  const texts = named.filter((id) => typeof id === 'string')
  if (texts.length === 0 || texts.length < named.length) return fail(unreadable('ids'))
  const book = new Proposals(workspace)
  return reported(answer(book, texts), (proposals) => proposalsReport(book, proposals, language))
}

/** The button is the user's consent. */
function allow({ workspace, language, body }: RouteRequest): Result<unknown> {
  const kind = ADDITION_KINDS.find((one) => one === body['kind'])
  if (kind === undefined || typeof body['allowed'] !== 'boolean') return fail(unreadable('kind'))
  const book = new Proposals(workspace)
  if (body['allowed']) book.allow(kind)
  else book.disallow(kind)
  return ok(proposalsReport(book, [], language))
}

function changeUsage({ workspace, language, body }: RouteRequest): Result<unknown> {
  const { on, forget } = body
  if (typeof on !== 'boolean' && forget !== true) return fail(unreadable('on'))
  const changed = typeof on === 'boolean' ? setUsage(workspace, on) : forgetUsage(workspace)
  return changed.ok ? usageReport(workspace, language) : changed
}

/** Fields by name; undefined if a value is not text. */
function textsIn(given: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(given)) return undefined
  const texts = Object.entries(given).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  )
  return texts.length === Object.keys(given).length ? Object.fromEntries(texts) : undefined
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** The page never sends this, but another client might. */
function unreadable(what: string): Problem {
  const detail = { en: `The request has no valid '${what}'.`, zh: `请求中缺少有效的 '${what}'。` }
  return { code: 'usage', command: 'dashboard', detail }
}
