/**
 * drift: what the bank says about the repository, against the repository (S51). Reads only.
 *
 * A judgement of the whole bank is kept under one key: the commit, the status of the work tree, the texts of the bank.
 * While the key is the same the kept judgement is the answer. What git does not list (ignored files, empty folders) is
 * no part of the key.
 */

import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { fileSecrets } from '../check/rules/secrets.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Drift } from '../bank/drift.ts'
import type { Memo } from '../base/memo.ts'
import { Codebase } from '../drift/codebase.ts'
import { findDrift } from '../drift/find-drift.ts'
import { statementsIn } from '../drift/statements.ts'
import type { GitStatus } from '../disk/git/status.ts'
import { DiskRepository } from '../disk/project/repository.ts'
import { isClean, repositoryKey } from '../disk/project/repository-key.ts'
import type { Workspace } from '../disk/workspace.ts'
import { judgementKey, keepJudgement, keptJudgement } from './doubts.ts'
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
  return judgeFiles([...withReplacedMarked(snapshot).files.values()], openRepository(workspace))
}

/** The same, of the files that are asked for; kept for the next run where all are. */
export function keptDriftOf(
  workspace: Workspace,
  snapshot: Snapshot,
  isAsked: (path: BankPath) => boolean,
  { status, memo }: { readonly status: GitStatus | undefined; readonly memo: Memo },
): readonly Drift[] {
  const all = [...withReplacedMarked(snapshot).files.values()]
  const asked = all.filter(({ path }) => isAsked(path))
  const state = status === undefined ? undefined : repositoryKey(workspace.project.root, status)
  const repository = openRepository(workspace, status)
  if (state === undefined) return judgeFiles(asked, repository)
  const key = judgementKey(state, snapshot.files.values())
  const kept = keptJudgement(workspace)
  if (kept?.key === key) {
    // Nothing of a page with a secret is written down, so such a page is judged every time.
    const secret = asked.filter(({ text }) => !fileSecrets(text, memo).clean)
    return [...kept.found.filter(({ path }) => isAsked(path)), ...judgeFiles(secret, repository)].sort(byPlace)
  }
  const found = judgeFiles(asked, repository)
  if (asked.length === all.length) {
    const clean = new Set(all.filter(({ text }) => fileSecrets(text, memo).clean).map(({ path }) => path))
    keepJudgement(workspace, { key, found: found.filter(({ path }) => clean.has(path)) })
  }
  return found
}

function byPlace(a: Drift, b: Drift): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line
}

function judgeFiles(files: readonly Page[], repository: DiskRepository): readonly Drift[] {
  if (files.length === 0) return []
  const statements = files.flatMap(statementsIn)
  return findDrift(statements, new Codebase(repository))
}
