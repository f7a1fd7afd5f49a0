/**
 * Where the code contradicts the bank, as the last whole judgement found it (S51), for whoever reads entries without
 * judging them again: the opening, recall, the note at a file. It holds as long as its key does: the commit, the status
 * of the work tree, the texts of the bank.
 */

import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Drift } from '../bank/drift.ts'
import type { ContextPack, PackConflict } from '../bank/pack.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { gitStatus } from '../disk/git/status.ts'
import { repositoryKey } from '../disk/project/repository-key.ts'
import { readCache, writeCache } from '../disk/state/cache.ts'
import type { Workspace } from '../disk/workspace.ts'

export interface Judgement {
  readonly key: string
  readonly found: readonly Drift[]
}

const CACHE = 'doubts'
/** Raised when the judges change, so that what an older version found is judged again. */
const FORMAT = 'doubts 3'

export function keepJudgement({ place }: Workspace, judgement: Judgement): void {
  writeCache(place.state, CACHE, FORMAT, Buffer.from(JSON.stringify(judgement)))
}

export function keptJudgement({ place }: Workspace): Judgement | undefined {
  const bytes = readCache(place.state, CACHE, FORMAT)
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as Judgement)
}

/** `state`: the repository's key. */
export function judgementKey(state: string, files: Iterable<Page>): string {
  return hashOfText(JSON.stringify([state, [...files].map(({ path, text }) => [path, hashOfText(text)])]))
}

/** Empty where nothing is doubtful, and where nobody can tell: git is asked only if there is something to say. */
export function standingDoubts(workspace: Workspace, { files }: Snapshot): readonly Drift[] {
  const kept = keptJudgement(workspace)
  if (kept === undefined || kept.found.length === 0) return []
  return isStanding(kept, workspace, files.values()) ? kept.found : []
}

/** Lines of a page, counted from 1, both included. */
interface Lines {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
}

/** The doubts about these lines. The bank and git are looked at only where a line has one. */
export function doubtsAbout(shown: readonly Lines[], workspace: Workspace): readonly Drift[] {
  const kept = keptJudgement(workspace)
  const found = (kept?.found ?? []).filter(({ path, line }) =>
    shown.some((one) => one.path === path && line >= one.startLine && line <= one.endLine),
  )
  if (kept === undefined || found.length === 0) return []
  const bank = readBank(workspace.place.bank)
  return bank.ok && isStanding(kept, workspace, bank.value.files.values()) ? found : []
}

/** The doubts about entries of a pack (S23). */
export function conflictsIn({ entries, language }: ContextPack, workspace: Workspace): readonly PackConflict[] {
  return doubtsAbout(entries, workspace).map(({ path, line, claim, now, evidence }) => {
    const why = evidence[language]
    return { path, line, claim, found: now === undefined ? why : `${now} (${why})` }
  })
}

function isStanding({ key }: Judgement, { project, now }: Workspace, files: Iterable<Page>): boolean {
  const status = project.gitFolder === undefined ? undefined : gitStatus(project.root, now)
  const state = status === undefined ? undefined : repositoryKey(project.root, status)
  return state !== undefined && judgementKey(state, files) === key
}
