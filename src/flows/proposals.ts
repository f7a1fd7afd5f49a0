/**
 * Proposals: made, listed, shown, accepted, rejected, and the kinds a person allows for good (S42).
 *
 * A proposal is carried out only as it was shown: its content by its hash, the bank by the plan, drawn up again at
 * acceptance. A pure addition must come to the same files (S16); a plan that takes anything out of the bank must come out
 * the same. Where it does not, nothing is written, and it is proposed anew.
 *
 * An acceptance is part of the transaction that writes it: whenever a process dies, the bank is as it was and the proposal
 * waits, or both are done. Undoing the transaction opens the proposal again.
 */

import { ADDITION_KINDS, type Addition, type AdditionKind } from '../core/addition.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Applied, Change, ConflictChoice, Plan, Recovery } from '../core/change.ts'
import type { Language, Words } from '../core/language.ts'
import { conversationOf, type LeavingLine, type Proposal, type ProposalRef, UNHEARD } from '../core/proposal.ts'
import type { ProposalStatus, ProposalStep } from '../core/proposal-status.ts'
import type { Stamp } from '../core/provenance.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { encodeProposal } from '../text/encode-proposal.ts'
import { alone, recover } from '../workspace/bank/recover.ts'
import { homeOf } from '../workspace/state/proposal-names.ts'
import { ProposalStore } from '../workspace/state/proposal-store.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { linesLeaving } from '../write/lines-leaving.ts'
import { nameRemovals } from '../write/write-proposed.ts'
import { type AddingTo, type AddWishes, addAtOnce, drawUpAdditions, openForAdding, planAdditions } from './add.ts'
import { carryOut } from './carry-out.ts'
import { withTargets } from './edited-proposal.ts'
import { contentFirst, hashOfPlan } from './plan-hash.ts'
import { contentOf, isDeclinedWith, type Standing, saysTheSame } from './proposal-standing.ts'
import { stampOfAgent, stampsOf } from './stamp.ts'

/** All that waits in one turn, as it is shown. */
export interface Waiting {
  readonly proposals: readonly Proposal[]
  readonly at: string
  readonly planHash: string
  readonly notes: readonly Words[]
  /** What would no longer stand in the bank. */
  readonly leaving: readonly LeavingLine[]
  readonly language: Language
}

export type CarriedOut =
  | { readonly kind: 'applied'; readonly changes: readonly Change[]; readonly proposals: readonly Proposal[] }
  /** A person gave some of these other words elsewhere, after they were shown: all of them go on waiting. */
  | { readonly kind: 'edited'; readonly waiting: readonly Proposal[] }
  /** The bank, or a proposal, is no longer as it was shown. */
  | { readonly kind: 'changed'; readonly proposals: readonly Proposal[] }
  /** Somebody else has answered, or nothing of it is left. */
  | { readonly kind: 'nothing' }

export class Proposals {
  readonly #workspace: Workspace
  readonly #store: ProposalStore
  readonly #isAgentsOwn: (path: BankPath, text: string) => boolean

  constructor(workspace: Workspace, isAgentsOwn: (path: BankPath, text: string) => boolean = () => false) {
    this.#workspace = workspace
    this.#store = new ProposalStore(workspace.place.state, homeOf(workspace.project))
    this.#isAgentsOwn = isAgentsOwn
  }

