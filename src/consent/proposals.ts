/** The proposals of a bank: makes, lists, edits, rejects and reopens them. Also keeps the kinds that are always allowed (S42). */

import { conversationOf, type LeavingLine, type Proposal, type ProposalRef, UNHEARD } from '../bank/proposal.ts'
import { ADDITION_KINDS, type Addition, type AdditionKind } from '../base/addition.ts'
import { invalidAddition } from '../base/addition-problems.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Change, ConflictChoice, Plan, Recovery } from '../base/change.ts'
import { withoutHiddenCharacters } from '../base/hidden-text.ts'
import type { Language, Words } from '../base/language.ts'
import { isOpen, type ProposalStatus } from '../base/proposal-status.ts'
import type { Acceptance } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { recover, withBankLock } from '../disk/bank/recover.ts'
import { homeOf, ProposalStore } from '../disk/state/proposal-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import { linesLeaving } from '../plan/write/judge-changes.ts'
import { nameRemovals } from '../plan/write/write-proposed.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { type AddingTo, drawUpAdditions, openForAdding, planAdditions } from '../verbs/add.ts'
import { stampOfAgent, stampsOf } from '../verbs/stamp.ts'
import { type AcceptedProposal, accept, addAtOnce } from './accept.ts'
import {
  contentFirst,
  contentOf,
  type EarlierOutcome,
  hashOfPlan,
  isDeclinedWith,
  saysTheSame,
  withTargets,
} from './proposal.ts'

/** All entries that wait in a turn, as they are shown. */
export interface WaitingProposal {
  readonly proposals: readonly Proposal[]
  readonly at: string
  readonly planHash: string
  readonly notes: readonly Words[]
  /** Lines that would be removed from the bank. */
  readonly leaving: readonly LeavingLine[]
  readonly language: Language
}

export class Proposals {
  readonly #workspace: Workspace
  readonly #store: ProposalStore
  readonly #isAgentsOwn: (path: BankPath, text: string) => boolean

  constructor(workspace: Workspace, isAgentsOwn: (path: BankPath, text: string) => boolean = () => false) {
    this.#workspace = workspace
    this.#store = new ProposalStore(workspace.place.state, homeOf(workspace.project))
    this.#isAgentsOwn = isAgentsOwn
  }

