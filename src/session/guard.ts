/**
 * The guard of one project: events in, verdicts out, in one process or in several.
 *
 * Sessions live in memory and in the session log, so a session can be resumed in a new process. If Memory Bank's own code
 * fails, work continues; only a write aimed at the bank is refused.
 */

import { join } from 'node:path'
import type { DocFirst, GuardMode, HostEvent, ToolRequested, Verdict } from '../bank/event.ts'
import { isNothingYet } from '../bank/labels.ts'
import type { ContextPack } from '../bank/pack.ts'
import { pageOf } from '../bank/page.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import type { BankPath } from '../base/bank-path.ts'
import { forModel, forModelIfAny } from '../base/for-model.ts'
import type { Language } from '../base/language.ts'
import { BANK_FOLDER, MEMORY, SECTION } from '../base/layout.ts'
import { ok, type Result } from '../base/result.ts'
import { pageNow } from '../disk/bank/read-now.ts'
import { isThere } from '../disk/disk.ts'
import { ServerRecord } from '../disk/state/process-records.ts'
import { takeUntoldReport } from '../disk/state/seal.ts'
import { stateTrouble } from '../disk/state/state-folder.ts'
import type { Surroundings, Workspace } from '../disk/workspace.ts'
import { type GuardState, leavesOpen } from '../guard/state.ts'
import type { RecallWishes } from '../verbs/recall.ts'
import { forgetfulMemory, type GuardMemory, ownMemory, sharedMemory } from './guard-memory.ts'
import { chooseLanguage } from './guard-policy.ts'
import { type CallJudgement, type GuardParts, GuardSession, type Life, openParts } from './guard-session.ts'
import { type LiveWorkspace, openLiveWorkspace } from './live-settings.ts'
import type { Unshown } from './session-block.ts'
import type { Proposed } from './session-consent.ts'

/** A session of a host, in which the person answers with their next message. */
export interface Caller {
  readonly guard: Guard
  readonly session: string
}

/** The call that a note waits for. */
type NotePlace = Pick<ToolRequested, 'session' | 'call'>

export class Guard {
  readonly workspace: LiveWorkspace
  readonly #parts: GuardParts
  readonly #prune: (now: number) => void
  /** The reason why the state folder cannot be written. */
  readonly #trouble: ReturnType<typeof stateTrouble>

  private constructor(
    workspace: LiveWorkspace,
    around: Surroundings,
    memory: GuardMemory,
    life: Life,
    trouble?: ReturnType<typeof stateTrouble>,
  ) {
    this.workspace = workspace
    this.#trouble = trouble
    this.#parts = openParts(workspace, around, memory, life)
    this.#prune = memory.prune
  }

  /** For a host that runs Memory Bank in its own process. */
  static open(around: Surroundings): Result<Guard> {
    const guard = Guard.#make(around, ({ place }) => ownMemory(place.state), 'session')
    if (guard.ok) guard.value.tidy()
    return guard
  }

  /** For hosts whose events reach several processes, which share their sessions through files. */
  static openShared(around: Surroundings, life: 'event' | 'session' = 'event'): Result<Guard> {
    return Guard.#make(around, ({ place }) => sharedMemory(place.state), life)
  }

  /** For replaying events: sessions start empty and leave nothing behind. */
  static openForReplay(around: Surroundings): Result<Guard> {
    return Guard.#make(around, forgetfulMemory, 'replay')
  }

