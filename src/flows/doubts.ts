/**
 * Where the code contradicts the bank, as the last whole judgement found it (S51), for whoever reads entries without
 * judging them again. It holds as long as its key does: the commit, the status of the work tree, the texts of the bank.
 *
 * Every program of ours reads it, unlike the judgement itself, which only the program that made it can read.
 */

import { hashOfText } from '../core/content-hash.ts'
import type { Drift } from '../core/drift.ts'
import type { BankFile, Snapshot } from '../core/snapshot.ts'
import { gitStatus } from '../workspace/git/status.ts'
import { repositoryKey } from '../workspace/project/repository-key.ts'
import { readCache, writeCache } from '../workspace/state/cache.ts'
import type { Workspace } from '../workspace/workspace.ts'

export interface Doubt {
  readonly path: string
  /** Counted from 1. */
  readonly line: number
}

interface KeptDoubts {
  readonly key: string
  readonly found: readonly Doubt[]
}

const CACHE = 'doubts'
const FORMAT = 'doubts 1'

/** `state`: the repository's key at the moment of the judgement. */
export function keepDoubts(
  { place }: Workspace,
  state: string,
  files: readonly BankFile[],
  found: readonly Drift[],
): void {
  const places = found.map(({ path, line }) => ({ path, line }))
  const value: KeptDoubts = { key: keyOf(state, files), found: places }
  writeCache(place.state, CACHE, FORMAT, Buffer.from(JSON.stringify(value)))
}

/** Empty where nothing is doubtful, and where nobody can tell: git is asked only if there is something to say. */
export function standingDoubts({ place, project, now }: Workspace, { files }: Snapshot): readonly Doubt[] {
  const kept = readKept(place.state)
  if (kept === undefined || kept.found.length === 0) return []
  const status = project.gitFolder === undefined ? undefined : gitStatus(project.root, now)
  const state = status === undefined ? undefined : repositoryKey(project.root, status)
  return state !== undefined && keyOf(state, [...files.values()]) === kept.key ? kept.found : []
}

function readKept(folder: string): KeptDoubts | undefined {
  const bytes = readCache(folder, CACHE, FORMAT)
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as KeptDoubts)
}

function keyOf(state: string, files: readonly BankFile[]): string {
  return hashOfText(JSON.stringify([state, files.map(({ path, text }) => [path, hashOfText(text)])]))
}
