/** Settle what an interrupted command left, then read the bank as it is. */

import type { BankState } from '../core/bank-state.ts'
import type { Recovery } from '../core/change.ts'
import { type Language, languageOfText } from '../core/language.ts'
import { LEGACY_ENTRIES, MEMORY } from '../core/layout.ts'
import { ok, type Result } from '../core/result.ts'
import { type Snapshot, textOf } from '../core/snapshot.ts'
import { detect } from '../refresh/detect.ts'
import { Journal } from '../workspace/journal.ts'
import { readBank } from '../workspace/read-bank.ts'
import { recover } from '../workspace/recover.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { tellGit } from './tell-git.ts'

export interface OpenBank {
  readonly snapshot: Snapshot
  readonly state: BankState
  readonly recovered: readonly Recovery[]
}

/** Another process may write while we read; then it is read again, so that nobody plans on half a change. */
const MOST_READS = 5

export function openBank(workspace: Workspace): Result<OpenBank> {
  const { place } = workspace
  const journal = new Journal(place.state)
  const recovered: Recovery[] = []
  for (let reads = 1; ; reads += 1) {
    const settled = recover(place, tellGit(place.bank))
    if (!settled.ok) return settled
    recovered.push(...settled.value)
    const before = journal.mark()
    const snapshot = readBank(place.bank, workspace.progress)
    const isQuiet = journal.mark() === before && !journal.isUnderWay()
    if (!isQuiet && reads < MOST_READS) continue
    if (!snapshot.ok) return snapshot
    return ok({ snapshot: snapshot.value, state: detect(snapshot.value), recovered })
  }
}

/** The language a bank is written in (S5): asked for, else configured, else the bank's own. */
export function bankLanguage(
  asked: Language | undefined,
  workspace: Workspace,
  snapshot: Snapshot,
): Language | undefined {
  if (asked !== undefined) return asked
  if (workspace.config.lang !== undefined) return workspace.config.lang
  const entries = [MEMORY, ...LEGACY_ENTRIES].map((path) => textOf(snapshot, path) ?? '')
  return languageOfText(entries.join('\n'))
}