  /**
   * Adds entries to those that already wait, as one question. An entry that is already in the bank gets only a note.
   */
  propose(session: string, additions: readonly Addition[], pending: readonly ProposalRef[]): Result<WaitingProposal> {
    const at = this.#moment()
    // The block shows every line to be removed, so a yes is the person's choice (S4).
    const stamp = stampOfAgent(this.#workspace, howOf(session), { session })
    const wishes = { language: undefined, onConflict: 'overwrite', at, isAgentsOwn: this.#isAgentsOwn, stamp } as const
    const adding = openForAdding(this.#workspace, wishes)
    if (!adding.ok) return adding
    const waiting = this.asShown(pending).filter(({ status }) => status === 'waiting')
    const named = nameRemovals(additions, adding.value.input.snapshot.files.values())
    if (!named.ok) return named
    const before = waiting.map(({ addition }) => addition)
    const planned = planAdditions(adding.value, named.value, before)
    if (!planned.ok) return planned
    const fresh = named.value.flatMap((addition, index) => {
      const targets = planned.value.targets[waiting.length + index] ?? []
      if (targets.length === 0) return []
      return [this.#waitsAlready(session, addition) ?? this.#add(session, at, addition, targets)]
    })
    const proposals = [...waiting, ...fresh]
    const asked = proposals.map(({ addition }) => addition)
    // Entries that the bank has already are not part of the question.
    const drawn = fresh.length === named.value.length ? planned : drawUpAdditions(adding.value, asked)
    if (!drawn.ok) return drawn
    return ok({
      proposals,
      at,
      planHash: hashOfPlan(drawn.value, asked),
      notes: planned.value.notes,
      leaving: linesLeaving(planned.value.changes),
      language: adding.value.language,
    })
  }

  /** Writes entries of kinds that a person always allows, and keeps them as accepted proposals. */
  carryOutAllowed(session: string, additions: readonly Addition[]): Result<readonly Change[]> {
    const at = this.#moment()
    const stamp = stampOfAgent(this.#workspace, 'allowed', { session })
    const wishes = { language: undefined, onConflict: undefined, at, isAgentsOwn: this.#isAgentsOwn, stamp }
    const done = addAtOnce(this.#workspace, additions, wishes, (plan) => {
      const targets = plan.changes.map((change) => change.path)
      const made = additions.map((addition) => this.#add(session, at, addition, targets))
      const proposals = made.map((proposal) => ({ proposal, seen: proposal.hash }))
      const applied = accept({ plan, proposals }, this.#workspace)
      if (!applied.ok) for (const proposal of made) this.#store.remove(proposal)
      return applied
    })
    return done.ok ? ok(done.value.plan.changes) : done
  }

  list(): readonly Proposal[] {
    return this.#store.list()
  }

  /** Proposals of a session without an answer. */
  openOf(session: string): readonly Proposal[] {
    return this.list().filter((one) => one.session === session && isOpen(one.status))
  }

  /** Finds a proposal by its id or the beginning of it. */
  find(id: string): Result<Proposal> {
    const exact = this.#store.find(id)
    if (exact !== undefined) return ok(exact)
    const near = id.length < 2 ? [] : this.list().filter((one) => one.id.startsWith(id))
    // If several ids match, prefer open proposals.
    const open = near.filter(({ status }) => isOpen(status))
    const [first, second] = open.length > 0 ? open : near
    if (first === undefined) return fail({ code: 'proposal-unknown', id })
    if (second === undefined) return ok(first)
    return fail({ code: 'name-ambiguous', name: id, matches: near.map((one) => one.id) })
  }

  /** Proposals that did not change since they were shown. */
  asShown(refs: readonly ProposalRef[]): readonly Proposal[] {
    return refs.flatMap(({ id, hash }) => {
      const found = this.#store.find(id)
      return found?.hash === hash ? [found] : []
    })
  }

  /** The plan for accepting these at a terminal. `seen`: the proposals before the person edited them. */
  planFor(
    proposals: readonly Proposal[],
    wishes: { readonly language: Language | undefined; readonly onConflict: ConflictChoice | undefined },
    seen: readonly ProposalRef[] = proposals,
  ): Result<{ readonly plan: Plan; readonly adding: AddingTo; readonly proposals: readonly AcceptedProposal[] }> {
    const stamp = stampsOf(this.#workspace, 'terminal', proposals)
    const adding = openForAdding(this.#workspace, { ...wishes, stamp })
    if (!adding.ok) return adding
    const plan = planAdditions(
      adding.value,
      proposals.map((proposal) => proposal.addition),
    )
    if (!plan.ok) return plan
    const accepted = proposals.map((proposal, index) => ({
      proposal: withTargets(proposal, plan.value.targets[index]),
      seen: seen[index]?.hash ?? proposal.hash,
    }))
    return ok({ plan: plan.value, adding: adding.value, proposals: accepted })
  }

  /** Keeps a person's edits. The proposal still waits. */
  keepEdited(edited: Proposal): Result<Proposal> {
    const { id } = edited
    return this.#withLock(() => {
      this.#store.adopt(id)
      const status = this.#store.find(id)?.status ?? 'void'
      if (!isOpen(status)) return fail({ code: 'proposal-settled', id, status })
      this.#store.rewrite({ ...edited, status })
      return ok(edited)
    })
  }

  /**
   * Rejects all of these proposals, or none if one cannot be rejected. An agent that proposes one again gets the
   * reason.
   */
  reject(ids: readonly string[], because?: string): Result<readonly Proposal[]> {
    const reason = reasonIn(because ?? '')
    return reason.ok ? this.#turn(ids, isOpen, 'rejected', reason.value) : reason
  }

  /** Rejected and skipped proposals wait again, all or none. An accepted one reopens when its change is undone. */
  reopen(ids: readonly string[]): Result<readonly Proposal[]> {
    return this.#turn(ids, (status) => status === 'rejected' || isOpen(status), 'waiting', undefined)
  }

  #turn(
    ids: readonly string[],
    mayTurn: (status: ProposalStatus) => boolean,
    to: 'rejected' | 'waiting',
    because: string | undefined,
  ): Result<readonly Proposal[]> {
    return this.#withLock(() => {
      const found: Proposal[] = []
      for (const name of new Set(ids)) {
        const one = this.find(name)
        if (!one.ok) return one
        const { id, status } = one.value
        if (!mayTurn(status)) return fail({ code: 'proposal-settled', id, status })
        found.push(one.value)
      }
      return ok(
        found.map(({ because: before, ...proposal }) => {
          const turned = { ...proposal, status: to, ...(because === undefined ? {} : { because }) }
          this.#store.settle(proposal.id, proposal.status, to)
          if (because !== before) this.#store.rewrite(turned)
          return turned
        }),
      )
    })
  }

  /** Settles a proposal. Returns whether it was still open. */
  settle(id: string, to: 'rejected' | 'skipped' | 'void'): boolean {
    const done = this.#withLock(() =>
      ok(this.#store.settle(id, 'waiting', to) || (to === 'rejected' && this.#store.settle(id, 'skipped', to))),
    )
    return done.ok && done.value
  }

  #withLock<T>(step: () => Result<T>): Result<T> {
    return withBankLock(this.#workspace.place, step)
  }

  /** Finishes or undoes the work of an interrupted command, including its acceptances. */
  recover(): Result<readonly Recovery[]> {
    return recover(this.#workspace.place)
  }

  /**
   * The outcome of an earlier proposal of this entry in the conversation (S40), or in any conversation while a project
   * is learned (S29).
   */
  earlierOutcomeOf(
    session: string,
    addition: Addition,
    pending: readonly ProposalRef[],
    heardIn: 'conversation' | 'project' = 'conversation',
  ): EarlierOutcome {
    const waiting = this.asShown(pending).filter(({ status }) => status === 'waiting')
    if (waiting.some((one) => saysTheSame(one.addition, addition))) return { kind: 'waiting' }
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

  allowed(): readonly AdditionKind[] {
    return this.#store.allowed()
  }

  allow(kind: AdditionKind): void {
    this.#store.allow(ADDITION_KINDS.filter((one) => one === kind || this.allowed().includes(one)))
  }

  disallow(kind: AdditionKind): void {
    this.#store.allow(this.allowed().filter((one) => one !== kind))
  }

  /** An entry that waits for a terminal is asked once, even if several sessions propose it. */
  #waitsAlready(session: string, addition: Addition): Proposal | undefined {
    if (!session.startsWith(UNHEARD)) return undefined
    return this.list().find(
      (one) =>
        one.status === 'waiting' && one.session.startsWith(UNHEARD) && contentOf(one.addition) === contentOf(addition),
    )
  }

  #add(session: string, at: string, addition: Addition, targets: readonly BankPath[]): Proposal {
    const { host } = this.#workspace
    const content = { session, at, addition, targets: targets.toSorted(contentFirst) }
    return this.#store.add(host === undefined ? content : { ...content, host })
  }

  #moment(): string {
    return `${this.#workspace.now().toISOString().slice(0, 19)}Z`
  }
}

/** In a client whose chat Memory Bank cannot read, the person answers in a form. */
export function howOf(session: string): Acceptance {
  return session.startsWith(UNHEARD) ? 'form' : 'chat'
}

const LONGEST_REASON = 500

/** The reason in one line; undefined if it is empty. */
function reasonIn(because: string): Result<string | undefined> {
  const reason = withoutHiddenCharacters(because).replace(/\s+/g, ' ').trim().toWellFormed()
  const secret = findSecrets(reason)[0]
  if (secret !== undefined)
    return fail({ code: 'addition-secret', path: 'because', line: 1, kind: secret.kind, holds: 'secret' })
  return reason.length > LONGEST_REASON ? fail(invalidAddition(TOO_LONG, SHORTER)) : ok(reason || undefined)
}

const TOO_LONG: Words = {
  en: `The reason is longer than ${LONGEST_REASON} characters.`,
  zh: `理由超过 ${LONGEST_REASON} 个字符。`,
}
const SHORTER: Words = { en: 'Shorten it to one sentence.', zh: '请用一句话说明。' }
