/**
 * Where the code contradicts the bank, as the last whole judgement found it (S51), for whoever reads entries without
 * judging them again. It holds as long as its key does: the commit, the status of the work tree, the texts of the bank.
 *
 * Every program of ours reads it, unlike the judgement itself, which only the program that made it can read.
 */

import type { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { Drift } from '../core/drift.ts'
import type { Words } from '../core/language.ts'
import type { ContextPack, PackConflict } from '../core/pack.ts'
import { readBank } from '../workspace/bank/read-bank.ts'
import { gitStatus } from '../workspace/git/status.ts'
import { repositoryKey } from '../workspace/project/repository-key.ts'
import { readCache, writeCache } from '../workspace/state/cache.ts'
import type { Workspace } from '../workspace/workspace.ts'

export interface Doubt {
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  /** The words of the bank, and what the repository shows instead. */
  readonly claim: string
  readonly found: Words
}

interface KeptDoubts {
  readonly key: string
  readonly found: readonly Doubt[]
}

const CACHE = 'doubts'
const FORMAT = 'doubts 2'

/** `state`: the repository's key at the moment of the judgement. */
export function keepDoubts({ place }: Workspace, state: string, files: readonly Page[], found: readonly Drift[]): void {
  const value: KeptDoubts = { key: keyOf(state, files), found: found.map(doubtOf) }
  writeCache(place.state, CACHE, FORMAT, Buffer.from(JSON.stringify(value)))
}

function doubtOf({ path, line, claim, now, evidence }: Drift): Doubt {
  const told = (why: string) => (now === undefined ? why : `${now} (${why})`)
  return { path, line, claim, found: { en: told(evidence.en), zh: told(evidence.zh) } }
}

/** Empty where nothing is doubtful, and where nobody can tell: git is asked only if there is something to say. */
export function standingDoubts(workspace: Workspace, { files }: Snapshot): readonly Doubt[] {
  const kept = readKept(workspace.place.state)
  if (kept === undefined || kept.found.length === 0) return []
  return isStanding(kept, workspace, [...files.values()]) ? kept.found : []
}

/** The doubts about entries of a pack (S23). The bank and git are looked at only where an entry shown has one. */
export function conflictsIn(pack: ContextPack, workspace: Workspace): readonly PackConflict[] {
  const kept = readKept(workspace.place.state)
  const shown = (kept?.found ?? []).filter(({ path, line }) =>
    pack.entries.some((one) => one.path === path && line >= one.startLine && line <= one.endLine),
  )
  if (kept === undefined || shown.length === 0) return []
  const bank = readBank(workspace.place.bank)
  if (!bank.ok || !isStanding(kept, workspace, [...bank.value.files.values()])) return []
  return shown.map(({ path, line, claim, found }) => ({ path, line, claim, found: found[pack.language] }))
}

function isStanding(kept: KeptDoubts, { project, now }: Workspace, files: readonly Page[]): boolean {
  const status = project.gitFolder === undefined ? undefined : gitStatus(project.root, now)
  const state = status === undefined ? undefined : repositoryKey(project.root, status)
  return state !== undefined && keyOf(state, files) === kept.key
}

function readKept(folder: string): KeptDoubts | undefined {
  const bytes = readCache(folder, CACHE, FORMAT)
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as KeptDoubts)
}

function keyOf(state: string, files: readonly Page[]): string {
  return hashOfText(JSON.stringify([state, files.map(({ path, text }) => [path, hashOfText(text)])]))
}
