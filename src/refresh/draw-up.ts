/**
 * A planner's draft → its plan. Whatever a planner writes goes through the same stamp, and through the same check for
 * machine blocks that somebody edited by hand (S4).
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Intent, Plan } from '../core/change.ts'
import { Draft } from '../core/draft.ts'
import type { Words } from '../core/language.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { editBlock, isHandEdited, machineBlock, stampChangedBlocks } from './machine-block.ts'
import type { PlanInput } from './plan-input.ts'

export type Planner = (draft: Draft, input: PlanInput) => void

export function drawUp(intent: Intent, input: PlanInput, planner: Planner): Plan {
  const draft = new Draft(input.snapshot)
  planner(draft, input)
  return finishPlan(intent, input, draft)
}

export function finishPlan(intent: Intent, { snapshot, now }: PlanInput, draft: Draft): Plan {
  stampChangedBlocks(draft, snapshot, now)
  return draft.plan(intent)
}

/** Plan, and where that would change a machine block somebody edited by hand, do as the person chose (S4). */
export function withConflicts(intent: Intent, input: PlanInput, planner: Planner): Result<Plan> {
  const planned = drawUp(intent, input, planner)
  const edited = editedByHand(planned, input)
  if (edited.length === 0) return ok(planned)
  switch (input.onConflict) {
    case undefined:
      return fail({ code: 'block-edited', paths: edited })
    case 'overwrite':
      // Moving finished items or renewing an index is no dispute about what the block says.
      if (intent !== 'refresh') return ok(planned)
      return ok(
        drawUp(intent, input, (draft, given) => {
          for (const path of edited) takeBackEdit(path, draft, given)
          planner(draft, given)
        }),
      )
    case 'append':
      return ok(
        drawUp(intent, input, (draft, given) => {
          for (const path of edited) hold(path, draft, APPENDED)
          planner(draft, given)
        }),
      )
    case 'keep':
      return ok(drawUp(intent, input, (draft, given) => planAround(edited, KEPT, draft, given, planner)))
  }
}

/** These files stay as they are, whatever the planner would do to them. */
export function planAround(
  paths: readonly BankPath[],
  why: (path: BankPath) => Words,
  draft: Draft,
  input: PlanInput,
  planner: Planner,
): void {
  for (const path of paths) hold(path, draft, why)
  planner(draft, input)
  for (const path of paths) draft.write(path, input.snapshot.files.get(path)?.text ?? '')
}

/** The files that this plan edits although somebody changed their machine block by hand. */
export function editedByHand({ changes }: Plan, input: PlanInput): readonly BankPath[] {
  return changes.flatMap((change) =>
    change.kind === 'edit' && isHandEdited(change.path, change.was, input.committed.get(change.path))
      ? [change.path]
      : [],
  )
}

function hold(path: BankPath, draft: Draft, why: (path: BankPath) => Words): void {
  draft.holdStill(path)
  draft.note(why(path))
}

const KEPT = (path: BankPath): Words => ({
  en: `${path}: your edit is kept as it is, and this update of it was skipped.`,
  zh: `${path}：保留你的修改，已跳过对它的更新。`,
})

const APPENDED = (path: BankPath): Words => ({
  en: `${path}: your edit stays; what is new goes after it, and nothing is moved out of it.`,
  zh: `${path}：保留你的修改；新内容追加在后面，不从中移出任何内容。`,
})

/** The block as we last wrote it, where that is still known; otherwise the update goes onto the edited one. */
function takeBackEdit(path: BankPath, draft: Draft, input: PlanInput): void {
  const written = machineBlock(path, input.lastWritten.get(path) ?? '')
  if (written === undefined) return
  editBlock(draft, path, () => written, {
    en: 'your edit of the machine block gives way',
    zh: '覆盖对机器区块的手动修改',
  })
}
