/**
 * The last full drift judgement (S51) and the last count of findings, kept for opening, recall, file notes and status.
 * The judgement is valid for one key: the commit, the status of the work tree, and the bank's texts.
 */

import type { Drift } from '../bank/drift.ts'
import type { ContextPack, PackConflict } from '../bank/pack.ts'
import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { hashOfText } from '../base/content-hash.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { gitStatus, repositoryKey } from '../disk/git/status.ts'
import { readCache, readCachedJson, writeCache, writeCachedJson } from '../disk/state/cache.ts'
import type { Workspace } from '../disk/workspace.ts'

export interface DriftJudgement {
  readonly key: string
  readonly found: readonly Drift[]
}

const CACHE = 'doubts'
/** Raise it when the drift engine changes, so that old judgements are dropped. */
const FORMAT = 'doubts 3'

export function saveJudgement({ place }: Workspace, judgement: DriftJudgement): void {
  writeCache(place.state, CACHE, FORMAT, Buffer.from(JSON.stringify(judgement)))
}

export function readJudgement({ place }: Workspace): DriftJudgement | undefined {
  const bytes = readCache(place.state, CACHE, FORMAT)
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as DriftJudgement)
}

/** `state` is the repository's key. */
export function judgementKey(state: string, files: Iterable<Page>): string {
  return hashOfText(JSON.stringify([state, [...files].map(({ path, text }) => [path, hashOfText(text)])]))
}

/** Empty if the judgement is outdated. Git is asked only if there are doubts at all. */
export function currentDoubts(workspace: Workspace, { files }: Snapshot): readonly Drift[] {
  const kept = readJudgement(workspace)
  if (kept === undefined || kept.found.length === 0) return []
  return isCurrent(kept, workspace, files.values()) ? kept.found : []
}

/** Lines of a page, from 1, inclusive. */
interface Lines {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
}

/** Doubts about these lines. Reads the bank and asks git only if there are any. */
export function doubtsAbout(shown: readonly Lines[], workspace: Workspace): readonly Drift[] {
  const kept = readJudgement(workspace)
  const found = (kept?.found ?? []).filter(({ path, line }) =>
    shown.some((one) => one.path === path && line >= one.startLine && line <= one.endLine),
  )
  if (kept === undefined || found.length === 0) return []
  const bank = readBank(workspace.place.bank)
  return bank.ok && isCurrent(kept, workspace, bank.value.files.values()) ? found : []
}

/** Doubts about entries of a pack (S23). */
export function conflictsIn({ entries, language }: ContextPack, workspace: Workspace): readonly PackConflict[] {
  return doubtsAbout(entries, workspace).map(({ path, line, claim, now, evidence }) => {
    const why = evidence[language]
    return { path, line, claim, found: now === undefined ? why : `${now} (${why})` }
  })
}

function isCurrent({ key }: DriftJudgement, { project, now }: Workspace, files: Iterable<Page>): boolean {
  const status = project.gitFolder === undefined ? undefined : gitStatus(project.root, now)
  const state = status === undefined ? undefined : repositoryKey(project.root, status)
  return state !== undefined && judgementKey(state, files) === key
}

interface LastCheck {
  readonly bank: string
  readonly findings: number
}

const CHECK_CACHE = 'check.last'

export function rememberCheck({ place }: Workspace, snapshot: Snapshot, findings: number): void {
  const last: LastCheck = { bank: stampOf(snapshot), findings }
  writeCachedJson(place.state, CHECK_CACHE, last)
}

export function lastFindings({ place }: Workspace, snapshot: Snapshot): number | undefined {
  const last = readCachedJson<LastCheck>(place.state, CHECK_CACHE)
  return last?.bank === stampOf(snapshot) ? last.findings : undefined
}

function stampOf({ files }: Snapshot): string {
  return hashOfText([...files.values()].map(({ path, mtime, text }) => `${path} ${mtime} ${text.length}`).join('\n'))
}
