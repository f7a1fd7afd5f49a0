/**
 * Applies an accepted plan. Every shown plan enters the bank here: from chat, form, terminal, page, refresh, upgrade
 * and import (S42).
 *
 * A plan is applied exactly as it was shown. Additions are planned again on the present bank, and the result must match
 * what was shown (S16). The transaction that writes a plan also accepts its proposals: after a crash, both or neither
 * are done.
 */

import type { Proposal } from '../bank/proposal.ts'
import type { Addition } from '../base/addition.ts'
import type { Applied, Change, Plan } from '../base/change.ts'
import { MEMORY } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'
import { isOpen, type ProposalStep } from '../base/proposal-status.ts'
import type { Acceptance } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { applyChanges } from '../disk/bank/apply-changes.ts'
import { headCommit } from '../disk/git/commits.ts'
import { encodeProposal, homeOf, ProposalStore } from '../disk/state/proposal-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import type { WritePlan } from '../plan/plan-write.ts'
import { linesLeaving } from '../plan/write/judge-changes.ts'
import { type AddingTo, type AddWishes, drawUpAdditions, openForAdding, planAdditions } from '../verbs/add.ts'
import { tooOld } from '../verbs/open-bank.ts'
import { stampsOf } from '../verbs/stamp.ts'
import { editedProposal, type Fields, filesOf, hashOfPlan, withTargets } from './proposal.ts'

export interface ShownPlan {
  readonly plan: Plan
  /** The hash that was shown, if the plan was made again since. */
  readonly hash?: string
  /** The proposals that the plan carries out. */
  readonly proposals?: readonly AcceptedProposal[]
}

export interface AcceptedProposal {
  readonly proposal: Proposal
  /** The hash of the proposal as the person saw it, before they edited it. */
  readonly seen: string
}

export function accept({ plan, hash, proposals = [] }: ShownPlan, workspace: Workspace): Result<Applied> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  if (hash !== undefined && hashOfPlan(plan) !== hash) return fail({ code: 'plan-changed' })
  const steps = stepsOf(proposals, workspace)
  if (!steps.ok) return steps
  const whole = steps.value.length === 0 ? plan : { ...plan, proposals: steps.value }
  return applyChanges(atCommit(whole, workspace), workspace.place, workspace.now())
}

/** If two people accept a proposal, only one succeeds. */
function stepsOf(
  proposals: readonly AcceptedProposal[],
  { place, project }: Workspace,
): Result<readonly ProposalStep[]> {
  if (proposals.length === 0) return ok([])
  const store = new ProposalStore(place.state, homeOf(project))
  const steps: ProposalStep[] = []
  for (const { proposal, seen } of proposals) {
    const { id, hash } = proposal
    store.adopt(id)
    const from = store.find(id)?.status ?? 'void'
    if (!isOpen(from)) return fail({ code: 'proposal-settled', id, status: from })
    steps.push({ id, hash: seen, from, to: 'accepted', ...(seen === hash ? {} : { text: encodeProposal(proposal) }) })
  }
  return ok(steps)
}

/** Adds the present commit to the journal's provenance (S57). */
function atCommit(plan: Plan, { project }: Workspace): Plan {
  if (plan.provenance === undefined) return plan
  const commit = project.gitFolder === undefined ? undefined : headCommit(project.root)
  return commit === undefined ? plan : { ...plan, provenance: plan.provenance.map((one) => ({ ...one, commit })) }
}

/** Entries that were shown, and those that the person chose. */
export interface ShownEntries {
  /** Each question with its entries and the hash of their plan. */
  readonly questions: readonly { readonly entries: readonly Proposal[]; readonly hash: string }[]
  readonly chosen: readonly AcceptedProposal[]
  readonly how: Acceptance
  readonly wishes?: Pick<AddWishes, 'at' | 'isAgentsOwn'>
}

/** All chosen entries as one change, or nothing. If another process writes first, they are planned again. */
export function acceptEntries(
  shown: ShownEntries,
  workspace: Workspace,
): Result<{ readonly plan: Plan; readonly applied: Applied }> {
  const asked = shown.questions.flatMap(({ entries }) => entries)
  const stamp = stampsOf(workspace, shown.how, asked)
  return retryIfOvertaken(() => {
    // Every removed line was shown, so a yes is the person's choice about it (S4).
    const adding = openForAdding(workspace, { ...shown.wishes, language: undefined, onConflict: 'overwrite', stamp })
    if (!adding.ok) return adding
    const planned = planAsShown(adding.value, shown)
    if (!planned.ok) return planned
    const plan = planned.value
    const proposals = shown.chosen.map(({ proposal, seen }, index) => ({
      proposal: withTargets(proposal, plan.targets[index]),
      seen,
    }))
    const applied = accept({ plan, proposals }, workspace)
    return applied.ok ? ok({ plan, applied: applied.value }) : applied
  })
}

