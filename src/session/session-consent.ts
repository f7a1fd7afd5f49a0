/**
 * What waits for a person's answer in a session, and what their answer does: a refresh plan, or entries that an agent
 * proposed.
 *
 * Only the person's own next message in that session answers, and only once. If our code fails, the session continues
 * and nothing is written (S37).
 */

import { type Addition, nameOfKind } from '../base/addition.ts'
import { invalidAddition } from '../base/addition-problems.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Change, ConflictChoice, Plan } from '../base/change.ts'
import { choiceIn } from '../base/conflict-words.ts'
import type { Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { explainToModel, type Problem } from '../base/problem.ts'
import type { Proposal, ProposalRef } from '../bank/proposal.ts'
import { chooseLanguage } from './guard-policy.ts'
import type { Sessions } from './sessions.ts'
import { unprovenIn } from '../consent/verify-evidence.ts'
import { withExample } from '../consent/with-example.ts'
import { type GuardState, LEFT_OPEN, leavesOpen, type Reopened } from '../guard/state.ts'
import type { Answer } from '../guard/words.ts'
import { decodeAdditions, headlineOf } from '../bank/decode-addition.ts'
import { holdsHiddenText } from '../base/hidden-text.ts'
import { decodeMasked, maskValue, unmaskValue } from '../disk/state/mask-value.ts'
import type { SessionMemory } from '../disk/state/session-log.ts'
import type { Workspace } from '../disk/workspace.ts'
import { accept, acceptEntries } from '../consent/accept.ts'
import { type Standing, standingWords, traceOfAddition } from '../consent/proposal.ts'
import { howOf, Proposals } from '../consent/proposals.ts'
import { questionIn, type SessionBlock } from './session-block.ts'
import { isChoice, proposalQuestion, proposalText, refreshQuestion, writtenText } from '../consent/show.ts'

/** What the model reads, and what waits now. */
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
  /** Whether the agent itself left a file so. */
  readonly isAgentsOwn: (path: BankPath, text: string) => boolean
}

export class SessionConsent {
  readonly #workspace: Workspace
  readonly #log: SessionMemory
  readonly #sessions: Sessions
  readonly #around: Around
  readonly #block: SessionBlock
  readonly #proposals: Proposals
  /** Sessions whose next message is the one our command became: a plan with how it is answered, or learning (S29). */
  readonly #commanded = new Map<string, 'yes' | 'choice' | 'learn'>()

  constructor(workspace: Workspace, log: SessionMemory, sessions: Sessions, block: SessionBlock, around: Around) {
    this.#workspace = workspace
    this.#log = log
    this.#sessions = sessions
    this.#around = around
    this.#block = block
    this.#proposals = new Proposals(workspace, around.isAgentsOwn)
  }

