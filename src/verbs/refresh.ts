/** refresh: read → detect → plan. */

import type { InboxEntry } from '../bank/inbox.ts'
import type { BankState } from '../bank/bank-state.ts'
import type { ConflictChoice, Plan, Recovery } from '../base/change.ts'
import type { Language, Words } from '../base/language.ts'
import type { ProvenanceRecord } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { dropTwins } from '../plan/drop-twins.ts'
import { plan, planPart } from '../plan/plan.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { planWrite } from '../plan/plan-write.ts'
import { dayOf } from '../base/day-of.ts'
import type { Workspace } from '../disk/workspace.ts'
import { foldInbox } from '../plan/write/fold-inbox.ts'
import { judgeChanges } from '../plan/write/judge-changes.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { openBank } from './open-bank.ts'
import { remarksIn } from './remarks.ts'
import { tooOld } from './too-old.ts'

export interface RefreshPlan {
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
  readonly part?: 'index' | 'archive' | 'fold'
}

export function propose(workspace: Workspace, wishes: Wishes): Result<RefreshPlan> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  const opened = openBank(workspace)
  if (!opened.ok) return opened
  const { state, recovered } = opened.value
  const { input, language, isLate } = gatherPlanInput(workspace, opened.value, wishes)
  const planned = planOf(wishes.part, state, input, workspace)
  if (!planned.ok) return planned
  const git = { ...opened.value.git, isLate: opened.value.git.isLate || isLate }
  return ok({
    plan: planned.value,
    state,
    language,
    recovered,
    remarks: remarksIn(workspace, { ...opened.value, git }),
  })
}

function planOf(part: Wishes['part'], state: BankState, input: PlanInput, workspace: Workspace): Result<Plan> {
  if (part === undefined) return plan(state, input)
  // A bank that is not current is brought up to date first.
  if (part !== 'fold') return planPart(part, state, input)
  return state.kind === 'current' ? planFold(input, workspace) : plan(state, input)
}

/** What waits in the inbox, written into its places and judged as an addition is (S55). */
function planFold(input: PlanInput, { config }: Workspace): Result<Plan> {
  const { templates, readNamesElsewhere } = input
  const facts = { templates, today: dayOf(Date.parse(input.now)), readNamesElsewhere }
  let folded: readonly InboxEntry[] = []
  const planned = planWrite(
    input,
    [
      (draft) => {
        dropTwins(draft)
        folded = foldInbox(draft, facts)
        return ok(undefined)
      },
    ],
    'fold',
  )
  if (!planned.ok) return planned
  const judged = judgeChanges(planned.value.changes, config.guard)
  if (!judged.ok) return judged
  const provenance = folded.flatMap(recordOf)
  const { targets: _, ...plan } = planned.value
  return ok({ ...plan, notes: [...plan.notes, ...judged.value], ...(provenance.length === 0 ? {} : { provenance }) })
}

/** What the file said goes on into the journal (S57). */
function recordOf({ kind, title, provenance, replaces, addition }: InboxEntry): readonly ProvenanceRecord[] {
  if (provenance === undefined) return []
  const { evidence } = addition
  return [{ ...provenance, kind, title, evidence, ...(replaces === undefined ? {} : { replaces }) }]
}