/** A proposal as a person saw it on the page, with their edits. */
export interface Reviewed {
  readonly id: string
  readonly hash: string
  readonly planHash: string
  readonly fields?: Fields
}

export function acceptReviewed(items: readonly Reviewed[], workspace: Workspace): Result<Applied> {
  const store = new ProposalStore(workspace.place.state, homeOf(workspace.project))
  const chosen: AcceptedProposal[] = []
  for (const { id, hash, fields } of items) {
    const found = store.find(id)
    if (found === undefined) return fail({ code: 'proposal-unknown', id })
    if (!isOpen(found.status)) return fail({ code: 'proposal-settled', id, status: found.status })
    if (found.hash !== hash) return fail({ code: 'proposal-changed', id })
    const proposal = editedProposal(found, fields)
    if (!proposal.ok) return proposal
    chosen.push({ proposal: proposal.value, seen: hash })
  }
  if (chosen.length === 0) return fail({ code: 'proposal-unknown', id: undefined })
  const questions = chosen.map(({ proposal }, index) => ({ entries: [proposal], hash: items[index]?.planHash ?? '' }))
  const done = acceptEntries({ questions, chosen, how: 'page' }, workspace)
  return done.ok ? ok(done.value.applied) : done
}

/** The plan for the chosen entries. It fails if a question's plan changed, or if the entries overlap. */
function planAsShown(adding: AddingTo, { questions, chosen }: ShownEntries): Result<WritePlan> {
  const drawn: WritePlan[] = []
  for (const { entries, hash } of questions) {
    const additions = entries.map(({ addition }) => addition)
    const plan = drawUpAdditions(adding, additions)
    if (!plan.ok) return plan
    if (hashOfPlan(plan.value, additions) !== hash) return fail(changed(entries))
    drawn.push(plan.value)
  }
  const [only, another] = drawn
  const isWhole = another === undefined && questions[0]?.entries.length === chosen.length
  // This plan was judged when it was shown.
  if (only !== undefined && isWhole) return ok(only)
  const plan = planAdditions(
    adding,
    chosen.map(({ proposal }) => proposal.addition),
  )
  if (!plan.ok || another === undefined || isTogether(plan.value, drawn)) return plan
  return fail({ code: 'proposals-overlap', ids: chosen.map(({ proposal }) => proposal.id) })
}

function changed(entries: readonly Proposal[]): Problem {
  return { code: 'proposal-changed', id: entries.map(({ id }) => id).join(' ') }
}

/** Whether the plan for all entries has the same files as the plans shown one by one, and removes the same lines. */
function isTogether(all: WritePlan, alone: readonly WritePlan[]): boolean {
  const isSame = (some: readonly string[], others: readonly string[]) => some.join('\n') === others.join('\n')
  const hasItsFiles = alone.every(({ targets: [own = []] }, index) =>
    isSame(filesOf(own), filesOf(all.targets[index] ?? [])),
  )
  const shown = alone.flatMap(({ changes }) => removedLines(changes))
  const now = removedLines(all.changes)
  return hasItsFiles && now.length === shown.length && isSame(now.toSorted(), shown.toSorted())
}

/** A new highlight may push another one out of MEMORY.md, so for highlights only their number counts. */
function removedLines(changes: readonly Change[]): readonly string[] {
  return linesLeaving(changes).map(({ path, text }) =>
    path === MEMORY && text.startsWith('|') ? `${path} |` : `${path} ${text}`,
  )
}

/** Plans and applies without a question: `add --yes`, and kinds that a person always allows. */
export function addAtOnce(
  workspace: Workspace,
  additions: readonly Addition[],
  wishes: AddWishes,
  write: (plan: Plan) => Result<Applied> = (plan) => accept({ plan }, workspace),
): Result<{ readonly plan: Plan; readonly applied: Applied | undefined; readonly adding: AddingTo }> {
  return retryIfOvertaken<{ plan: Plan; applied: Applied | undefined; adding: AddingTo }>(() => {
    const adding = openForAdding(workspace, wishes)
    if (!adding.ok) return adding
    const plan = planAdditions(adding.value, additions)
    if (!plan.ok) return plan
    if (plan.value.changes.length === 0) return ok({ plan: plan.value, applied: undefined, adding: adding.value })
    const applied = write(plan.value)
    return applied.ok ? ok({ plan: plan.value, applied: applied.value, adding: adding.value }) : applied
  })
}

/** Tries again if another process was faster. Each failed try means that another process has written. */
function retryIfOvertaken<T>(attempt: () => Result<T>): Result<T> {
  for (let tries = 1; ; tries += 1) {
    const done = attempt()
    if (done.ok || !OVERTAKEN.has(done.problem.code) || tries >= MOST_TRIES) return done
  }
}

const OVERTAKEN: ReadonlySet<Problem['code']> = new Set(['stale-file', 'path-taken'])
const MOST_TRIES = 100
