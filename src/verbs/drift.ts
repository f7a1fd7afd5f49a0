/**
 * drift: compares facts in the bank with the repository (S51). Reads only.
 *
 * A full judgement is kept under one key: the commit, the status of the work tree, and the bank's texts. While the key
 * is the same, the kept judgement is used. Files that git does not list are not part of the key.
 */

import type { Drift } from '../bank/drift.ts'
import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Memo } from '../base/memo.ts'
import { fileSecrets } from '../check/rules/secrets.ts'
import { type GitStatus, isClean, repositoryKey } from '../disk/git/status.ts'
import { DiskRepository } from '../disk/project/repository.ts'
import type { Workspace } from '../disk/workspace.ts'
import { Codebase } from '../drift/codebase.ts'
import { findDrift } from '../drift/find-drift.ts'
import { statementsIn } from '../drift/statements.ts'
import { judgementKey, readJudgement, saveJudgement } from './doubts.ts'
import { markSuperseded } from './mark-superseded.ts'

export function openRepository({ project }: Pick<Workspace, 'project'>, status?: GitStatus): DiskRepository {
  return new DiskRepository({
    root: project.root,
    inGit: project.gitFolder !== undefined,
    isClean: status !== undefined && isClean(status),
  })
}

/** All drift in the bank, in reading order. */
export function driftOf(workspace: Workspace, snapshot: Snapshot): readonly Drift[] {
  return judgeFiles([...markSuperseded(snapshot).files.values()], openRepository(workspace))
}

/** Drift in the selected files. The result is kept if all files are selected. */
export function cachedDrift(
  workspace: Workspace,
  snapshot: Snapshot,
  isAsked: (path: BankPath) => boolean,
  { status, memo }: { readonly status: GitStatus | undefined; readonly memo: Memo },
): readonly Drift[] {
  const all = [...markSuperseded(snapshot).files.values()]
  const asked = all.filter(({ path }) => isAsked(path))
  const state = status === undefined ? undefined : repositoryKey(workspace.project.root, status)
  const repository = openRepository(workspace, status)
  if (state === undefined) return judgeFiles(asked, repository)
  const key = judgementKey(state, snapshot.files.values())
  const kept = readJudgement(workspace)
  if (kept?.key === key) {
    // Results for a page with a secret are never stored, so judge it every time.
    const secret = asked.filter(({ text }) => !fileSecrets(text, memo).clean)
    return [...kept.found.filter(({ path }) => isAsked(path)), ...judgeFiles(secret, repository)].sort(byPlace)
  }
  const found = judgeFiles(asked, repository)
  if (asked.length === all.length) {
    const clean = new Set(all.filter(({ text }) => fileSecrets(text, memo).clean).map(({ path }) => path))
    saveJudgement(workspace, { key, found: found.filter(({ path }) => clean.has(path)) })
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
