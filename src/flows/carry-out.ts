/** Carries out a plan that a person has agreed to, exactly as it was shown; it is not planned again. */

import type { Applied, Plan } from '../core/change.ts'
import { fail, type Result } from '../core/result.ts'
import { applyChanges } from '../workspace/bank/apply-changes.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { tooOld } from './too-old.ts'

export function carryOut(plan: Plan, workspace: Workspace): Result<Applied> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  return applyChanges(plan, workspace.place, workspace.now())
}
