/**
 * drift: what the bank says about the repository, against the repository (S51). Reads only.
 *
 * `check` keeps the whole judgement between runs, under one key: the commit, the status of the work tree, and the texts
 * of the bank. While the key is the same the kept judgement is the answer; otherwise everything is judged again. What
 * git does not list (ignored files, empty folders) is no part of the key.
 */

import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { fileSecrets } from '../check/rules/secrets.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Drift } from '../core/drift.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import type { Memo } from '../core/memo.ts'
import type { Claim } from '../drift/claim.ts'
import { Codebase } from '../drift/codebase.ts'
import { findDrift } from '../drift/find-drift.ts'
import { readClaims } from '../drift/read-claims.ts'
import { commitsSince } from '../workspace/git/history.ts'
import type { GitStatus } from '../workspace/git/status.ts'
import { DiskRepository } from '../workspace/project/repository.ts'
import { isClean, repositoryKey } from '../workspace/project/repository-key.ts'
import { readCachedJson, writeCachedJson } from '../workspace/state/cache.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { keepDoubts } from './doubts.ts'
import { withReplacedMarked } from './waiting.ts'

export function openRepository({ project }: Pick<Workspace, 'project'>, status?: GitStatus): DiskRepository {
  return new DiskRepository({
    root: project.root,
    inGit: project.gitFolder !== undefined,
    isClean: status !== undefined && isClean(status),
  })
}

/** Every drift of the bank, in reading order. */
export function driftOf(workspace: Workspace, snapshot: Snapshot): readonly Drift[] {
  const { files } = withReplacedMarked(snapshot)
  return judgeFiles([...files.values()], workspace, openRepository(workspace), new Map())
}

const CACHE = 'drift.memo'

interface KeptDrift {
  readonly key: string
  readonly found: readonly Drift[]
}

interface Judging {
  readonly status: GitStatus | undefined
  readonly memo: Memo
  /** What was read before, where the same program judges again and again. */
  readonly claims?: ReadClaims
}

/** The claims of a file, by its path, as they were read from this text and with these packages lost. */
export type ReadClaims = Map<
  BankPath,
  { readonly text: string; readonly lost: string; readonly found: readonly Claim[] }
>

/** Reads the claims of files a few at a time, and lets others have their turn in between. */
export async function readClaimsByTurns(
  workspace: Workspace,
  snapshot: Snapshot,
  claims: ReadClaims,
  turn: () => Promise<void>,
): Promise<void> {
  const codebase = new Codebase(openRepository(workspace))
  let count = 0
  for (const { path, text } of withReplacedMarked(snapshot).files.values()) {
    if (claims.get(path)?.text === text) continue
    claimsIn(path, text, codebase, claims)
    count += 1
    if (count % CLAIMS_A_TURN === 0) await turn()
  }
}

const CLAIMS_A_TURN = 25

function claimsIn(path: BankPath, text: string, codebase: Codebase, claims: ReadClaims): readonly Claim[] {
  const lost = [...codebase.lost().keys()].join(' ')
  const known = claims.get(path)
  if (known?.text === text && known.lost === lost) return known.found
  const found = readClaims(path, text, codebase.lost())
  claims.set(path, { text, lost, found })
  return found
}

/** The same, of the files that are asked for; kept for the next run where all are. */
export function keptDriftOf(
  workspace: Workspace,
  snapshot: Snapshot,
  isAsked: (path: BankPath) => boolean,
  { status, memo, claims = new Map() }: Judging,
): readonly Drift[] {
  const all = [...withReplacedMarked(snapshot).files.values()]
  const asked = all.filter(({ path }) => isAsked(path))
  const state = status === undefined ? undefined : repositoryKey(workspace.project.root, status)
  const repository = openRepository(workspace, status)
  if (state === undefined) return judgeFiles(asked, workspace, repository, claims)
  const key = memo.markOf(JSON.stringify([state, all.map(({ path, text }) => [path, memo.markOf(text)])]))
  // Nothing of a page with a secret is written down, so such a page is judged every time.
  const isKept = ({ text }: Page) => fileSecrets(text, memo).clean
  const kept = readCachedJson<KeptDrift>(workspace.place.state, CACHE)
  if (kept?.key === key) {
    const secret = judgeFiles(
      asked.filter((file) => !isKept(file)),
      workspace,
      repository,
      claims,
    )
    return [...kept.found.filter(({ path }) => isAsked(path)), ...secret].sort(byPlace)
  }
  const found = judgeFiles(asked, workspace, repository, claims)
  if (asked.length === all.length && !repository.ranOutOfTime()) {
    const clean = new Set(all.filter(isKept).map(({ path }) => path))
    const value: KeptDrift = { key, found: found.filter(({ path }) => clean.has(path)) }
    writeCachedJson(workspace.place.state, CACHE, value)
    keepDoubts(workspace, state, [...snapshot.files.values()], value.found)
  }
  return found
}

function byPlace(a: Drift, b: Drift): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line
}

function judgeFiles(
  files: readonly Page[],
  workspace: Workspace,
  repository: DiskRepository,
  known: ReadClaims,
): readonly Drift[] {
  if (files.length === 0) return []
  const codebase = new Codebase(repository)
  const claims = files.flatMap(({ path, text }) => claimsIn(path, text, codebase, known))
  return withDistances(findDrift(claims, codebase), claims, workspace)
}

/** Asking git for each is two processes. */
const MOST_DISTANCES = 12

/** How far the cited code moved since the line was written, where the finding is about a file that is there. */
function withDistances(found: readonly Drift[], claims: readonly Claim[], { project }: Workspace): readonly Drift[] {
  if (project.gitFolder === undefined) return found
  let asked = 0
  return found.map((drift) => {
    const cited = asked === MOST_DISTANCES ? undefined : citedFile(drift, claims)
    if (cited === undefined) return drift
    asked += 1
    const since = commitsSince(project.root, `${BANK_FOLDER}/${drift.path}`, drift.line, cited)
    if (since === undefined || since.commits === 0) return drift
    const { commits, updated } = since
    const evidence = {
      en: `${drift.evidence.en}; ${commits} ${commits === 1 ? 'commit' : 'commits'} to ${cited} since this line was written (${updated})`,
      zh: `${drift.evidence.zh}；写下这一行（${updated}）之后 ${cited} 有 ${commits} 次提交`,
    }
    return { ...drift, evidence }
  })
}

/** The file that the line of a finding cites, if the finding is about something inside a file. */
function citedFile({ about, path, line, claim: text }: Drift, claims: readonly Claim[]): string | undefined {
  if (about !== 'symbol' && about !== 'line' && about !== 'anchor') return undefined
  const claim = claims.find((one) => one.path === path && one.line === line && one.text === text)
  if (claim?.kind === 'symbol') return claim.file ?? claim.nearby[0]
  if (claim?.kind === 'anchor') return claim.anchor.file
  return claim?.kind === 'path' ? claim.file : undefined
}
