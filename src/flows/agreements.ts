/**
 * What waits for the person's word in a session, our refresh plan or entries that were proposed, and what their word
 * brings about.
 *
 * Only the person's own next message in that very session answers, once; our code then carries out what was shown. If
 * our code fails, the session goes on without it and nothing is written (S37).
 */

import { type Addition, nameOfKind } from '../core/addition.ts'
import { invalidAddition } from '../core/addition-problems.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Change, ConflictChoice, Plan } from '../core/change.ts'
import { choiceIn } from '../core/conflict-words.ts'
import type { Words } from '../core/language.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import { explainToModel, type Problem } from '../core/problem.ts'
import type { Proposal, ProposalRef } from '../core/proposal.ts'
import { type GuardState, LEFT_OPEN, leavesOpen, type Reopened } from '../guard/state.ts'
import { termsOf } from '../guard/terms.ts'
import type { Answer } from '../guard/words.ts'
import { decodeAdditions, headlineOf } from '../text/decode-addition.ts'
import { holdsHiddenText } from '../text/hidden-text.ts'
import { proposalQuestion, proposalText } from '../text/proposal-text.ts'
import { decodeMasked, type MaskedValue, maskValue, unmaskValue } from '../workspace/state/mask-value.ts'
import type { SessionMemory } from '../workspace/state/session-log.ts'
import type { Workspace } from '../workspace/workspace.ts'
import {
  CHANGED,
  COULD_NOT,
  END_WORDS,
  FOR_THE_MAIN_AGENT,
  HIDDEN,
  MUST_CHOOSE,
  NO_PERSON,
  NOT_SHOWN,
  PLAN_FIRST,
  REOPENED,
  SAID_ALREADY,
  SHOW_IT,
  SHOWN_FOR_YOU,
  UNHIDE,
} from './agreement-words.ts'
import { carryOut } from './carry-out.ts'
import { traceOfAddition } from './declined.ts'
import { chooseLanguage } from './guard-policy.ts'
import { type Standing, standingWords } from './proposal-standing.ts'
import type { Proposals } from './proposals.ts'
import type { Sessions } from './sessions.ts'
import type { Showing } from './showing.ts'
import { withExample } from './with-example.ts'
import { writtenText } from './written-text.ts'

/** What a host gives the model, and what now waits. */
export interface Proposed {
  readonly text: string
  readonly proposals: readonly Proposal[]
  /** As the person reads it. */
  readonly block?: string
  /** What was written at once, of kinds that a person allowed for good. */
  readonly done?: string
  /** For a host whose user answers in a form of its own: what to ask there. */
  readonly question?: string
  /** Why nothing waits, where it was refused. */
  readonly problem?: Problem
}

interface Around {
  /** `doctor` is told. */
  readonly failed: (what: string) => Promise<void>
  /** What stands at these paths now is right. */
  readonly wrote: (paths: readonly BankPath[]) => Promise<void>
  /** What was proposed in this session changed entries that stood there (S56). */
  readonly changed: (session: string, changes: readonly Change[]) => Promise<void>
  /** Whether the agent itself left a file so. */
  readonly isAgentsOwn: (path: BankPath, text: string) => boolean
}

export class Agreements {
  readonly #workspace: Workspace
  readonly #log: SessionMemory
  readonly #sessions: Sessions
  readonly #around: Around
  readonly #showing: Showing
  #known: Proposals | undefined
  /** Sessions whose next message is the one our command became: a plan with how it is answered, or learning (S29). */
  readonly #commanded = new Map<string, 'yes' | 'choice' | 'learn'>()

  constructor(workspace: Workspace, log: SessionMemory, sessions: Sessions, showing: Showing, around: Around) {
    this.#workspace = workspace
    this.#log = log
    this.#sessions = sessions
    this.#around = around
    this.#showing = showing
  }

