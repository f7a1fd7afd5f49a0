/** Plans a refresh for the detected state. */

import { type BankState, problemOf } from '../bank/bank-state.ts'
import { Draft } from '../bank/draft.ts'
import type { Plan } from '../base/change.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { drawUp, type Planner, withConflicts } from './draw-up.ts'
import { dropMetadata } from './machine-block.ts'
import { planInit, writeEntry } from './plan-init.ts'
import type { PlanInput } from './plan-input.ts'
import { planMigrate } from './plan-migrate.ts'
import { archive, index, planRefresh } from './plan-refresh.ts'
import { planUpgrade } from './plan-upgrade.ts'

export function plan(state: BankState, input: PlanInput): Result<Plan> {
  switch (state.kind) {
    case 'absent':
      return ok(drawUp('init', input, planInit))
    case 'entry-missing':
      return ok(drawUp('entry', input, withoutOldLines(writeEntry)))
    case 'legacy':
      return ok(drawUp('migrate', input, withoutOldLines(planMigrate)))
    case 'outdated': {
      const draft = new Draft(input.snapshot)
      const upgraded = planUpgrade(draft, input, state.version)
      if (!upgraded.ok) return upgraded
      return ok(draft.plan('upgrade'))
    }
    case 'current':
      return withConflicts('refresh', input, planRefresh)
    case 'foreign':
      return fail({ code: 'bank-foreign', tool: state.tool, paths: state.paths })
    case 'newer':
      return fail({ code: 'bank-newer', version: state.version })
    case 'unmerged':
    case 'left-out':
    case 'broken':
      return fail(problemOf(state))
  }
}

function withoutOldLines(planner: Planner): Planner {
  return (draft, input) => {
    dropMetadata(draft)
    planner(draft, input)
  }
}

/** Plans one part of a refresh; the bank must be current. */
export function planPart(part: 'index' | 'archive', state: BankState, input: PlanInput): Result<Plan> {
  return state.kind === 'current' ? withConflicts(part, input, part === 'index' ? index : archive) : plan(state, input)
}
