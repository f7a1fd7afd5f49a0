/**
 * Updates indexes at the end of a turn (S6, S26), for folders in which the agent wrote a document or read an unlisted
 * one.
 *
 * Only indexes change. A bank of another version is not touched, nor is a team's bank.
 */

import { Draft } from '../bank/draft.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Change } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { type IndexedFolder, isIndexPath } from '../base/layout.ts'
import type { Workspace } from '../disk/workspace.ts'
import { index } from '../plan/plan-refresh.ts'
import { gatherPlanInput } from '../verbs/gather-plan-input.ts'
import { openBank, tooOld } from '../verbs/open-bank.ts'

/** Index changes at the end of a turn. */
export interface Followed {
  readonly changes: readonly Change[]
  /** Documents that were added to an index, and indexes that were rebuilt. */
  readonly notes: readonly Words[]
}

/** `written`: the files that this turn wrote, with their texts. Returns undefined if no index is changed. */
export function followIndexes(
  workspace: Workspace,
  folders: readonly IndexedFolder[],
  written: ReadonlyMap<BankPath, string>,
): Followed | undefined {
  // In team mode, only folding the inbox and refresh change an index (S55).
  if (workspace.config.team === true) return undefined
  const opened = openBank(workspace)
  if (!opened.ok || opened.value.state.kind !== 'current' || tooOld(workspace) !== undefined) return undefined
  const { input } = gatherPlanInput(workspace, opened.value, { language: undefined, onConflict: undefined })
  const draft = new Draft(input.snapshot)
  for (const [path, text] of written) draft.write(path, text)
  index(draft, input, folders)
  const { changes, notes } = draft.plan('index')
  const own = changes.filter((change) => isIndexPath(change.path) && !written.has(change.path))
  return own.length === 0 ? undefined : { changes: own, notes }
}
