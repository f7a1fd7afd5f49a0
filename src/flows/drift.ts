/** drift: what the bank says about the repository, against the repository (S51). Reads only. */

import type { BankPath } from '../core/bank-path.ts'
import type { Drift } from '../core/drift.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import { type Memo, NO_MEMO } from '../core/memo.ts'
import type { BankFile, Snapshot } from '../core/snapshot.ts'
import type { Claim } from '../drift/claim.ts'
import { findDrift } from '../drift/find-drift.ts'
import { readClaims } from '../drift/read-claims.ts'
import { commitsSince } from '../workspace/git-history.ts'
import { DiskRepository } from '../workspace/repository.ts'
import { repositoryStamp } from '../workspace/repository-stamp.ts'
import type { Workspace } from '../workspace/workspace.ts'

export function openRepository({ project }: Pick<Workspace, 'project'>): DiskRepository {
  return new DiskRepository(project.root, project.gitFolder !== undefined)
}

/** Every drift of the bank, in reading order; of some of its files only, where `isAsked` says so. */
export function driftOf(
  workspace: Workspace,
  snapshot: Snapshot,
  isAsked: (path: BankPath) => boolean = () => true,
  memo: Memo = NO_MEMO,
): readonly Drift[] {
  const files = [...snapshot.files.values()].filter((file) => isAsked(file.path))
  const { project } = workspace
  const stamp = memo === NO_MEMO || project.gitFolder === undefined ? undefined : repositoryStamp(project.root)
  const of = (path: BankPath) => `drift ${memo.markOf(stamp ?? '')} ${path}`
  const isKnown = ({ path, text }: BankFile) => stamp !== undefined && memo.knows(of(path), text)
  // All that is new is judged in one go: the repository is asked for many things at once.
  const claims = files.flatMap((file) => (isKnown(file) ? [] : readClaims(file.path, file.text)))
  const repository = openRepository(workspace)
  const found = withDistance(findDrift(claims, repository), claims, workspace)
  // What hangs on a file that git ignores may change unseen.
  const isLasting = stamp !== undefined && claims.length > 0 && !repository.hasReadUnlisted()
  const inFile = (path: BankPath) => found.filter((drift) => drift.path === path)
  return files.flatMap((file) => {
    return isKnown(file) || isLasting ? memo.of(of(file.path), file.text, () => inFile(file.path)) : inFile(file.path)
  })
}

/** Asking git for each is two processes. */
const MOST_DISTANCES = 12

/** How far the cited code moved since the line was written, where the finding is about a file that is there. */
function withDistance(found: readonly Drift[], claims: readonly Claim[], { project }: Workspace): readonly Drift[] {
  if (project.gitFolder === undefined) return found
  let asked = 0
  return found.map((drift) => {
    const file = citedFile(drift, claims)
    if (file === undefined || asked === MOST_DISTANCES) return drift
    asked += 1
    const since = commitsSince(project.root, `${BANK_FOLDER}/${drift.path}`, drift.line, file)
    if (since === undefined || since.commits === 0) return drift
    const { commits, updated } = since
    const evidence = {
      en: `${drift.evidence.en}; ${commits} ${commits === 1 ? 'commit' : 'commits'} to ${file} since this line was written (${updated})`,
      zh: `${drift.evidence.zh}；写下这一行（${updated}）之后 ${file} 有 ${commits} 次提交`,
    }
    return { ...drift, evidence }
  })
}

function citedFile(drift: Drift, claims: readonly Claim[]): string | undefined {
  if (drift.about !== 'symbol' && drift.about !== 'line' && drift.about !== 'anchor') return undefined
  const claim = claims.find((one) => one.path === drift.path && one.line === drift.line && one.text === drift.claim)
  switch (claim?.kind) {
    case 'symbol':
      return claim.file ?? claim.nearby[0]
    case 'path':
      return claim.file
    case 'anchor':
      return claim.anchor.file
    case undefined:
    case 'script':
    case 'target':
    case 'member':
    case 'version':
    case 'dependency':
    case 'variable':
    case 'port':
    case 'route':
    case 'tree':
      return undefined
  }
}
