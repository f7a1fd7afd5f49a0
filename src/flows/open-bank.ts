/** Settle what an interrupted command left, then read the bank as it is. */

import type { BankState } from '../core/bank-state.ts'
import type { Recovery } from '../core/change.ts'
import { type Language, languageOfText } from '../core/language.ts'
import { LEGACY_ENTRIES, MEMORY } from '../core/layout.ts'
import { ok, type Result } from '../core/result.ts'
import { type Snapshot, textOf } from '../core/snapshot.ts'
import { detect } from '../refresh/detect.ts'
import { readBank } from '../workspace/read-bank.ts'
import { recover } from '../workspace/recover.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { tellGit } from './tell-git.ts'

export interface OpenBank {
  readonly snapshot: Snapshot
  readonly state: BankState
  readonly recovered: readonly Recovery[]
}

export function openBank(workspace: Workspace): Result<OpenBank> {
  const recovered = recover(workspace.place, tellGit(workspace.place.bank))
  if (!recovered.ok) return recovered
  const snapshot = readBank(workspace.place.bank, workspace.progress)
  if (!snapshot.ok) return snapshot
  return ok({ snapshot: snapshot.value, state: detect(snapshot.value), recovered: recovered.value })
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