  static #make(around: Surroundings, memoryOf: (of: Workspace) => GuardMemory, life: Life): Result<Guard> {
    const workspace = openLiveWorkspace(around)
    if (!workspace.ok) return workspace
    const trouble = life === 'replay' ? undefined : stateTrouble(workspace.value.place.state)
    if (trouble === undefined) return ok(new Guard(workspace.value, around, memoryOf(workspace.value), life))
    return ok(new Guard(withoutGates(workspace.value), around, forgetfulMemory(), life, trouble))
  }

  /** Warnings for the person's next message: protection never ends silently (S37). */
  async trouble(): Promise<string | undefined> {
    if (this.workspace.config.guard.disabled) return undefined
    const told = [await this.#settingsWarning(), this.#stateTrouble(), this.#ignoredRecord()].filter(
      (one) => one !== undefined,
    )
    return told.length === 0 ? undefined : told.join('\n')
  }

  async #settingsWarning(): Promise<string | undefined> {
    const { settingsProblem } = this.workspace
    if (settingsProblem === undefined) return undefined
    const language = this.language()
    // Both modules are large and rarely needed. The problem may quote a value, so secrets in it are masked.
    const { explainToModel } = await import('../base/problem.ts')
    const { what, next } = explainToModel(settingsProblem, language)
    const words = {
      en: `Memory Bank cannot read its settings: ${what} Until they are corrected, every protection is at its strictest. ${next}`,
      zh: `无法读取 Memory Bank 的设置：${what}修正之前，所有保护都按最严格的级别执行。${next}`,
    }
    const { maskSecrets } = await import('../secrets/mask.ts')
    return forModel(maskSecrets(words[language]))
  }

  #stateTrouble(): string | undefined {
    const trouble = this.#trouble ?? stateTrouble(this.workspace.place.state)
    if (trouble === undefined) return undefined
    const { path, cause } = trouble
    const words = {
      en: `Memory Bank cannot write its records (${path}: ${cause}). The bank stays guarded, but nothing is remembered between calls and no proposal can be accepted. Run \`memory-bank doctor\`.`,
      zh: `Memory Bank 无法写入自己的记录（${path}：${cause}）。Memory Bank 的文件仍受保护，但各次调用之间不保留状态，也无法接受提议。请运行 \`memory-bank doctor\`。`,
    }
    return words[this.language()]
  }

  /** One warning for all records that were ignored since the last message. */
  #ignoredRecord(): string | undefined {
    if (!takeUntoldReport(this.workspace.place.state)) return undefined
    const words = {
      en: 'A record of this session was not written by Memory Bank and is ignored. Run `memory-bank doctor`.',
      zh: '本次会话有一条记录不是 Memory Bank 写入的，已忽略。请运行 `memory-bank doctor`。',
    }
    return words[this.language()]
  }

  /**
   * If Memory Bank's own code fails, work continues and `doctor` reports it. Only a write aimed at the bank is refused
   * (S37).
   */
  async handle(event: HostEvent): Promise<CallJudgement> {
    if (this.workspace.config.guard.disabled) return { verdict: { kind: 'allow' } }
    try {
      const judged = await this.#dispatch(event)
      const { verdict } = judged
      if (verdict.kind !== 'allow') this.#parts.uses.said(event.session, verdict.text)
      return verdict.kind === 'allow' ? judged : { ...judged, verdict: { ...verdict, text: forModel(verdict.text) } }
    } catch (error) {
      await this.failed(`${event.kind}: ${error instanceof Error ? error.message : String(error)}`)
      return { verdict: this.unjudged(event) }
    }
  }

  async #dispatch(event: HostEvent): Promise<CallJudgement> {
    const session = this.#session(event.session)
    switch (event.kind) {
      case 'tool-requested':
        return { verdict: await session.judge(event) }
      case 'tool-finished':
        return { verdict: await session.finish(event) }
      case 'session-started':
      case 'user-said':
      case 'assistant-said':
      case 'compacted':
        return session.hear(event)
      case 'session-ended':
        await session.end()
        return { verdict: { kind: 'allow' } }
    }
  }

  #session(id: string): GuardSession {
    return new GuardSession(this.#parts, id)
  }

  /** The verdict on a call that could not be judged. */
  unjudged(event: HostEvent): Verdict {
    const { project, config, locale } = this.workspace
    if (event.kind !== 'tool-requested' || !mayWriteBank(event.calls, project.root)) return { kind: 'allow' }
    const words = {
      en: 'Memory Bank failed to check this write, so it was blocked. Ask the user to run `memory-bank doctor`.',
      zh: 'Memory Bank 未能检查这次写入，因此暂不放行。请让用户运行 `memory-bank doctor`。',
    }
    return { kind: 'refuse', rule: 'judged-before-written', text: words[config.lang ?? locale] }
  }

  /** The block for the system prompt. It stays byte-identical in a session until compaction. */
  async opening(session: string): Promise<string> {
    const wrong = await this.#settingsWarning()
    const text = await this.#parts.openings.of(session)
    return wrong === undefined ? text : `${text}\n\n[memory-bank] ${wrong} Tell the user.`
  }

  /** Whether the session has its opening, from this process or another. */
  wasOpened(session: string): boolean {
    return this.#parts.openings.isMade(session)
  }

  /** A session begins or continues. Marks earlier reports as delivered, and creates a missing ledger. */
  async attend(session: string): Promise<void> {
    await this.#parts.verifier.attend(session)
  }

  /** Changes of the bank that no known call made (S37). Calling `told` marks them as reported. */
  async unseenChanges(
    session: string,
  ): Promise<{ readonly text: string; readonly told: () => Promise<void> } | undefined> {
    const text = await this.#parts.verifier.unseenChanges(session, this.wasOpened(session))
    return text === undefined ? undefined : { text: forModel(text), told: () => this.attend(session) }
  }

  /** Removes abandoned sessions and comparisons, once in a while. */
  tidy(): void {
    this.#prune(this.workspace.now().getTime())
    this.#parts.verifier.ledger.tidy(this.workspace.now().getTime())
  }

  /** Records a failure of Memory Bank for `doctor`. */
  failed(what: string): Promise<void> {
    return this.#parts.tellDoctor(what)
  }

  stateOf(session: string): GuardState {
    return this.#parts.sessions.state(session)
  }

  /** Records that this process serves the session, or that no process does any longer (S37). */
  noteServer(session: string, what: 'serves' | 'over'): void {
    const record = new ServerRecord(this.workspace.place.state)
    if (what === 'serves') record.serves(session)
    else record.forget(session)
  }

  /** Whether the process that served the session has ended before the session. */
  isServerGone(session: string): boolean {
    return new ServerRecord(this.workspace.place.state).isGone(session)
  }

  hasBank(): boolean {
    return isThere(join(this.workspace.place.bank, MEMORY))
  }

  /** The note for a host that can show one with the prompt, before the next tool's result (S40). */
  promptNote(session: string): string | undefined {
    const note = this.workspace.config.guard.disabled ? undefined : this.#session(session).promptNote()
    this.#parts.uses.said(session, note)
    return forModelIfAny(note)
  }

  /** `user`: the session that gets the pack, for counting its use (S56). */
  async recall(
    session: string,
    question: string,
    wishes: RecallWishes = {},
    user: string = session,
  ): Promise<Result<ContextPack>> {
    const pack = await this.hearRecall(session, question, wishes)
    if (pack.ok) await this.#parts.uses.recalled(user, pack.value)
    return pack
  }

  /** Answers and records a recall without counting its use. */
  hearRecall(session: string, question: string, wishes: RecallWishes = {}): Promise<Result<ContextPack>> {
    return this.#session(session).recall(question, wishes)
  }

  /**
   * `/memory-bank-refresh`: makes a plan and holds it; the user's yes applies exactly that plan (S11). The argument may be
   * fold (S55), or keep, overwrite or append for text that a person wrote (S4).
   */
  async planRefresh(session: string, argument = ''): Promise<string> {
    return forModel(await (await this.#parts.consent.load()).planRefresh(session, argument))
  }

  /**
   * `/memory-bank-learn`: returns the worklist. Entries proposed in that turn need evidence in the repository (S29).
   */
  async learn(session: string): Promise<string> {
    const { isMade, text } = await this.worklist()
    if (isMade) (await this.#parts.consent.load()).expectLearning(session)
    return forModel(text)
  }

  /** The worklist, or the reason why there is none. */
  async worklist(): Promise<{ readonly isMade: boolean; readonly text: string }> {
    const { worklistForModel } = await import('../verbs/learn.ts')
    return worklistForModel(this.workspace, this.language())
  }

  /** For a client that reports no turns: every entry of this session needs evidence in the repository. */
  async beginLearning(session: string): Promise<void> {
    const consent = await this.#parts.consent.load()
    consent.beginLearning(session)
  }

  /** Holds entries that the agent proposes. The user's next message answers them (S42). */
  async propose(session: string, input: unknown): Promise<Proposed> {
    const proposed = await (await this.#parts.consent.load()).propose(session, input)
    return { ...proposed, text: forModel(proposed.text) }
  }

  /** Carries out the person's answer. Returns the result for the model to report. */
  async carryOutAccepted(session: string): Promise<string | undefined> {
    return forModelIfAny(await (await this.#parts.consent.waitingIn(session))?.carryOutAccepted(session))
  }

  /** Holds a note until the call's result. An empty `call` means the end of the turn. */
  async holdNote({ session, call }: NotePlace, text: string): Promise<void> {
    const { notes } = this.#parts.held
    const waiting = notes.get(`${session}\n${call}`)
    const { maskSecrets } = await import('../secrets/mask.ts')
    notes.put(`${session}\n${call}`, maskSecrets(waiting === undefined ? text : `${waiting}\n\n${text}`))
  }

  takeNote({ session, call }: NotePlace): string | undefined {
    const { notes } = this.#parts.held
    const text = notes.get(`${session}\n${call}`)
    if (text !== undefined) notes.remove(`${session}\n${call}`)
    return forModelIfAny(text)
  }

  /** The waiting proposal, if it was not shown yet. A host that can show it does so and then calls `shown` (S42). */
  unshownProposal(session: string): Unshown | undefined {
    const unshown = this.workspace.config.guard.disabled ? undefined : this.#parts.block.unshown(session)
    // Some hosts print the block as part of the assistant's message.
    return unshown === undefined ? undefined : { ...unshown, text: forModel(unshown.text) }
  }

  /** One question about everything that is still open in this session, asked once (S42). */
  async sessionEndQuestion(session: string): Promise<string | undefined> {
    if (!leavesOpen(this.stateOf(session))) return undefined
    return forModelIfAny(await (await this.#parts.consent.load()).sessionEndQuestion(session))
  }

  /** Forgets a session whose user answers elsewhere. Its proposals still wait. */
  leave(session: string): Promise<void> {
    return this.#session(session).leave()
  }

  /** The turn is over (S4). Returns a report about commands that were left running, if any. */
  async turnEnded(session: string): Promise<string | undefined> {
    const told = await this.#session(session).endTurn()
    this.#parts.uses.said(session, told)
    return forModelIfAny(told)
  }

  /** What the agent wrote in the turn (S44), and changed indexes (S6, S26). Returned once. */
  turnNews(session: string): string | undefined {
    const { turnNews } = this.#parts
    const news = turnNews.get(session)
    turnNews.remove(session)
    return forModelIfAny(news)
  }

  /** Lines for the summary of a compaction: the session's anchors (S38). */
  async compactionContext(session: string): Promise<string | undefined> {
    const anchors = this.#anchors(session)
    if (anchors === undefined) return undefined
    const { maskSecrets } = await import('../secrets/mask.ts')
    const first =
      'Memory Bank: keep these lines in the summary, newest first; files must be read again before relying on them.'
    return forModel(maskSecrets([first, ...anchors.focus, ...anchors.files].join('\n')))
  }

  /**
   * The anchors for a host that cannot add lines to the summary. They follow with the next opening, which has the focus
   * already.
   */
  afterCompaction(session: string): string | undefined {
    const { files } = this.#anchors(session) ?? { files: [] }
    if (files.length === 0) return undefined
    const first = 'What was read before the summary no longer counts. Read these files again before relying on them:'
    return forModel([first, ...files].join('\n'))
  }

  #anchors(session: string): SessionAnchors | undefined {
    return findAnchors(this.workspace.place.bank, this.stateOf(session))
  }

  language(): Language {
    return chooseLanguage(this.workspace)
  }
}

/** Whether a call that cannot be judged must be refused, because it may write and names the bank (S37). */
export function mayWriteBank(calls: readonly ToolCall[], root: string): boolean {
  const writes = calls.some(
    (call) => call.kind === 'writes' || call.kind === 'shell' || (call.kind === 'unknown' && call.writes),
  )
  return writes && namesBank(JSON.stringify(calls), root)
}

/** Whether a text names the bank. The project's own path may contain that name and does not count. */
export function namesBank(text: string, root: string): boolean {
  const place = JSON.stringify(root).slice(1, -1)
  return text.replaceAll(place, '').toLowerCase().includes(BANK_FOLDER)
}

/** If reads cannot be recorded, a gate would refuse forever, so it only warns. */
function withoutGates(workspace: LiveWorkspace): LiveWorkspace {
  const { config } = workspace
  const { mode, docFirst } = config.guard
  const guard = { mode: warnAtMost(mode), docFirst: warnAtMost(docFirst) }
  return { ...workspace, config: { ...config, guard: { ...config.guard, ...guard } } }
}

function warnAtMost<T extends GuardMode | DocFirst>(mode: T): T | 'warn' {
  return mode === 'block' ? 'warn' : mode
}

/** The anchors that a session keeps across a compaction (S38). One line each, newest first. */
interface SessionAnchors {
  readonly focus: readonly string[]
  readonly files: readonly string[]
}

/** With the line that introduces them, the anchors have at most ten lines. */
const MOST_FOCUS = 3
const MOST_FILES = 6
const LONGEST_LINE = 160

/** Undefined without a bank. */
function findAnchors(bank: string, state: GuardState): SessionAnchors | undefined {
  const memory = pageNow(bank, MEMORY)
  if (memory === undefined) return undefined
  return {
    focus: focusOf(memory).map((said) => `- Current Focus: ${said}`.slice(0, LONGEST_LINE)),
    files: filesInUse(bank, state).map((path) =>
      `- ${BANK_FOLDER}/${path}${titleIn(bank, path)}`.slice(0, LONGEST_LINE),
    ),
  }
}

function focusOf(memory: string): readonly string[] {
  const page = pageOf(memory, MEMORY)
  const section = page.section(SECTION.focus)
  if (section === undefined) return []
  const items = page.itemsIn({ start: section.bodyStart, end: section.end }).map(({ said }) => said)
  return items.filter((said) => !isNothingYet(said)).slice(0, MOST_FOCUS)
}

/** Existing files that the session uses. Documents from before an earlier compaction come last. */
function filesInUse(bank: string, { read, documents }: GuardState): readonly BankPath[] {
  const files = new Set([...[...read.keys()].reverse(), ...documents])
  files.delete(MEMORY)
  return [...files].filter((path) => pageNow(bank, path) !== undefined).slice(0, MOST_FILES)
}

function titleIn(bank: string, path: BankPath): string {
  const title = pageOf(pageNow(bank, path) ?? '', path).title
  return title === undefined ? '' : ` (${title})`
}
