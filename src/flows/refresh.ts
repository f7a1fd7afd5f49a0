/** refresh: read → detect → plan. */

import type { BankState } from '../core/bank-state.ts'
import type { ConflictChoice, Plan, Recovery } from '../core/change.ts'
import type { Language, Words } from '../core/language.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { plan, planPart } from '../refresh/plan.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { openBank } from './open-bank.ts'
import { remarksIn } from './remarks.ts'
import { tooOld } from './too-old.ts'

export interface Proposal {
  readonly plan: Plan
  readonly state: BankState
  readonly language: Language
  readonly recovered: readonly Recovery[]
  readonly remarks: readonly Words[]
}

export interface Wishes {
  readonly language: Language | undefined
  readonly onConflict: ConflictChoice | undefined
  /** Only this part of a refresh. */
  readonly part?: 'index' | 'archive'
}

export function propose(workspace: Workspace, wishes: Wishes): Result<Proposal> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { state, recovered } = opened.value
  const { input, language } = gatherPlanInput(workspace, opened.value, wishes)
  const planned = wishes.part === undefined ? plan(state, input) : planPart(wishes.part, state, input)
  if (!planned.ok) return planned
  return ok({ plan: planned.value, state, language, recovered, remarks: remarksIn(workspace, opened.value) })
}