  async planRefresh(session: string, argument: string): Promise<string> {
    const part = FOLD.test(argument) ? 'fold' : undefined
    return (await this.#safely('plan', () => this.#plan(session, choiceIn(argument), part))) ?? this.#say(COULD_NOT)
  }

  async #plan(session: string, choice: ConflictChoice | undefined, part: 'fold' | undefined): Promise<string> {
    // The planners, and with them the proposals, are loaded when first asked for: a hook's process rarely needs them.
    const { isChoice, refreshQuestion } = await import('./refresh-question.ts')
    const asked = refreshQuestion(this.#workspace, choice, part)
    if (!asked.ok) return this.#explained(asked.problem, '\n')
    const { text, held } = asked.value
    if (held !== undefined) {
      this.#log.keepPlan(session, maskValue(held))
      this.#showing.ask(session, { text, topics: [] })
      this.#commanded.set(session, isChoice(held) ? 'choice' : 'yes')
    }
    return text
  }

  /** `/memory-bank-learn`: the next message is the one that the command becomes. */
  expectLearning(session: string): void {
    this.#commanded.set(session, 'learn')
  }

  /** For this turn, each entry must rest on something in the repository. */
  beginLearning(session: string): void {
    this.#sessions.record(session, [{ at: 'said', rule: LEARNING }])
  }

  async propose(session: string, input: unknown): Promise<Proposed> {
    const proposed = await this.#safely('propose', () => this.#propose(session, input))
    return proposed ?? { text: this.#say(COULD_NOT), proposals: [] }
  }

  async #propose(session: string, input: unknown): Promise<Proposed> {
    const state = this.#sessions.state(session)
    if (state.parent !== undefined) return { text: this.#say(FOR_THE_MAIN_AGENT), proposals: [] }
    if (state.proposal?.kind === 'plan') return { text: this.#say(PLAN_FIRST), proposals: [] }
    const decoded = decodeAdditions(input)
    if (!decoded.ok) return this.#refused(withExample(decoded.problem, input))
    if (holdsHiddenText(input)) return this.#refused(invalidAddition(HIDDEN, UNHIDE))
    const isLearning = state.saidThisTurn.has(LEARNING)
    const { unprovenIn } = await import('./verify-evidence.ts')
    const unproven = unprovenIn(decoded.value, this.#workspace, isLearning ? 'learning' : 'otherwise')
    if (unproven !== undefined) return this.#refused(unproven)
    const known = await this.#proposals()
    const waiting = state.proposal?.kind === 'entries' ? state.proposal.entries : []
    const heardIn = isLearning ? 'project' : 'conversation'
    // What the user declined or passed over is asked again only at their own request, what waits never.
    const isAskedFor = state.granted.kind === 'everything'
    const sorted = decoded.value.map((one) => ({ one, standing: known.standingOf(session, one, waiting, heardIn) }))
    const isWanted = ({ standing: { kind } }: { standing: Standing }) =>
      kind === 'new' || (isAskedFor && kind !== 'waiting')
    const unwanted = sorted.filter((each) => !isWanted(each)).map(({ standing }) => standing)
    const wanted = sorted.filter(isWanted).map(({ one }) => one)
    const left = new Set(unwanted.map((standing) => this.#say(standingWords(standing))))
    const waits = unwanted.some(({ kind }) => kind === 'waiting')
    if (wanted.length === 0 && !waits) return { text: [...left].join('\n'), proposals: [] }
    const proposed =
      wanted.length === 0 ? this.#ask(known, session, [], waiting) : await this.#carryOutAndAsk(known, session, wanted)
    return { ...proposed, text: [...left, proposed.text].join('\n') }
  }

  /** Kinds that a person has allowed for good are written at once; the others wait for their word. */
  async #carryOutAndAsk(known: Proposals, session: string, wanted: readonly Addition[]): Promise<Proposed> {
    const { proposal } = this.#sessions.state(session)
    const allowed = new Set<Addition['kind']>(known.allowed())
    const free = wanted.filter((addition) => allowed.has(addition.kind))
    const asked = wanted.filter((addition) => !allowed.has(addition.kind))
    const done = free.length === 0 ? undefined : await this.#carryOutAllowed(known, session, free)
    const waiting = proposal?.kind === 'entries' ? proposal.entries : []
    if (asked.length === 0 && (done === undefined || waiting.length === 0))
      return done ?? { text: this.#say(SAID_ALREADY), proposals: [] }
    const proposed = this.#ask(known, session, asked, waiting)
    return done === undefined ? proposed : { ...done, ...proposed, text: `${done.text}\n\n${proposed.text}` }
  }

  /** The person has spoken: what they did not agree to is settled; what they agreed to waits to be carried out. */
  async answered(before: GuardState, now: GuardState, answer: Answer | undefined): Promise<void> {
    const chosen = new Set(now.accepted?.chosen)
    // What the person has not seen they have not answered.
    const entries = before.proposal?.kind === 'entries' && now.proposal === undefined ? before.proposal.entries : []
    const left = entries.filter(({ id }) => !chosen.has(id)).map(({ id }) => id)
    const refused = left.filter((id) => answer === 'reject' || now.refused.includes(id))
    await this.#settle(refused, 'rejected')
    await this.#settle(
      left.filter((id) => !refused.includes(id)),
      'skipped',
    )
    // An acceptance that no host carried out in its turn is void, unless its proposal was shown again.
    const asked = before.proposal?.kind === 'entries' ? idsOf(before.proposal.entries) : []
    const unheeded = before.accepted?.chosen.filter((id) => !asked.includes(id)) ?? []
    await this.#settle(unheeded, 'skipped')
  }

  async carryOutAccepted(session: string): Promise<string | undefined> {
    return this.#safely('carry out', () => this.#carryOut(session))
  }

  async #carryOut(session: string): Promise<string | undefined> {
    const commanded = this.#commanded.get(session)
    this.#commanded.delete(session)
    if (commanded === 'learn') {
      this.beginLearning(session)
      return undefined
    }
    if (commanded !== undefined) {
      const { proposal } = this.#sessions.state(session)
      if (proposal?.kind === 'entries') await this.#settle(idsOf(proposal.entries), 'skipped')
      this.#recordPlan(session, commanded)
      return undefined
    }
    const { planAccepted, planChoice, accepted, proposal, reopened } = this.#sessions.state(session)
    if (proposal !== undefined) return this.#tellUnanswered(session)
    if (reopened !== undefined) return this.#reopen(session, reopened)
    const plan = decodeMasked(this.#log.takePlan(session))
    if (plan !== undefined && planAccepted) return this.#carryOutPlan(session, plan, planChoice)
    if (accepted === undefined) return undefined
    const known = await this.#proposals()
    const done = known.carryOutChosen(accepted, accepted.chosen, session)
    if (!done.ok) return `[memory-bank] ${this.#explained(done.problem)}`
    switch (done.value.kind) {
      case 'nothing':
        return undefined
      case 'applied':
        await this.#around.changed(session, done.value.changes)
        return this.#wrote(session, done.value.changes)
      case 'edited':
        return this.#askAgain(this.#ask(known, session, [], done.value.waiting))
      case 'changed': {
        const additions = done.value.proposals.map((proposal) => proposal.addition)
        return this.#askAgain(this.#ask(known, session, additions, []))
      }
    }
  }

  #askAgain({ block, text }: Proposed): string {
    return `[memory-bank] ${this.#say(CHANGED)}\n\n${block ?? text}`
  }

  /** The user takes their no back: the same question is shown again, and needs their yes. A plan is drawn up anew. */
  async #reopen(session: string, reopened: Reopened): Promise<string | undefined> {
    if (reopened.kind === 'plan') {
      const text = await this.#plan(session, undefined, undefined)
      const commanded = this.#commanded.get(session)
      if (commanded !== undefined) this.#recordPlan(session, commanded)
      return `[memory-bank] ${this.#say(REOPENED)}\n\n${text}`
    }
    const known = await this.#proposals()
    const open = known.reopenDeclined(reopened.ids)
    if (!open.ok) return `[memory-bank] ${this.#explained(open.problem)}`
    const { block, text } = this.#ask(known, session, [], open.value)
    return `[memory-bank] ${this.#say(REOPENED)}\n\n${block ?? text}`
  }

  #recordPlan(session: string, commanded: 'yes' | 'choice' | 'learn'): void {
    this.#commanded.delete(session)
    this.#sessions.record(session, [{ at: 'proposed', targets: [], plan: commanded === 'choice' ? 'choice' : true }])
  }

  /** The user confirmed a proposal that they were not shown, or did not choose. Report it once and keep it pending. */
  #tellUnanswered(session: string): string | undefined {
    const { proposal, saidEver, unansweredYes, shown } = this.#sessions.state(session)
    const about = `not-shown ${proposal?.kind === 'entries' ? idsOf(proposal.entries).join(' ') : 'plan'}`
    if (!unansweredYes || saidEver.has(about)) return undefined
    this.#sessions.record(session, [{ at: 'said', rule: about }])
    const mustChoose = proposal?.kind === 'plan' && proposal.chooses && shown
    return `[memory-bank] ${this.#say(mustChoose ? MUST_CHOOSE : shown ? NO_PERSON : NOT_SHOWN)}`
  }

  async sessionEndQuestion(session: string): Promise<string | undefined> {
    return this.#safely('session end', () => this.#openAtTheEnd(session))
  }

  async #openAtTheEnd(session: string): Promise<string | undefined> {
    const state = this.#sessions.state(session)
    if (!leavesOpen(state)) return undefined
    const { unconfirmed, skipped } = state
    const open = skipped ? (await this.#proposals()).openOf(session) : []
    if (unconfirmed.length + open.length === 0) return undefined
    this.#sessions.record(session, [{ at: 'said', rule: LEFT_OPEN }])
    const language = chooseLanguage(this.#workspace)
    const words = END_WORDS[language]
    const written = unconfirmed.map((path) => `- ${BANK_FOLDER}/${path}`)
    const proposed = open.map(
      ({ id, addition }) => `- ${id} ${nameOfKind(addition.kind, language)}${words.colon}${headlineOf(addition)}`,
    )
    return [
      words.question,
      ...(written.length === 0 ? [] : [words.unconfirmed, ...written]),
      ...(proposed.length === 0 ? [] : [words.open, ...proposed]),
      words.how,
    ].join('\n')
  }

  /** The session is over: what still waited in it was skipped, and stays listed. */
  async ended(session: string): Promise<void> {
    this.#commanded.delete(session)
    const { proposal, accepted } = this.#sessions.state(session)
    const waiting = proposal?.kind === 'entries' ? idsOf(proposal.entries) : []
    await this.#settle([...waiting, ...(accepted?.chosen ?? [])], 'skipped')
  }

  async #proposals(): Promise<Proposals> {
    if (this.#known === undefined) {
      const { Proposals } = await import('./proposals.ts')
      this.#known ??= new Proposals(this.#workspace, this.#around.isAgentsOwn)
    }
    return this.#known
  }

  async #settle(ids: readonly string[], status: 'rejected' | 'skipped'): Promise<void> {
    if (ids.length === 0) return
    const known = await this.#proposals()
    for (const id of ids) known.settle(id, status)
  }

