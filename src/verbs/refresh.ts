/** refresh: reads the bank, detects its state, and plans. */

import type { BankState } from '../bank/bank-state.ts'
import { type Drift, driftWords } from '../bank/drift.ts'
import type { InboxEntry } from '../bank/inbox.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import type { Change, ConflictChoice, Plan, Recovery } from '../base/change.ts'
import { dayOf } from '../base/day-of.ts'
import type { Language, Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { NO_MEMO } from '../base/memo.ts'
import type { ProvenanceRecord } from '../base/provenance-record.ts'
import { ok, type Result } from '../base/result.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { gitStatus } from '../disk/git/status.ts'
import type { Workspace } from '../disk/workspace.ts'
import { plan, planPart } from '../plan/plan.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { planWrite } from '../plan/plan-write.ts'
import { dropTwins } from '../plan/renumber.ts'
import { foldInbox } from '../plan/write/fold-inbox.ts'
import { judgeChanges } from '../plan/write/judge-changes.ts'
import { cachedDrift } from './drift.ts'
import { gatherPlanInput } from './gather-plan-input.ts'
import { openForPlan } from './open-bank.ts'
import { remarksIn } from './remarks.ts'

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
  /** Plan only this part. */
  readonly part?: 'index' | 'archive' | 'fold'
}

export function propose(workspace: Workspace, wishes: Wishes): Result<RefreshPlan> {
  const opened = openForPlan(workspace)
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
  // Upgrade or migrate first.
  if (part !== 'fold') return planPart(part, state, input)
  return state.kind === 'current' ? planFold(input, workspace) : plan(state, input)
}

/** Moves inbox entries to their places. Judged like additions (S55). */
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

/** Keeps the provenance of the inbox file for the journal (S57). */
function recordOf({ kind, title, provenance, replaces, addition }: InboxEntry): readonly ProvenanceRecord[] {
  if (provenance === undefined) return []
  const { evidence } = addition
  return [{ ...provenance, kind, title, evidence, ...(replaces === undefined ? {} : { replaces }) }]
}

const MOST_NOTES = 10

/** Adds a note for each stale fact that the plan does not change (S15). */
export function withStaleFacts<Proposal extends { readonly plan: Plan; readonly state: BankState }>(
  proposal: Proposal,
  workspace: Workspace,
): Proposal {
  if (proposal.state.kind !== 'current' || proposal.plan.intent !== 'refresh') return proposal
  const snapshot = readBank(workspace.place.bank, workspace.progress)
  if (!snapshot.ok) return proposal
  const { project, now } = workspace
  const status = project.gitFolder === undefined ? undefined : gitStatus(project.root, now)
  const isLeft = linesLeft(snapshot.value, proposal.plan.changes)
  const found = cachedDrift(workspace, snapshot.value, () => true, { status, memo: NO_MEMO }).filter(isLeft)
  if (found.length === 0) return proposal
  const notes = found.slice(0, MOST_NOTES).map((drift): Words => {
    const words = driftWords(drift)
    const place = `${BANK_FOLDER}/${drift.path}:${drift.line}`
    return { en: `Stale: ${place} ${words.en}`, zh: `过时：${place} ${words.zh}` }
  })
  const more = found.length - notes.length
  const rest: Words = { en: `${more} more: memory-bank check`, zh: `另有 ${more} 处：memory-bank check` }
  const { plan } = proposal
  return { ...proposal, plan: { ...plan, notes: [...plan.notes, ...notes, ...(more > 0 ? [rest] : [])] } }
}

/** True for lines that the plan keeps. Lines that a scan rewrites are not stale. */
function linesLeft({ files }: Snapshot, changes: readonly Change[]): (drift: Drift) => boolean {
  return ({ path, line }) => {
    const change = changes.find((one) => one.path === path)
    if (change === undefined) return true
    const said = files.get(path)?.text.split('\n')[line - 1] ?? ''
    return 'text' in change && change.text.split('\n').includes(said)
  }
}
