/** drift: what the bank says about the repository, against the repository (S51). Reads only. */

import type { BankPath } from '../core/bank-path.ts'
import type { Drift } from '../core/drift.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import type { BankFile, Snapshot } from '../core/snapshot.ts'
import type { Claim } from '../drift/claim.ts'
import { findDrift } from '../drift/find-drift.ts'
import { Ground, Survey } from '../drift/ground.ts'
import { readClaims } from '../drift/read-claims.ts'
import { Witness } from '../drift/witness.ts'
import { commitsSince, type Distance } from '../workspace/git/history.ts'
import type { GitStatus } from '../workspace/git/status.ts'
import { type Answers, DiskRepository } from '../workspace/project/repository.ts'
import { type RepositoryState, repositoryState } from '../workspace/project/repository-state.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { DriftRun, FileDrift, FoundDrift, KeptDrift } from './kept-drift.ts'

export function openRepository(
  { project, now }: Pick<Workspace, 'project' | 'now'>,
  known?: { readonly state: RepositoryState; readonly answers: Answers | undefined },
): DiskRepository {
  const place = { root: project.root, inGit: project.gitFolder !== undefined, now }
  if (known === undefined) return new DiskRepository(place)
  const { head, files } = known.state
  return new DiskRepository({ ...place, head, isClean: Object.keys(files).length === 0 }, known.answers)
}

/** Where drift is kept between runs, and what the texts are known by there. */
export interface DriftMemory {
  readonly status: () => GitStatus | undefined
  readonly kept: KeptDrift
  readonly markOf: (text: string) => string
}

/** Every drift of the bank, in reading order; of some of its files only, where `isAsked` says so. */
export function driftOf(
  workspace: Workspace,
  snapshot: Snapshot,
  isAsked: (path: BankPath) => boolean = () => true,
  memory?: DriftMemory,
): readonly Drift[] {
  const all = [...snapshot.files.values()]
  const asked = all.filter((file) => isAsked(file.path))
  const { project } = workspace
  const status = memory?.status()
  const state = status === undefined ? undefined : repositoryState(project.root, status)
  if (memory === undefined || status === undefined || state === undefined) {
    const judged = judgeFiles(asked, openRepository(workspace), (text) => text)
    return withDistances(inOrder(asked, judged), workspace, (drift, cited) => distanceOf(drift, cited, workspace))
  }
  const { kept, markOf } = memory
  const now = kept.answersAt(project.root, state)
  const repository = openRepository(workspace, { state, answers: now?.answers })
  // Those that are not asked for are not forgotten either.
  const standing = now === undefined ? new Map() : kept.standing(all, markOf, now, repository)
  const judged = judgeFiles(
    asked.filter(({ path }) => !standing.has(path)),
    repository,
    markOf,
  )
  const files = new Map<BankPath, FileDrift>([...standing, ...judged])
  const known = kept.distances()
  const distances: DriftRun['distances'][number][] = []
  const found = withDistances(inOrder(asked, files), workspace, (drift, cited) => {
    const key = `${state.head} ${files.get(drift.path)?.mark} ${drift.path}:${drift.line} ${cited}`
    const distance = known.has(key) ? known.get(key) : distanceOf(drift, cited, workspace)
    distances.push({ of: drift.path, key, distance })
    return distance
  })
  const isNew = judged.size > 0 || now === undefined || !now.isSame
  kept.remember({ state, began: status.at, repository, files, distances, isNew })
  return found
}

/** Each file by itself, so that its judgement rests on nothing that others claim. */
function judgeFiles(
  files: readonly BankFile[],
  repository: DiskRepository,
  markOf: (text: string) => string,
): ReadonlyMap<BankPath, FileDrift> {
  const survey = new Survey(repository)
  const read = files.map((file) => ({ file, claims: readClaims(file.path, file.text) }))
  // The repository is asked for many things at once; what it answers it knows when each file asks.
  if (files.length > 1)
    findDrift(
      read.flatMap(({ claims }) => claims),
      new Ground(repository, survey),
    )
  return new Map(
    read.map(({ file, claims }) => {
      const witness = new Witness(repository)
      const ground = new Ground(witness, survey)
      const found = findDrift(claims, ground).map((drift) => withCited(drift, claims))
      return [file.path, { mark: markOf(file.text), found, basis: witness.basis(), rests: ground.rests }]
    }),
  )
}

function inOrder(files: readonly BankFile[], known: ReadonlyMap<BankPath, FileDrift>): readonly FoundDrift[] {
  return files.flatMap(({ path }) => known.get(path)?.found ?? [])
}

/** Asking git for each is two processes. */
const MOST_DISTANCES = 12

/** How far the cited code moved since the line was written, where the finding is about a file that is there. */
function withDistances(
  found: readonly FoundDrift[],
  workspace: Workspace,
  distance: (drift: Drift, cited: string) => Distance | undefined,
): readonly Drift[] {
  if (workspace.project.gitFolder === undefined) return found.map(({ drift }) => drift)
  let asked = 0
  return found.map(({ drift, cited }) => {
    if (cited === undefined || asked === MOST_DISTANCES) return drift
    asked += 1
    const since = distance(drift, cited)
    if (since === undefined || since.commits === 0) return drift
    const { commits, updated } = since
    const evidence = {
      en: `${drift.evidence.en}; ${commits} ${commits === 1 ? 'commit' : 'commits'} to ${cited} since this line was written (${updated})`,
      zh: `${drift.evidence.zh}；写下这一行（${updated}）之后 ${cited} 有 ${commits} 次提交`,
    }
    return { ...drift, evidence }
  })
}

function distanceOf({ path, line }: Drift, cited: string, { project }: Workspace): Distance | undefined {
  return commitsSince(project.root, `${BANK_FOLDER}/${path}`, line, cited)
}

function withCited(drift: Drift, claims: readonly Claim[]): FoundDrift {
  const cited = citedFile(drift, claims)
  return cited === undefined ? { drift } : { drift, cited }
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
