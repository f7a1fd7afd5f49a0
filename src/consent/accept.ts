/**
 * Accepting what a person was shown: the only way in which a shown plan reaches the bank, for chat, form, terminal, page,
 * refresh, upgrade and import (S42).
 *
 * A plan is applied exactly as it was shown. Additions are planned again on the bank as it is now, and must come to what
 * was shown (S16). The proposals that a plan carries out are accepted in the same transaction: if the process dies, the
 * bank is as it was and they still wait, or both are done.
 */

import type { Addition } from '../base/addition.ts'
import type { Applied, Change, Plan } from '../base/change.ts'
import { MEMORY } from '../base/layout.ts'
import type { Problem } from '../base/problem.ts'
import type { Proposal } from '../bank/proposal.ts'
import { isOpen, type ProposalStep } from '../base/proposal-status.ts'
import type { Acceptance } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type AddingTo, type AddWishes, drawUpAdditions, openForAdding, planAdditions } from '../verbs/add.ts'
import { stampsOf } from '../verbs/stamp.ts'
import { tooOld } from '../verbs/too-old.ts'
import type { WritePlan } from '../plan/plan-write.ts'
import { applyChanges } from '../disk/bank/apply-changes.ts'
import { headCommit } from '../disk/git/commits.ts'
import { encodeProposal, homeOf, ProposalStore } from '../disk/state/proposal-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import { linesLeaving } from '../plan/write/lines-leaving.ts'
import { editedProposal, type Fields, filesOf, hashOfPlan, withTargets } from './proposal.ts'

export interface ShownPlan {
  readonly plan: Plan
  /** The hash that was shown, where the plan was made again since. */
  readonly hash?: string
  /** The proposals that the plan carries out. */
  readonly proposals?: readonly AcceptedProposal[]
}

export interface AcceptedProposal {
  readonly proposal: Proposal
  /** The hash of the proposal that the person saw, before they changed its words. */
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

/** Of two people who accept a proposal only one succeeds. */
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

/** The journal records the commit at which entries were written (S57). */
function atCommit(plan: Plan, { project }: Workspace): Plan {
  if (plan.provenance === undefined) return plan
  const commit = project.gitFolder === undefined ? undefined : headCommit(project.root)
  return commit === undefined ? plan : { ...plan, provenance: plan.provenance.map((one) => ({ ...one, commit })) }
}

/** Entries that were shown, and which of them a person agreed to. */
export interface ShownEntries {
  /** Each question with the entries that it was about and the hash of what they come to. */
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
  return unlessOvertaken(() => {
    // Every line that goes was shown, so that the yes is the person's choice about it (S4).
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

/** A proposal that a person saw on the page, with what they typed into it. */
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

/** Each question still comes to what was shown, and what was chosen to no more than that. */
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
  // It was judged when it was shown.
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

/** The same files for each, and no line goes that was not shown to go. */
function isTogether(all: WritePlan, alone: readonly WritePlan[]): boolean {
  const isSame = (some: readonly string[], others: readonly string[]) => some.join('\n') === others.join('\n')
  const hasItsFiles = alone.every(({ targets: [own = []] }, index) =>
    isSame(filesOf(own), filesOf(all.targets[index] ?? [])),
  )
  const shown = alone.flatMap(({ changes }) => leaving(changes))
  const now = leaving(all.changes)
  return hasItsFiles && now.length === shown.length && isSame(now.toSorted(), shown.toSorted())
}

/** A new highlight may push another one out of MEMORY.md: how many leave counts, not which. */
function leaving(changes: readonly Change[]): readonly string[] {
  return linesLeaving(changes).map(({ path, text }) =>
    path === MEMORY && text.startsWith('|') ? `${path} |` : `${path} ${text}`,
  )
}

/** Plans and applies where no question comes in between: `add --yes`, and kinds that a person allowed for good. */
export function addAtOnce(
  workspace: Workspace,
  additions: readonly Addition[],
  wishes: AddWishes,
  write: (plan: Plan) => Result<Applied> = (plan) => accept({ plan }, workspace),
): Result<{ readonly plan: Plan; readonly applied: Applied | undefined; readonly adding: AddingTo }> {
  return unlessOvertaken<{ plan: Plan; applied: Applied | undefined; adding: AddingTo }>(() => {
    const adding = openForAdding(workspace, wishes)
    if (!adding.ok) return adding
    const plan = planAdditions(adding.value, additions)
    if (!plan.ok) return plan
    if (plan.value.changes.length === 0) return ok({ plan: plan.value, applied: undefined, adding: adding.value })
    const applied = write(plan.value)
    return applied.ok ? ok({ plan: plan.value, applied: applied.value, adding: adding.value }) : applied
  })
}

/** Tries again while another process is quicker. Each failed try is a write of another process that succeeded. */
function unlessOvertaken<T>(attempt: () => Result<T>): Result<T> {
  for (let tries = 1; ; tries += 1) {
    const done = attempt()
    if (done.ok || !OVERTAKEN.has(done.problem.code) || tries >= MOST_TRIES) return done
  }
}

const OVERTAKEN: ReadonlySet<Problem['code']> = new Set(['stale-file', 'path-taken'])
const MOST_TRIES = 100
