/**
 * Proposals and refresh plans in a session: asks the person, and carries out their answer.
 *
 * Only the person's next message in that session answers, and only once. If Memory Bank's own code fails, the session
 * continues and nothing is written (S37).
 */

import { headlineOf } from '../bank/decode-addition.ts'
import type { Proposal, ProposalRef } from '../bank/proposal.ts'
import { type Addition, nameOfKind } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Change, ConflictChoice, Plan } from '../base/change.ts'
import { choiceNamed } from '../base/conflict-words.ts'
import type { Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { explainToModel, type Problem } from '../base/problem.ts'
import { accept, acceptEntries } from '../consent/accept.ts'
import { decodeProposed, unprovenIn } from '../consent/decode-proposed.ts'
import { type EarlierOutcome, earlierOutcomeText, traceOfAddition } from '../consent/proposal.ts'
import { howOf, Proposals } from '../consent/proposals.ts'
import { isChoice, proposalQuestion, proposalText, refreshQuestion, writtenText } from '../consent/show.ts'
import { decodeMasked, maskValue, unmaskValue } from '../disk/state/mask-value.ts'
import type { SessionMemory } from '../disk/state/session-log.ts'
import type { Workspace } from '../disk/workspace.ts'
import { type GuardState, LEFT_OPEN, leavesOpen, type Reopened } from '../guard/state.ts'
import type { ReplyAnswer } from '../guard/words.ts'
import { chooseLanguage } from './guard-policy.ts'
import { questionIn, type SessionBlock } from './session-block.ts'
import type { Sessions } from './sessions.ts'

/** The result of a proposal: a text for the model, and the proposals that wait now. */
export interface Proposed {
  readonly text: string
  readonly proposals: readonly Proposal[]
  /** The block for the person. */
  readonly block?: string
  /** The report of entries that were written at once, because the person always allows their kind. */
  readonly done?: string
  /** The question for a host whose user answers in a form. */
  readonly question?: string
  /** The reason why the entries were refused. */
  readonly problem?: Problem
}

interface ConsentContext {
  /** Records a failure for `doctor`. */
  readonly failed: (what: string) => Promise<void>
  /** Records these files in the ledger. */
  readonly wrote: (paths: readonly BankPath[]) => Promise<void>
  /** Whether the file still has the text that the agent wrote. */
  readonly isAgentsOwn: (path: BankPath, text: string) => boolean
}

export class SessionConsent {
  readonly #workspace: Workspace
  readonly #log: SessionMemory
  readonly #sessions: Sessions
  readonly #context: ConsentContext
  readonly #block: SessionBlock
  readonly #proposals: Proposals
  /** Sessions whose next message is a command of Memory Bank: a plan with its kind of answer, or learning (S29). */
  readonly #commanded = new Map<string, 'yes' | 'choice' | 'learn'>()

  constructor(
    workspace: Workspace,
    log: SessionMemory,
    sessions: Sessions,
    block: SessionBlock,
    context: ConsentContext,
  ) {
    this.#workspace = workspace
    this.#log = log
    this.#sessions = sessions
    this.#context = context
    this.#block = block
    this.#proposals = new Proposals(workspace, context.isAgentsOwn)
  }

  async planRefresh(session: string, argument: string): Promise<string> {
    const part = FOLD.test(argument) ? 'fold' : undefined
    return (await this.#safely('plan', () => this.#plan(session, choiceNamed(argument), part))) ?? this.#say(FAILED)
  }

  async #plan(session: string, choice: ConflictChoice | undefined, part: 'fold' | undefined): Promise<string> {
    const asked = refreshQuestion(this.#workspace, choice, part)
    if (!asked.ok) return this.#explained(asked.problem, '\n')
    const { text, held } = asked.value
    if (held !== undefined) {
      this.#block.ask(session, { text, topics: [], plan: maskValue(held) })
      this.#commanded.set(session, isChoice(held) ? 'choice' : 'yes')
    }
    return text
  }

  /** `/memory-bank-learn`: the command itself arrives as the next message. */
  expectLearning(session: string): void {
    this.#commanded.set(session, 'learn')
  }

  /** In this turn every entry needs evidence in the repository. */
  beginLearning(session: string): void {
    this.#sessions.record(session, [{ at: 'said', rule: LEARNING }])
  }

  async propose(session: string, input: unknown): Promise<Proposed> {
    const proposed = await this.#safely('propose', () => this.#propose(session, input))
    return proposed ?? { text: this.#say(FAILED), proposals: [] }
  }

  async #propose(session: string, input: unknown): Promise<Proposed> {
    const state = this.#sessions.state(session)
    if (state.parent !== undefined) return { text: this.#say(FOR_THE_MAIN_AGENT), proposals: [] }
    if (state.proposal?.kind === 'plan') return { text: this.#say(PLAN_FIRST), proposals: [] }
    const decoded = decodeProposed(input)
    if (!decoded.ok) return this.#refused(decoded.problem)
    const isLearning = state.saidThisTurn.has(LEARNING)
    const unproven = unprovenIn(decoded.value, this.#workspace, isLearning ? 'learning' : 'otherwise')
    if (unproven !== undefined) return this.#refused(unproven)
    const waiting = state.proposal?.kind === 'entries' ? state.proposal.entries : []
    const heardIn = isLearning ? 'project' : 'conversation'
    // Declined and skipped entries are proposed again only at the user's request, and waiting ones never.
    const isAskedFor = state.granted.kind === 'everything'
    const sorted = decoded.value.map((one) => ({
      one,
      outcome: this.#proposals.earlierOutcomeOf(session, one, waiting, heardIn),
    }))
    const isWanted = ({ outcome: { kind } }: { outcome: EarlierOutcome }) =>
      kind === 'new' || (isAskedFor && kind !== 'waiting')
    const unwanted = sorted.filter((each) => !isWanted(each)).map(({ outcome }) => outcome)
    const wanted = sorted.filter(isWanted).map(({ one }) => one)
    const left = new Set(unwanted.map((outcome) => this.#say(earlierOutcomeText(outcome))))
    const waits = unwanted.some(({ kind }) => kind === 'waiting')
    if (wanted.length === 0 && !waits) return { text: [...left].join('\n'), proposals: [] }
    const proposed = wanted.length === 0 ? this.#ask(session, [], waiting) : await this.#carryOutAndAsk(session, wanted)
    return { ...proposed, text: [...left, proposed.text].join('\n') }
  }

  /** Writes entries at once if the person always allows their kind. Asks about the others. */
  async #carryOutAndAsk(session: string, wanted: readonly Addition[]): Promise<Proposed> {
    const { proposal } = this.#sessions.state(session)
    const allowed = new Set<Addition['kind']>(this.#proposals.allowed())
    const free = wanted.filter((addition) => allowed.has(addition.kind))
    const asked = wanted.filter((addition) => !allowed.has(addition.kind))
    const done = free.length === 0 ? undefined : await this.#carryOutAllowed(session, free)
    const waiting = proposal?.kind === 'entries' ? proposal.entries : []
    if (asked.length === 0 && (done === undefined || waiting.length === 0))
      return done ?? { text: this.#say(ALREADY_IN_BANK), proposals: [] }
    const proposed = this.#ask(session, asked, waiting)
    return done === undefined ? proposed : { ...done, ...proposed, text: `${done.text}\n\n${proposed.text}` }
  }

  /** Handles the person's answer: settles entries without a yes. Accepted entries wait to be carried out. */
  answered(before: GuardState, now: GuardState, answer: ReplyAnswer | undefined): void {
    const chosen = new Set(now.accepted?.chosen)
    // A proposal that was not shown is not answered.
    const entries = before.proposal?.kind === 'entries' && now.proposal === undefined ? before.proposal.entries : []
    const left = entries.filter(({ id }) => !chosen.has(id)).map(({ id }) => id)
    const refused = left.filter((id) => answer === 'reject' || now.refused.includes(id))
    this.#settle(refused, 'rejected')
    this.#settle(
      left.filter((id) => !refused.includes(id)),
      'skipped',
    )
    // An acceptance that was not carried out in its turn counts as skipped, unless its proposal was shown again.
    const asked = before.proposal?.kind === 'entries' ? idsOf(before.proposal.entries) : []
    const unheeded = before.accepted?.chosen.filter((id) => !asked.includes(id)) ?? []
    this.#settle(unheeded, 'skipped')
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
      if (proposal?.kind === 'entries') this.#settle(idsOf(proposal.entries), 'skipped')
      this.#recordPlan(session, commanded)
      return undefined
    }
    const { planAccepted, planChoice, accepted, proposal, reopened } = this.#sessions.state(session)
    if (proposal !== undefined) return this.#tellUnanswered(session)
    if (reopened !== undefined) return this.#reopen(session, reopened)
    if (planAccepted) return this.#acceptPlan(session, planChoice)
    return accepted === undefined ? undefined : this.#acceptEntries(session, accepted)
  }

  /** Writes the entries that the person chose, except those that were answered elsewhere meanwhile. */
  async #acceptEntries(session: string, accepted: AcceptedEntries): Promise<string | undefined> {
    const { entries, chosen, at, planHash } = accepted
    const stored = chosen.flatMap((id) => this.#proposals.find(id)).flatMap((found) => (found.ok ? [found.value] : []))
    const waiting = stored.filter(({ status }) => status === 'waiting')
    const shown = this.#proposals.asShown(entries)
    const won = shown.filter(({ id, status }) => chosen.includes(id) && status === 'waiting')
    // A person edited an entry elsewhere after it was shown. It still waits, with the edited text.
    if (waiting.some(({ id, was }) => was !== undefined && won.every((one) => one.id !== id)))
      return this.#askAgain(this.#ask(session, [], waiting))
    if (won.length === 0) return undefined
    const done =
      shown.length < entries.length
        ? undefined
        : acceptEntries(
            {
              questions: [{ entries: shown, hash: planHash }],
              chosen: won.map((proposal) => ({ proposal, seen: proposal.hash })),
              how: howOf(session),
              wishes: { at, isAgentsOwn: this.#context.isAgentsOwn },
            },
            this.#workspace,
          )
    if (done?.ok) {
      return this.#wrote(session, done.value.plan.changes)
    }
    // Another process answered or edited one of them first. Try again with the others.
    const isAnswered = done?.problem.code === 'proposal-settled'
    if (isAnswered || this.#proposals.asShown(shown).length < shown.length)
      return this.#acceptEntries(session, accepted)
    if (done !== undefined && done.problem.code !== 'proposal-changed')
      return `[memory-bank] ${this.#explained(done.problem)}`
    for (const { id } of won) this.#proposals.settle(id, 'void')
    const additions = won.map(({ addition }) => addition)
    return this.#askAgain(this.#ask(session, additions, []))
  }

  #askAgain({ block, text }: Proposed): string {
    return `[memory-bank] ${this.#say(CHANGED)}\n\n${block ?? text}`
  }

  /** The user takes a refusal back, so the question is asked again. A plan is made anew. */
  async #reopen(session: string, reopened: Reopened): Promise<string | undefined> {
    if (reopened.kind === 'plan') {
      const text = await this.#plan(session, undefined, undefined)
      const commanded = this.#commanded.get(session)
      if (commanded !== undefined) this.#recordPlan(session, commanded)
      return `[memory-bank] ${this.#say(REOPENED)}\n\n${text}`
    }
    const open = this.#proposals.reopen(reopened.ids)
    if (!open.ok) return `[memory-bank] ${this.#explained(open.problem)}`
    const { block, text } = this.#ask(session, [], open.value)
    return `[memory-bank] ${this.#say(REOPENED)}\n\n${block ?? text}`
  }

  #recordPlan(session: string, commanded: 'yes' | 'choice' | 'learn'): void {
    this.#commanded.delete(session)
    this.#sessions.record(session, [{ at: 'proposed', targets: [], plan: commanded === 'choice' ? 'choice' : true }])
  }

  /** The user confirmed a proposal that was not shown, or named no choice. Report it once and keep it pending. */
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
    const open = skipped ? this.#proposals.openOf(session) : []
    if (unconfirmed.length + open.length === 0) return undefined
    this.#sessions.record(session, [{ at: 'said', rule: LEFT_OPEN }])
    const language = chooseLanguage(this.#workspace)
    const words = END_WORDS[language]
    const written = unconfirmed.map((path) => `- ${BANK_FOLDER}/${path}`)
    const proposed = open.map(
      ({ id, addition }) => `- ${id} ${nameOfKind(addition.kind, language)}${words.colon}${headlineOf(addition)}`,
    )
    return [
      words.heading,
      ...(written.length === 0 ? [] : [words.unconfirmed, ...written]),
      ...(proposed.length === 0 ? [] : [words.open, ...proposed]),
      words.how,
    ].join('\n')
  }

  /** The session is over. Its waiting proposals are skipped and stay listed. */
  ended(session: string): void {
    this.#commanded.delete(session)
    const { proposal, accepted } = this.#sessions.state(session)
    const waiting = proposal?.kind === 'entries' ? idsOf(proposal.entries) : []
    this.#settle([...waiting, ...(accepted?.chosen ?? [])], 'skipped')
  }

  #settle(ids: readonly string[], status: 'rejected' | 'skipped'): void {
    for (const id of ids) this.#proposals.settle(id, status)
  }

  /** Asks one question about these entries and those that already wait. */
  #ask(session: string, additions: readonly Addition[], pending: readonly ProposalRef[]): Proposed {
    const proposed = this.#proposals.propose(session, additions, pending)
    if (!proposed.ok) return this.#refused(proposed.problem)
    const { proposals, at, planHash, notes, leaving, language } = proposed.value
    if (proposals.length === 0) {
      const said = notes.map((note) => note[language])
      return { text: [this.#say(ALREADY_IN_BANK), ...said].join('\n'), proposals }
    }
    const entries = proposals.map(({ id, hash }) => ({ id, hash }))
    const traces = proposals.map(({ addition, targets }) => traceOfAddition(addition, targets))
    this.#sessions.record(session, [{ at: 'proposed', targets: [], entries: { entries, at, planHash }, traces }])
    const block = proposalText(proposals, { notes, leaving }, language)
    this.#block.ask(session, {
      text: block,
      topics: proposals.map(({ addition }) => ({ kind: addition.kind, headline: headlineOf(addition) })),
    })
    const text = `${this.#say(this.#workspace.showsBlocks === true ? MENTION_IT : SHOW_IT)}\n\n${block}`
    return { text, proposals, block, question: proposalQuestion(proposals, { notes, leaving }, language) }
  }

  async #carryOutAllowed(session: string, additions: readonly Addition[]): Promise<Proposed> {
    const done = this.#proposals.carryOutAllowed(session, additions)
    // Replacing a person's text needs a question, even for a kind that is always allowed.
    if (!done.ok && done.problem.code === 'block-edited') return this.#ask(session, additions, [])
    if (!done.ok) return this.#refused(done.problem)
    if (done.value.length === 0) return { text: this.#say(ALREADY_IN_BANK), proposals: [] }
    const text = await this.#wrote(session, done.value)
    return { text, done: text, proposals: [] }
  }

  /** The stored plan has masked secrets. Their values are taken from the bank. */
  async #acceptPlan(session: string, choice: ConflictChoice | undefined): Promise<string> {
    const kept = decodeMasked(questionIn(this.#log.takeQuestion(session))?.plan)
    if (kept === undefined) return `[memory-bank] ${this.#say(PLAN_GONE)}`
    const { value, isWhole } = unmaskValue(kept, this.#workspace.place.bank)
    const plan = choice === undefined ? value : planOf(value, choice)
    if (!isPlan(plan)) return this.#say(FAILED)
    if (!isWhole) return `[memory-bank] ${this.#explained({ code: 'stale-file', path: BANK_FOLDER })}`
    // The person's text is kept, and nothing else changes.
    if (plan.changes.length === 0) return `[memory-bank] ${plan.notes.map((note) => this.#say(note)).join(' ')}`
    const applied = accept({ plan }, this.#workspace)
    await this.#context.wrote(plan.changes.flatMap(pathsOf))
    return applied.ok ? this.#wrote(session, plan.changes) : `[memory-bank] ${this.#explained(applied.problem)}`
  }

  /** Records the change as the session's own, so that its reads stay valid. */
  async #wrote(session: string, changes: readonly Change[]): Promise<string> {
    await this.#context.wrote(changes.flatMap(pathsOf))
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
      await this.#context.failed(`${what}: ${error instanceof Error ? error.message : String(error)}`)
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

/** `/memory-bank-refresh fold`: folds the inbox (S55). */
const FOLD = /(?:^|\s)(?:--)?fold(?:\s|$)|合入/i

type AcceptedEntries = NonNullable<GuardState['accepted']>

/** Recorded in `saidThisTurn`, so the person's next message clears it. */
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

const FAILED: Words = {
  en: 'Memory Bank failed, and nothing was written. Ask the user to run `memory-bank doctor`.',
  zh: 'Memory Bank 出错，没有写入。请让用户运行 `memory-bank doctor`。',
}
const SHOW_IT: Words = {
  en: 'Show the user the proposal below exactly as it is and wait for their answer. Write nothing yourself: when the user agrees, Memory Bank writes exactly this.',
  zh: '请把下面的提议原样展示给用户并等待回答。不要自己写入：用户同意后，Memory Bank 会原样写入。',
}
const MENTION_IT: Words = {
  en: 'The user sees the proposal below at the end of your message. Mention it in one sentence without repeating it, and wait for their answer. Write nothing yourself: when the user agrees, Memory Bank writes exactly this.',
  zh: '下面的提议会自动显示在你的消息末尾。请用一句话提到它，不要重复其内容，并等待用户回答。不要自己写入：用户同意后，Memory Bank 会原样写入。',
}
const REOPENED: Words = {
  en: 'The user took back their refusal. The proposal waits again for their next message:',
  zh: '用户收回了拒绝。该提议重新等待用户的下一条消息：',
}
const NOT_SHOWN: Words = {
  en: 'Nothing was written: the user had not seen the proposal, so their answer was not about it. It still waits and is shown at the end of this turn.',
  zh: '没有写入：用户此前没有看到该提议，因此这次回答不是针对它的。提议仍在等待，将在本轮结束时展示。',
}
const MUST_CHOOSE: Words = {
  en: 'Nothing was written: the plan would replace text that the user wrote, and waits for 1 (keep), 2 (overwrite) or 3 (append).',
  zh: '没有写入：该计划会替换用户手写的内容，仍在等待选择：1（保留）、2（覆盖）或 3（追加）。',
}
const NO_PERSON: Words = {
  en: 'Nothing was written: this message came from a program, or while a command of this session was running, so it does not count as the user’s answer. The proposal still waits: the user can answer with their next message, or in their own terminal (`memory-bank proposals`).',
  zh: '没有写入：这条消息来自程序，或在本会话的命令运行期间到达，不算用户的回答。提议仍在等待：用户可以用下一条消息回答，或在自己的终端中处理（`memory-bank proposals`）。',
}
const PLAN_GONE: Words = {
  en: 'Nothing was written: this plan comes from an earlier version of Memory Bank, or was already answered. Make a new one: /memory-bank-refresh',
  zh: '没有写入：该计划来自旧版 Memory Bank，或已经回答过。请重新发起：/memory-bank-refresh',
}
const ALREADY_IN_BANK: Words = {
  en: 'Nothing to propose: the bank already says this.',
  zh: '无需提议：Memory Bank 中已有这些内容。',
}
const CHANGED: Words = {
  en: 'The bank or the proposal changed after it was shown, so nothing was written. Here is the proposal as of now:',
  zh: '展示之后 Memory Bank 或提议有变化，因此没有写入。以下是按当前内容重新生成的提议：',
}
const FOR_THE_MAIN_AGENT: Words = {
  en: 'A sub-agent cannot propose, because no person reads its messages. Report this to the agent that started you, which can propose it.',
  zh: '子 Agent 不能提议，因为它的消息没有人阅读。请把内容交给启动你的 Agent，由它提议。',
}
const PLAN_FIRST: Words = {
  en: 'A refresh plan waits for the user’s answer. Propose this after they have answered.',
  zh: '刷新计划正在等待用户回答，请在用户回答之后再提议。',
}
const END_WORDS = {
  en: {
    heading: '💾 Left open in this session:',
    unconfirmed: 'Written without confirmation:',
    open: 'Proposed, not answered:',
    how: 'The user answers in their own terminal: `memory-bank proposals` lists proposals, `memory-bank history` lists changes. They can be ignored.',
    colon: ': ',
  },
  zh: {
    heading: '💾 本次会话尚未处理的内容：',
    unconfirmed: '未经确认的写入：',
    open: '尚未回答的提议：',
    how: '由用户在自己的终端中处理：`memory-bank proposals` 列出提议，`memory-bank history` 列出改动；不需要可忽略。',
    colon: '：',
  },
} as const
