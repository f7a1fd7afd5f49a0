/**
 * The indexes follow the documents (S6, S26): what an agent wrote in a turn, and what was read though no index knew it,
 * is listed when the turn is over. Only indexes change; a bank that is not current, or a team's, is left alone.
 */

import { Draft } from '../bank/draft.ts'
import type { BankPath } from '../base/bank-path.ts'
import { type IndexedFolder, isIndexPath } from '../base/layout.ts'
import { index } from '../plan/plan-refresh.ts'
import { type Followed, NOTHING_OWED } from './followed.ts'
import { gatherPlanInput } from '../verbs/gather-plan-input.ts'
import { openBank } from '../verbs/open-bank.ts'
import { tooOld } from '../verbs/too-old.ts'
import type { Workspace } from '../verbs/workspace.ts'

/** `written`: what files will read once the turn's own writes are stamped. */
export function followIndexes(
  workspace: Workspace,
  folders: readonly IndexedFolder[],
  written: ReadonlyMap<BankPath, string>,
): Followed {
  // A team's indexes change by folding and refresh alone (S55).
  if (workspace.config.team === true) return NOTHING_OWED
  const opened = openBank(workspace)
  if (!opened.ok || opened.value.state.kind !== 'current' || tooOld(workspace) !== undefined) return NOTHING_OWED
  const { input } = gatherPlanInput(workspace, opened.value, { language: undefined, onConflict: undefined })
  const draft = new Draft(input.snapshot)
  for (const [path, text] of written) draft.write(path, text)
  index(draft, input, folders)
  const { changes, notes } = draft.plan('index')
  const own = changes.filter((change) => isIndexPath(change.path) && !written.has(change.path))
  return own.length === 0 ? NOTHING_OWED : { changes: own, notes }
}
