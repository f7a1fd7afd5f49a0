/** Carries out a plan that a person has agreed to, exactly as it was shown; it is not planned again. */

import type { Applied, Plan } from '../core/change.ts'
import { fail, type Result } from '../core/result.ts'
import { applyChanges } from '../workspace/bank/apply-changes.ts'
import { headCommit } from '../workspace/git/commits.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { tooOld } from './too-old.ts'

export function carryOut(plan: Plan, workspace: Workspace): Result<Applied> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  return applyChanges(atCommit(plan, workspace), workspace.place, workspace.now())
}

/** Where the entries come from is recorded with the commit that they were written at (S57). */
function atCommit(plan: Plan, { project }: Workspace): Plan {
  if (plan.provenance === undefined) return plan
  const commit = project.gitFolder === undefined ? undefined : headCommit(project.root)
  return commit === undefined ? plan : { ...plan, provenance: plan.provenance.map((one) => ({ ...one, commit })) }
}