  async planRefresh(session: string, argument: string): Promise<string> {
    const part = FOLD.test(argument) ? 'fold' : undefined
    return (await this.#safely('plan', () => this.#plan(session, choiceIn(argument), part))) ?? this.#say(COULD_NOT)
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
    const unproven = unprovenIn(decoded.value, this.#workspace, isLearning ? 'learning' : 'otherwise')
    if (unproven !== undefined) return this.#refused(unproven)
    const waiting = state.proposal?.kind === 'entries' ? state.proposal.entries : []
    const heardIn = isLearning ? 'project' : 'conversation'
    // What the user declined or passed over is asked again only at their own request, what waits never.
    const isAskedFor = state.granted.kind === 'everything'
    const sorted = decoded.value.map((one) => ({
      one,
      standing: this.#proposals.standingOf(session, one, waiting, heardIn),
    }))
    const isWanted = ({ standing: { kind } }: { standing: Standing }) =>
      kind === 'new' || (isAskedFor && kind !== 'waiting')
    const unwanted = sorted.filter((each) => !isWanted(each)).map(({ standing }) => standing)
    const wanted = sorted.filter(isWanted).map(({ one }) => one)
    const left = new Set(unwanted.map((standing) => this.#say(standingWords(standing))))
    const waits = unwanted.some(({ kind }) => kind === 'waiting')
    if (wanted.length === 0 && !waits) return { text: [...left].join('\n'), proposals: [] }
    const proposed = wanted.length === 0 ? this.#ask(session, [], waiting) : await this.#carryOutAndAsk(session, wanted)
    return { ...proposed, text: [...left, proposed.text].join('\n') }
  }

  /** Kinds that a person has allowed for good are written at once; the others wait for their word. */
  async #carryOutAndAsk(session: string, wanted: readonly Addition[]): Promise<Proposed> {
    const { proposal } = this.#sessions.state(session)
    const allowed = new Set<Addition['kind']>(this.#proposals.allowed())
    const free = wanted.filter((addition) => allowed.has(addition.kind))
    const asked = wanted.filter((addition) => !allowed.has(addition.kind))
    const done = free.length === 0 ? undefined : await this.#carryOutAllowed(session, free)
    const waiting = proposal?.kind === 'entries' ? proposal.entries : []
    if (asked.length === 0 && (done === undefined || waiting.length === 0))
      return done ?? { text: this.#say(SAID_ALREADY), proposals: [] }
    const proposed = this.#ask(session, asked, waiting)
    return done === undefined ? proposed : { ...done, ...proposed, text: `${done.text}\n\n${proposed.text}` }
  }

  /** The person has spoken: what they did not agree to is settled; what they agreed to waits to be carried out. */
  answered(before: GuardState, now: GuardState, answer: Answer | undefined): void {
    const chosen = new Set(now.accepted?.chosen)
    // What the person has not seen they have not answered.
    const entries = before.proposal?.kind === 'entries' && now.proposal === undefined ? before.proposal.entries : []
    const left = entries.filter(({ id }) => !chosen.has(id)).map(({ id }) => id)
    const refused = left.filter((id) => answer === 'reject' || now.refused.includes(id))
    this.#settle(refused, 'rejected')
    this.#settle(
      left.filter((id) => !refused.includes(id)),
      'skipped',
    )
    // An acceptance that no host carried out in its turn is void, unless its proposal was shown again.
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

  /** Of what was shown, the entries that the person chose and that nobody answered elsewhere meanwhile. */
  async #acceptEntries(session: string, accepted: AcceptedEntries): Promise<string | undefined> {
    const { entries, chosen, at, planHash } = accepted
    const stored = chosen.flatMap((id) => this.#proposals.find(id)).flatMap((found) => (found.ok ? [found.value] : []))
    const waiting = stored.filter(({ status }) => status === 'waiting')
    const shown = this.#proposals.asShown(entries)
    const won = shown.filter(({ id, status }) => chosen.includes(id) && status === 'waiting')
    // A person edited an entry elsewhere after it was shown: it still waits, with their words.
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
              wishes: { at, isAgentsOwn: this.#around.isAgentsOwn },
            },
            this.#workspace,
          )
    if (done?.ok) {
      return this.#wrote(session, done.value.plan.changes)
    }
    // Another process answered or edited one of them first: try with those that are left.
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

  /** The user takes their no back: the same question is shown again, and needs their yes. A plan is drawn up anew. */
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
      words.question,
      ...(written.length === 0 ? [] : [words.unconfirmed, ...written]),
      ...(proposed.length === 0 ? [] : [words.open, ...proposed]),
      words.how,
    ].join('\n')
  }

  /** The session is over: what still waited in it was skipped, and stays listed. */
  ended(session: string): void {
    this.#commanded.delete(session)
    const { proposal, accepted } = this.#sessions.state(session)
    const waiting = proposal?.kind === 'entries' ? idsOf(proposal.entries) : []
    this.#settle([...waiting, ...(accepted?.chosen ?? [])], 'skipped')
  }

  #settle(ids: readonly string[], status: 'rejected' | 'skipped'): void {
    for (const id of ids) this.#proposals.settle(id, status)
  }

  /** One question about these and those that wait already. */
  #ask(session: string, additions: readonly Addition[], pending: readonly ProposalRef[]): Proposed {
    const proposed = this.#proposals.propose(session, additions, pending)
    if (!proposed.ok) return this.#refused(proposed.problem)
    const { proposals, at, planHash, notes, leaving, language } = proposed.value
    if (proposals.length === 0) {
      const said = notes.map((note) => note[language])
      return { text: [this.#say(SAID_ALREADY), ...said].join('\n'), proposals }
    }
    const entries = proposals.map(({ id, hash }) => ({ id, hash }))
    const traces = proposals.map(({ addition, targets }) => traceOfAddition(addition, targets))
    this.#sessions.record(session, [{ at: 'proposed', targets: [], entries: { entries, at, planHash }, traces }])
    const block = proposalText(proposals, { notes, leaving }, language)
    this.#block.ask(session, {
      text: block,
      topics: proposals.map(({ addition }) => ({ kind: addition.kind, headline: headlineOf(addition) })),
    })
    const text = `${this.#say(this.#workspace.showsBlocks === true ? SHOWN_FOR_YOU : SHOW_IT)}\n\n${block}`
    return { text, proposals, block, question: proposalQuestion(proposals, { notes, leaving }, language) }
  }

  async #carryOutAllowed(session: string, additions: readonly Addition[]): Promise<Proposed> {
    const done = this.#proposals.carryOutAllowed(session, additions)
    // What would replace a person's text is asked about, whatever is allowed for good.
    if (!done.ok && done.problem.code === 'block-edited') return this.#ask(session, additions, [])
    if (!done.ok) return this.#refused(done.problem)
    if (done.value.length === 0) return { text: this.#say(SAID_ALREADY), proposals: [] }
    const text = await this.#wrote(session, done.value)
    return { text, done: text, proposals: [] }
  }

  /** The plan's secrets are masked: the bank it was made for holds their values. */
  async #acceptPlan(session: string, choice: ConflictChoice | undefined): Promise<string> {
    const kept = decodeMasked(questionIn(this.#log.takeQuestion(session))?.plan)
    if (kept === undefined) return `[memory-bank] ${this.#say(PLAN_GONE)}`
    const { value, isWhole } = unmaskValue(kept, this.#workspace.place.bank)
    const plan = choice === undefined ? value : planOf(value, choice)
    if (!isPlan(plan)) return this.#say(COULD_NOT)
    if (!isWhole) return `[memory-bank] ${this.#explained({ code: 'stale-file', path: BANK_FOLDER })}`
    // The person keeps what they wrote, and nothing else changes.
    if (plan.changes.length === 0) return `[memory-bank] ${plan.notes.map((note) => this.#say(note)).join(' ')}`
    const applied = accept({ plan }, this.#workspace)
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

type AcceptedEntries = NonNullable<GuardState['accepted']>

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

const COULD_NOT: Words = {
  en: 'Memory Bank could not do this; nothing was written. Ask the user to run `memory-bank doctor`.',
  zh: 'Memory Bank 未能完成，没有写入。请让用户运行 `memory-bank doctor`。',
}
const SHOW_IT: Words = {
  en: 'Show the user the proposal below exactly as it is and wait for their answer. Write nothing yourself: when the user agrees, this program writes exactly this.',
  zh: '请把下面的提议原样展示给用户并等待回答。不要自己写入：用户同意后，由本程序原样写入。',
}
const SHOWN_FOR_YOU: Words = {
  en: 'The user is shown the proposal below at the end of your message. Mention it in one sentence without repeating it, and wait for their answer. Write nothing yourself: when the user agrees, this program writes exactly this.',
  zh: '下面的提议会自动显示在你的消息末尾。请用一句话提到它，不要重复其内容，并等待用户回答。不要自己写入：用户同意后，由本程序原样写入。',
}
const REOPENED: Words = {
  en: 'The user takes back their no. The proposal waits again; they answer it with their next message:',
  zh: '用户收回了拒绝。该提议重新等待，用户用下一条消息回答：',
}
const NOT_SHOWN: Words = {
  en: 'Nothing was written: the proposal had not been shown to the user, so their answer was not to it. It still waits, and is shown at the end of this turn.',
  zh: '没有写入：该提议此前没有展示给用户，因此用户的回答不是对它的。提议仍在等待，将在本轮结束时展示。',
}
const MUST_CHOOSE: Words = {
  en: 'Nothing was written: the plan would replace what the user wrote by hand, and waits for 1 (keep), 2 (overwrite) or 3 (append).',
  zh: '没有写入：该计划会替换用户手写的内容，仍在等待选择：1（保留）、2（覆盖）或 3（追加）。',
}
const NO_PERSON: Words = {
  en: 'Nothing was written: this message came from a program, or while a command of this session was running, so it is no person’s answer. The proposal still waits: the user answers it with their own next message, or in their own terminal, where `memory-bank proposals` lists it.',
  zh: '没有写入：这条消息来自程序，或是在本会话的命令运行期间到达，不算人的回答。提议仍在等待：请用户用自己的下一条消息回答，或在自己的终端中处理（`memory-bank proposals` 会列出）。',
}
const HIDDEN: Words = {
  en: 'This text has an HTML comment or invisible characters in it, which the user would not see. Nothing was proposed.',
  zh: '内容含有 HTML 注释或不可见字符，用户看不到它们，因此没有提议。',
}
const UNHIDE: Words = { en: 'Take them out, then propose it again.', zh: '请去掉后重新提议。' }
const PLAN_GONE: Words = {
  en: 'Nothing was written: this plan was made by an earlier version of Memory Bank, or was answered already. Ask for it again: /memory-bank-refresh',
  zh: '没有写入：该计划由旧版 Memory Bank 制定，或已被回答。请重新发起：/memory-bank-refresh',
}
const SAID_ALREADY: Words = {
  en: 'Nothing to propose: the bank says this already.',
  zh: '无需提议：Memory Bank 已有这些内容。',
}
const CHANGED: Words = {
  en: 'The bank or the proposal changed after this was shown, so nothing was written. It is proposed again as it would be now:',
  zh: '展示之后 Memory Bank 或提议有变化，因此没有写入。现按当前内容重新提议：',
}
const FOR_THE_MAIN_AGENT: Words = {
  en: 'A sub-agent cannot propose: its user is not a person. Report this to the agent that asked you, which proposes it.',
  zh: '子 agent 不能提议：它的对话方不是人。请把内容交给上级 agent，由它提议。',
}
const PLAN_FIRST: Words = {
  en: 'A refresh plan waits for the user’s answer. Propose this after they have answered it.',
  zh: '刷新计划正在等待用户回答，请在其回答之后再提议。',
}
const END_WORDS = {
  en: {
    question: '💾 Before this session ends: what of this should the Memory Bank keep?',
    unconfirmed: 'Written without a yes:',
    open: 'Proposed and not answered:',
    how: 'The user answers in their own terminal: `memory-bank proposals` lists what was proposed, `memory-bank history` what was written. Or ignore this.',
    colon: ': ',
  },
  zh: {
    question: '💾 会话结束前：这些内容要保留在 Memory Bank 中吗？',
    unconfirmed: '未经确认的写入：',
    open: '尚未回答的提议：',
    how: '由用户在自己的终端中处理：`memory-bank proposals` 列出提议，`memory-bank history` 列出写入；不需要可忽略。',
    colon: '：',
  },
} as const