  #ask(
    known: Proposals,
    session: string,
    additions: readonly Addition[],
    pending: Parameters<Proposals['propose']>[2],
  ): Proposed {
    const proposed = known.propose(session, additions, pending)
    if (!proposed.ok) return this.#refused(proposed.problem)
    const { proposals, at, planHash, notes, leaving, language } = proposed.value
    if (proposals.length === 0) {
      const said = notes.map((note) => note[language])
      return { text: [this.#say(SAID_ALREADY), ...said].join('\n'), proposals }
    }
    const entries = proposals.map(({ id, hash }) => ({ id, hash }))
    const terms = termsOf(proposals.map(({ addition }) => headlineOf(addition)).join('\n'))
    const traces = proposals.map(({ addition, targets }) => traceOfAddition(addition, targets))
    this.#sessions.record(session, [{ at: 'proposed', targets: [], entries: { entries, at, planHash }, terms, traces }])
    const block = proposalText(proposals, { notes, leaving }, language)
    this.#showing.ask(session, {
      text: block,
      topics: proposals.map(({ addition }) => ({ kind: addition.kind, headline: headlineOf(addition) })),
    })
    const text = `${this.#say(this.#workspace.showsBlocks === true ? SHOWN_FOR_YOU : SHOW_IT)}\n\n${block}`
    return { text, proposals, block, question: proposalQuestion(proposals, { notes, leaving }, language) }
  }

  async #carryOutAllowed(known: Proposals, session: string, additions: readonly Addition[]): Promise<Proposed> {
    const done = known.carryOutAllowed(session, additions)
    // What would replace a person's text is asked about, whatever is allowed for good.
    if (!done.ok && done.problem.code === 'block-edited') return this.#ask(known, session, additions, [])
    if (!done.ok) return this.#refused(done.problem)
    if (done.value.length === 0) return { text: this.#say(SAID_ALREADY), proposals: [] }
    await this.#around.changed(session, done.value)
    const text = await this.#wrote(session, done.value)
    return { text, done: text, proposals: [] }
  }

  /** A plan's secrets stand in the bank it was made for; where they do not, it is another bank by now. */
  async #carryOutPlan(session: string, kept: MaskedValue, choice: ConflictChoice | undefined): Promise<string> {
    const { value, isWhole } = unmaskValue(kept, this.#workspace.place.bank)
    const plan = choice === undefined ? value : planOf(value, choice)
    if (!isPlan(plan)) return this.#say(COULD_NOT)
    if (!isWhole) return `[memory-bank] ${this.#explained({ code: 'stale-file', path: BANK_FOLDER })}`
    // Nothing but what the person keeps: there is nothing to write.
    if (plan.changes.length === 0) return `[memory-bank] ${plan.notes.map((note) => this.#say(note)).join(' ')}`
    const applied = carryOut(plan, this.#workspace)
    await this.#around.wrote(plan.changes.flatMap(pathsOf))
    return applied.ok ? this.#wrote(session, plan.changes) : `[memory-bank] ${this.#explained(applied.problem)}`
  }

  /** What the session had read it still knows: the change was its own, and the user's. */
  async #wrote(session: string, changes: readonly Change[]): Promise<string> {
    await this.#around.wrote(changes.flatMap(pathsOf))
    this.#sessions.wrote(session, changes)
    return writtenText(changes, chooseLanguage(this.#workspace))
  }

  #refused(problem: Problem): Proposed {
    return { text: this.#explained(problem), proposals: [], problem }
  }

  async #safely<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (error) {
      await this.#around.failed(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  #explained(problem: Problem, between = ' '): string {
    const { what, next } = explainToModel(problem, chooseLanguage(this.#workspace))
    return `${what}${between}${next}`
  }

  #say(words: Words): string {
    return words[chooseLanguage(this.#workspace)]
  }
}

/** `/memory-bank-refresh fold`: what waits in the inbox (S55). */
const FOLD = /(?:^|\s)(?:--)?fold(?:\s|$)|合入/i

/** Noted as said in the turn: a person's next message ends it. */
const LEARNING = 'learning'

function idsOf(entries: readonly ProposalRef[]): readonly string[] {
  return entries.map(({ id }) => id)
}

function planOf(value: unknown, choice: ConflictChoice): unknown {
  return typeof value === 'object' && value !== null && choice in value
    ? (value as Readonly<Record<string, unknown>>)[choice]
    : undefined
}

function isPlan(value: unknown): value is Plan {
  if (typeof value !== 'object' || value === null) return false
  return 'intent' in value && 'changes' in value && Array.isArray(value.changes)
}

function pathsOf(change: Change): readonly BankPath[] {
  return change.kind === 'move' ? [change.path, change.to] : [change.path]
}