  /** These after those that wait already; all of them are one question. What the bank says already is noted, not asked. */
  propose(session: string, additions: readonly Addition[], pending: readonly ProposalRef[]): Result<Waiting> {
    const at = this.#moment()
    const adding = openForAdding(this.#workspace, this.#wishes(at, this.#stamp(session), 'overwrite'))
    if (!adding.ok) return adding
    const waiting = pending
      .flatMap((ref) => this.#asShown(ref) ?? [])
      .filter((proposal) => proposal.status === 'waiting')
    const named = nameRemovals(additions, adding.value.input.snapshot.files.values())
    if (!named.ok) return named
    const planned = planAdditions(
      adding.value,
      named.value,
      waiting.map((proposal) => proposal.addition),
    )
    if (!planned.ok) return planned
    const { changes, notes } = planned.value
    const fresh = named.value.flatMap((addition, index) => {
      const targets = planned.value.targets[waiting.length + index] ?? []
      if (targets.length === 0) return []
      return [
        this.#waitsAlready(session, addition) ??
          this.#store.add({ session, at, addition, targets: targets.toSorted(contentFirst), ...this.#host() }),
      ]
    })
    return ok({
      proposals: [...waiting, ...fresh],
      at,
      // Warnings follow from the content, which is bound already; so an acceptance need not judge it again.
      planHash: hashOfPlan({ ...planned.value, notes: planned.value.drawnNotes }),
      notes,
      leaving: linesLeaving(changes),
      language: adding.value.language,
    })
  }

  /** Of what was shown, what the person chose; once, and only as it was shown. */
  carryOutChosen(
    shown: { readonly entries: readonly ProposalRef[]; readonly at: string; readonly planHash: string },
    chosen: readonly string[],
    session: string,
  ): Result<CarriedOut> {
    const waiting = chosen.flatMap((id) => this.#store.find(id) ?? []).filter(({ status }) => status === 'waiting')
    const isAsShown = ({ id, hash }: Proposal) => shown.entries.some((one) => one.id === id && one.hash === hash)
    const known = waiting.filter((one) => one.was !== undefined || isAsShown(one))
    if (!known.every(isAsShown)) return ok({ kind: 'edited', waiting: known })
    const wishes = this.#wishes(shown.at, this.#stamp(session), 'overwrite')
    for (let tries = 1; ; tries += 1) {
      const adding = openForAdding(this.#workspace, wishes)
      const all = shown.entries.map((ref) => this.#asShown(ref))
      const won = all
        .flatMap((proposal) => proposal ?? [])
        .filter(({ id, status }) => chosen.includes(id) && status === 'waiting')
      if (won.length === 0) return ok({ kind: 'nothing' })
      // The person agreed; what keeps the bank from being written, a merge for one, passes.
      if (!adding.ok) return adding
      const plan = this.#planAsShown(adding.value, all, shown.planHash, won)
      if (plan === undefined || tries > MOST_TRIES) {
        for (const { id } of won) this.#answer(id, 'waiting', 'void')
        return ok({ kind: 'changed', proposals: won })
      }
      const applied = this.accept(plan, won)
      if (applied.ok) return ok({ kind: 'applied', changes: plan.changes, proposals: won })
      // Another process was quicker, and each time that is one of its writes that succeeded: what its bank makes of the
      // plan, and what is left to accept, is seen when it is drawn up again.
      if (isOvertaken(applied) || isAnswered(applied)) continue
      for (const { id } of won) this.#answer(id, 'waiting', 'skipped')
      return applied
    }
  }

  /** Undefined where drawing up what was shown no longer gives what was shown, which was judged when it was shown. */
  #planAsShown(
    adding: AddingTo,
    all: readonly (Proposal | undefined)[],
    planHash: string,
    won: readonly Proposal[],
  ): Plan | undefined {
    const additions = all.flatMap((proposal) => proposal?.addition ?? [])
    if (additions.length !== all.length) return undefined
    const whole = drawUpAdditions(adding, additions)
    if (!whole.ok || hashOfPlan(whole.value) !== planHash) return undefined
    if (won.length === all.length) return whole.value
    const part = planAdditions(
      adding,
      won.map((proposal) => proposal.addition),
    )
    return part.ok ? part.value : undefined
  }

  /** Kinds that a person allowed for good are carried out as they are proposed, and kept as accepted. */
  carryOutAllowed(session: string, additions: readonly Addition[]): Result<readonly Change[]> {
    const at = this.#moment()
    const wishes = this.#wishes(at, stampOfAgent(this.#workspace, 'allowed', { session }))
    const done = addAtOnce(this.#workspace, additions, wishes, (plan) => {
      const targets = plan.changes.map((change) => change.path)
      const made = additions.map((addition) => this.#store.add({ session, at, addition, targets, ...this.#host() }))
      const applied = this.accept(plan, made)
      if (!applied.ok) for (const proposal of made) this.#store.remove(proposal)
      return applied
    })
    return done.ok ? ok(done.value.plan.changes) : done
  }

  list(): readonly Proposal[] {
    return this.#store.list()
  }

  /** What a session proposed that nobody has answered. */
  openOf(session: string): readonly Proposal[] {
    return this.list().filter((one) => one.session === session && isOpen(one.status))
  }

  /** By its id or the beginning of it. */
  find(id: string): Result<Proposal> {
    const exact = this.#store.find(id)
    if (exact !== undefined) return ok(exact)
    const near = id.length < 2 ? [] : this.list().filter((one) => one.id.startsWith(id))
    // Of several that begin alike, those that may still be answered are meant.
    const open = near.filter(({ status }) => isOpen(status))
    const [first, second] = open.length > 0 ? open : near
    if (first === undefined) return fail({ code: 'proposal-unknown', id })
    if (second === undefined) return ok(first)
    return fail({ code: 'name-ambiguous', name: id, matches: near.map((one) => one.id) })
  }

  /** What accepting these would do to the bank as it is now. */
  show(
    proposals: readonly Proposal[],
    wishes: { readonly language: Language | undefined; readonly onConflict: ConflictChoice | undefined },
  ): Result<{ readonly plan: Plan; readonly adding: AddingTo; readonly proposals: readonly Proposal[] }> {
    const stamp = stampsOf(this.#workspace, 'terminal', proposals)
    const adding = openForAdding(this.#workspace, { ...wishes, stamp })
    if (!adding.ok) return adding
    const plan = planAdditions(
      adding.value,
      proposals.map((proposal) => proposal.addition),
    )
    if (!plan.ok) return plan
    const { targets } = plan.value
    return ok({
      plan: plan.value,
      adding: adding.value,
      // Other words may lead to other files.
      proposals: proposals.map((one, index) => (one.was === undefined ? one : withTargets(one, targets[index]))),
    })
  }

  /**
   * A person has seen what these come to and agreed: the plan is carried out, and they are accepted by it. Of two who do
   * so only one has their way. `seen` are the proposals as they were before this person changed their words.
   */
  accept(plan: Plan, proposals: readonly Proposal[], seen: readonly ProposalRef[] = proposals): Result<Applied> {
    const steps: ProposalStep[] = []
    for (const [index, proposal] of proposals.entries()) {
      const { id, hash } = proposal
      this.#store.adopt(id)
      const from = this.#store.find(id)?.status ?? 'void'
      if (!isOpen(from)) return fail({ code: 'proposal-settled', id, status: from })
      const was = seen[index]?.hash ?? hash
      steps.push({ id, hash: was, from, to: 'accepted', ...(was === hash ? {} : { text: encodeProposal(proposal) }) })
    }
    return carryOut({ ...plan, proposals: steps }, this.#workspace)
  }

  /** The proposal goes on waiting, with a person's words. */
  keepEdited(edited: Proposal): Result<Proposal> {
    const { id } = edited
    return this.#alone(() => {
      this.#store.adopt(id)
      const status = this.#store.find(id)?.status ?? 'void'
      if (!isOpen(status)) return fail({ code: 'proposal-settled', id, status })
      this.#store.rewrite({ ...edited, status })
      return ok(edited)
    })
  }

  /** Each, or none where one of them cannot be. */
  reject(ids: readonly string[], because: string | undefined): Result<readonly Proposal[]> {
    return this.#turn(ids, isOpen, 'rejected', because)
  }

  /**
   * A person wants these after all: what was rejected or skipped waits again. Each, or none where one of them cannot.
   * What was accepted opens again by undoing the change.
   */
  reopenDeclined(ids: readonly string[]): Result<readonly Proposal[]> {
    return this.#turn(ids, (status) => status === 'rejected' || isOpen(status), 'waiting', undefined)
  }

  /** Each as it is named; those that are so already stay so. */
  #turn(
    ids: readonly string[],
    mayTurn: (status: ProposalStatus) => boolean,
    to: 'rejected' | 'waiting',
    because: string | undefined,
  ): Result<readonly Proposal[]> {
    return this.#alone(() => {
      const found: Proposal[] = []
      for (const name of new Set(ids)) {
        const one = this.find(name)
        if (!one.ok) return one
        const { id, status } = one.value
        if (!mayTurn(status)) return fail({ code: 'proposal-settled', id, status })
        found.push(one.value)
      }
      for (const { id, status } of found) this.#store.settle(id, status, to)
      const turned = found.map(({ because: _, ...proposal }) => ({
        ...proposal,
        status: to,
        ...(because === undefined ? {} : { because }),
      }))
      for (const [index, proposal] of turned.entries())
        if (proposal.because !== found[index]?.because) this.#store.rewrite(proposal)
      return ok(turned)
    })
  }

  /** Whether it still waited, or had been skipped. */
  settle(id: string, to: 'rejected' | 'skipped'): boolean {
    return this.#answer(id, 'waiting', to) || (to === 'rejected' && this.#answer(id, 'skipped', to))
  }

  #answer(id: string, from: ProposalStatus, to: ProposalStatus): boolean {
    const done = this.#alone(() => ok(this.#store.settle(id, from, to)))
    return done.ok && done.value
  }

  #alone<T>(step: () => Result<T>): Result<T> {
    return alone(this.#workspace.place, step)
  }

  /** What an interrupted command left is settled: an acceptance among it is done, or waits again. */
  recover(): Result<readonly Recovery[]> {
    return recover(this.#workspace.place)
  }

  /**
   * What has become of this entry, or of one that says the same, in this conversation (S40); where a project is learned, in
   * any (S29).
   */
  standingOf(
    session: string,
    addition: Addition,
    pending: readonly ProposalRef[],
    heardIn: 'conversation' | 'project' = 'conversation',
  ): Standing {
    const waiting = pending.map((ref) => this.#asShown(ref)).filter((one) => one?.status === 'waiting')
    if (waiting.some((one) => saysTheSame(one?.addition, addition))) return { kind: 'waiting' }
    const conversation = conversationOf(session)
    const all = this.list()
    const heard = all.filter((one) => conversationOf(one.session) === conversation)
    const declined = (heardIn === 'project' ? all : heard).findLast(
      (one) => one.status === 'rejected' && isDeclinedWith(one, addition),
    )
    if (declined !== undefined) return { kind: 'declined', because: declined.because }
    const isSkipped = heard.some((one) => one.status === 'skipped' && saysTheSame(one.addition, addition))
    return { kind: isSkipped ? 'skipped' : 'new' }
  }

  /** What waits for a terminal is asked for once, however many sessions propose it. */
  #waitsAlready(session: string, addition: Addition): Proposal | undefined {
    if (!session.startsWith(UNHEARD)) return undefined
    return this.list().find(
      (one) =>
        one.status === 'waiting' && one.session.startsWith(UNHEARD) && contentOf(one.addition) === contentOf(addition),
    )
  }

  allowed(): readonly AdditionKind[] {
    return this.#store.allowed()
  }

  allow(kind: AdditionKind): void {
    this.#store.allow(ADDITION_KINDS.filter((one) => one === kind || this.allowed().includes(one)))
  }

  disallow(kind: AdditionKind): void {
    this.#store.allow(this.allowed().filter((one) => one !== kind))
  }

  /** The proposal, if it still reads as it was shown. */
  #asShown({ id, hash }: ProposalRef): Proposal | undefined {
    const proposal = this.#store.find(id)
    return proposal?.hash === hash ? proposal : undefined
  }

  /** A proposal shows every line that would go, so that a yes to it is the person's choice (S4). */
  #wishes(at: string, stamp: Stamp, onConflict?: ConflictChoice): AddWishes {
    return { language: undefined, onConflict, at, isAgentsOwn: this.#isAgentsOwn, stamp }
  }

  /** A client whose chat we cannot see has its user answer in a form. */
  #stamp(session: string): Stamp {
    return stampOfAgent(this.#workspace, session.startsWith(UNHEARD) ? 'form' : 'chat', { session })
  }

  #host(): Pick<Proposal, 'host'> {
    const { host } = this.#workspace
    return host === undefined ? {} : { host }
  }

  #moment(): string {
    return `${this.#workspace.now().toISOString().slice(0, 19)}Z`
  }
}

/** May still be accepted. */
export function isOpen(status: ProposalStatus): boolean {
  return status === 'waiting' || status === 'skipped'
}

/** By somebody else, or edited. */
function isAnswered(applied: Result<Applied>): boolean {
  return !applied.ok && (applied.problem.code === 'proposal-settled' || applied.problem.code === 'proposal-changed')
}

export function isOvertaken(applied: Result<Applied>): boolean {
  return !applied.ok && (applied.problem.code === 'stale-file' || applied.problem.code === 'path-taken')
}

/** Each try that fails is one of somebody else's that succeeded. */
export const MOST_TRIES = 100
