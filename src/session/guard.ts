/**
 * The guard of one project: events in, verdicts out, whether they come to one process or to several.
 *
 * Sessions live in memory and in the session log, so that one that is resumed in a new process goes on
 * where it was. If our own code fails, ordinary work goes on; only a write aimed at the bank is refused.
 */

import { join } from 'node:path'
import type { Unshown } from './session-block.ts'
import type { Proposed } from './session-consent.ts'
import type { HostEvent, ToolRequested, Verdict } from '../bank/event.ts'
import type { Language } from '../base/language.ts'
import { CONFIG_FILE, MEMORY } from '../base/layout.ts'
import type { ContextPack } from '../bank/pack.ts'
import type { Problem } from '../base/problem.ts'
import { ok, type Result } from '../base/result.ts'
import { type GuardState, leavesOpen, type Moment } from '../guard/state.ts'
import { forModel, forModelIfAny } from '../base/for-model.ts'
import { isThere } from '../disk/disk.ts'
import { stateTrouble } from '../disk/state/state-folder.ts'
import { openWorkspace, type Surroundings, type Workspace } from '../disk/workspace.ts'
import { endSession, endTurn, leaveSession } from './end-turn.ts'
import { forgetfulMemory, type GuardMemory, ownMemory, sharedMemory } from './guard-memory.ts'
import { type GuardParts, type Judgement, type Life, openParts } from './guard-parts.ts'
import { chooseLanguage, policyOf } from './guard-policy.ts'
import { hearMessage, notePrompt } from './hear-message.ts'
import { finishCall, judgeCall } from './judge-call.ts'
import { mayWriteBank } from './may-write-bank.ts'
import type { RecallWishes } from '../verbs/recall.ts'

/** A session of the host's, whose person answers with their next message there. */
export interface Caller {
  readonly guard: Guard
  readonly session: string
}

/** What a note waits for. */
type NotePlace = Pick<ToolRequested, 'session' | 'call'>

export class Guard {
  readonly workspace: Workspace
  readonly #parts: GuardParts
  readonly #prune: (now: number) => void
  /** Why nothing can be kept on the disk. */
  readonly #trouble: ReturnType<typeof stateTrouble>
  /** What is wrong with the settings. */
  readonly #wrong: Problem | undefined

  private constructor(
    workspace: Workspace,
    around: Surroundings,
    memory: GuardMemory,
    life: Life,
    { wrong, trouble }: { readonly wrong: Problem | undefined; readonly trouble?: ReturnType<typeof stateTrouble> },
  ) {
    this.workspace = workspace
    this.#trouble = trouble
    this.#wrong = wrong
    this.#parts = openParts(workspace, around, memory, life)
    this.#prune = memory.prune
  }

  /** For a host in whose process we live. */
  static open(around: Surroundings): Result<Guard> {
    const guard = Guard.#make(around, ({ place }) => ownMemory(place.state), 'session')
    if (guard.ok) guard.value.tidy()
    return guard
  }

  /** For hosts whose events come to several processes: each goes on where the others were. */
  static openShared(around: Surroundings, life: 'event' | 'session' = 'event'): Result<Guard> {
    return Guard.#make(around, ({ place }) => sharedMemory(place.state), life)
  }

  /** For replaying events: sessions begin fresh and leave nothing behind. */
  static openForReplay(around: Surroundings): Result<Guard> {
    return Guard.#make(around, forgetfulMemory, 'replay')
  }

  static #make(around: Surroundings, memoryOf: (of: Workspace) => GuardMemory, life: Life): Result<Guard> {
    const opened = openWorkspace(around)
    // A mistake in the settings weakens nothing: it is told, and the strictest protection holds until it is corrected.
    const wrong = opened.ok || !isAboutSettings(opened.problem) ? undefined : opened.problem
    const workspace = wrong === undefined ? opened : openWorkspace({ ...around, settings: 'strictest' })
    if (!workspace.ok) return workspace
    const trouble = life === 'replay' ? undefined : stateTrouble(workspace.value.place.state)
    if (trouble === undefined) return ok(new Guard(workspace.value, around, memoryOf(workspace.value), life, { wrong }))
    return ok(new Guard(withoutGates(workspace.value), around, forgetfulMemory(), life, { wrong, trouble }))
  }

  /** What the person must know at their next message: protection never ends silently (S37). */
  async trouble(): Promise<string | undefined> {
    if (this.workspace.config.guard.disabled) return undefined
    const told = [await this.#wrongSettings(), this.#stateTrouble()].filter((one) => one !== undefined)
    return told.length === 0 ? undefined : told.join('\n')
  }

  /** Its settings could not be understood; once they are corrected, another guard takes its place. */
  isProvisional(): boolean {
    return this.#wrong !== undefined
  }

  async #wrongSettings(): Promise<string | undefined> {
    if (this.#wrong === undefined) return undefined
    const language = this.language()
    // The words of problems are loaded where there is one; the finder of secrets, since they may quote a value.
    const { explainToModel } = await import('../base/problem.ts')
    const { what, next } = explainToModel(this.#wrong, language)
    const words = {
      en: `Memory Bank's settings cannot be understood: ${what} Until they are corrected, every protection holds at its strictest. ${next}`,
      zh: `无法理解 Memory Bank 的设置：${what}更正之前，各项保护均按最严格执行。${next}`,
    }
    const { maskSecrets } = await import('../secrets/mask.ts')
    return forModel(maskSecrets(words[language]))
  }

  #stateTrouble(): string | undefined {
    const trouble = this.#trouble ?? stateTrouble(this.workspace.place.state)
    if (trouble === undefined) return undefined
    const { path, cause } = trouble
    const words = {
      en: `Memory Bank cannot write its records (${path}: ${cause}). Work goes on and the bank stays guarded, but nothing is remembered between calls and no proposal can be accepted. Run \`memory-bank doctor\`.`,
      zh: `Memory Bank 无法写入自己的记录（${path}：${cause}）。工作照常，Memory Bank 文件仍受保护，但调用之间不再记忆，也无法接受提议。请运行 \`memory-bank doctor\`。`,
    }
    return words[this.language()]
  }

  /** If our own code fails, work goes on and `doctor` is told; only a write aimed at the bank waits (S37). */
  async handle(event: HostEvent): Promise<Judgement> {
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

  async #dispatch(event: HostEvent): Promise<Judgement> {
    switch (event.kind) {
      case 'tool-requested':
        return judgeCall(this.#parts, event)
      case 'tool-finished':
        return finishCall(this.#parts, event)
      case 'session-started':
      case 'user-said':
      case 'assistant-said':
      case 'compacted':
        return hearMessage(this.#parts, event)
      case 'session-ended':
        await endSession(this.#parts, event.session)
        return { verdict: { kind: 'allow' } }
    }
  }

  /** The verdict where there was no judging. */
  unjudged(event: HostEvent): Verdict {
    const { project, config, locale } = this.workspace
    if (event.kind !== 'tool-requested' || !mayWriteBank(event.calls, project.root)) return { kind: 'allow' }
    const words = {
      en: 'Memory Bank could not judge this write, so it waits. Ask the user to run `memory-bank doctor`.',
      zh: 'Memory Bank 无法判断这次写入，暂不放行。请让用户运行 `memory-bank doctor`。',
    }
    return { kind: 'refuse', rule: 'judged-before-written', text: words[config.lang ?? locale] }
  }

  /** The block for the system prompt: the same bytes on every call of a session until compaction. */
  async opening(session: string): Promise<string> {
    const wrong = await this.#wrongSettings()
    const text = await this.#parts.openings.of(session)
    return wrong === undefined ? text : `${text}\n\n[memory-bank] ${wrong} Tell the user.`
  }

  /** Whether the session was given its block, in this process or another. */
  wasOpened(session: string): boolean {
    return this.#parts.openings.isMade(session)
  }

  /** A session begins or goes on: from now on a change of the bank that no call of it makes is noticed. */
  async attend(session: string): Promise<void> {
    await this.#parts.verifier.attend(session)
  }

  /** What changed by no call that reached us (S37); once the model was told, it is no news. */
  async unseenChanges(
    session: string,
  ): Promise<{ readonly text: string; readonly told: () => Promise<void> } | undefined> {
    const text = await this.#parts.verifier.unseenChanges(session, this.wasOpened(session))
    return text === undefined ? undefined : { text: forModel(text), told: () => this.attend(session) }
  }

  /** Sessions and comparisons that nobody goes on with are cleared away, once in a while. */
  tidy(): void {
    this.#prune(this.workspace.now().getTime())
    this.#parts.verifier.ledger.tidy(this.workspace.now().getTime())
  }

  /** Something of ours failed, here or outside: work goes on and `doctor` is told. */
  failed(what: string): Promise<void> {
    return this.#parts.tellDoctor(what)
  }

  stateOf(session: string): GuardState {
    return this.#parts.sessions.state(session)
  }

  hasBank(): boolean {
    return isThere(join(this.workspace.place.bank, MEMORY))
  }

  /** What a host with a channel in the prompt says there at once, instead of with the next tool's result (S40). */
  promptNote(session: string): string | undefined {
    const note = this.workspace.config.guard.disabled ? undefined : notePrompt(this.#parts, session)
    this.#parts.uses.said(session, note)
    return forModelIfAny(note)
  }

  /** `user`: the session that the pack is given to, and whose use of it counts (S56). */
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

  /** A recall cites what it found or found nothing: either way the patterns were consulted (S31). */
  async hearRecall(session: string, question: string, wishes: RecallWishes = {}): Promise<Result<ContextPack>> {
    const { sessions, recalls, predictor } = this.#parts
    // Where a host tells no turns, a question asked again may be a new one.
    const hasTurns = sessions.state(session).turn > 0
    const pack = await recalls.ask(hasTurns ? session : undefined, question, wishes)
    if (!pack.ok) return pack
    const required = policyOf(this.workspace).readRequired()
    const shown = pack.value.entries.flatMap((one) => (one.source === 'bank' ? [one.path] : []))
    const cited = [...shown, ...(required === undefined ? [] : [required.path])]
    const moments = predictor.reads(cited).map(({ path, hash }): Moment => ({ at: 'read', path, hash }))
    const isAnswer = hasTurns && shown.length > 0
    sessions.record(session, [...moments, ...(isAnswer ? [{ at: 'recalled', paths: shown } as const] : [])])
    return pack
  }

  /**
   * `/memory-bank-refresh`: our code makes the plan and holds it; the user's 好 applies exactly that plan (S11). The
   * argument may be keep, overwrite or append, for where it would replace what a person wrote (S4), or fold (S55).
   */
  async planRefresh(session: string, argument = ''): Promise<string> {
    return forModel(await (await this.#parts.consent.load()).planRefresh(session, argument))
  }

  /** `/memory-bank-learn`: the worklist. What the agent proposes in that turn must rest on the repository (S29). */
  async learn(session: string): Promise<string> {
    const { isMade, text } = await this.worklist()
    if (isMade) (await this.#parts.consent.load()).expectLearning(session)
    return forModel(text)
  }

  /** The worklist, or why there is none. */
  async worklist(): Promise<{ readonly isMade: boolean; readonly text: string }> {
    const { worklistForModel } = await import('../verbs/learn.ts')
    return worklistForModel(this.workspace, this.language())
  }

  /** For a client that tells no turns: what this session proposes is learned from the repository. */
  async beginLearning(session: string): Promise<void> {
    const consent = await this.#parts.consent.load()
    consent.beginLearning(session)
  }

  /** What the agent would have written: held, and shown to the user, whose next message answers it (S42). */
  async propose(session: string, input: unknown): Promise<Proposed> {
    const proposed = await (await this.#parts.consent.load()).propose(session, input)
    return { ...proposed, text: forModel(proposed.text) }
  }

  /** After the person's message: what was done with what they were shown, for the model to report. */
  async carryOutAccepted(session: string): Promise<string | undefined> {
    return forModelIfAny(await (await this.#parts.consent.waitingIn(session))?.carryOutAccepted(session))
  }

  /** For a host that shows something only with a call's result, or when the turn is over (`call` is then ''): it waits. */
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

  /** What waits for the person's word and is not before their eyes; a host that can show it does, and says so (S42). */
  unshownProposal(session: string): Unshown | undefined {
    const unshown = this.workspace.config.guard.disabled ? undefined : this.#parts.block.unshown(session)
    // In some hosts it stands among the assistant's own words.
    return unshown === undefined ? undefined : { ...unshown, text: forModel(unshown.text) }
  }

  /** What is left open in this session, as one question, once; undefined where nothing is (S42). */
  async sessionEndQuestion(session: string): Promise<string | undefined> {
    if (!leavesOpen(this.stateOf(session))) return undefined
    return forModelIfAny(await (await this.#parts.consent.load()).sessionEndQuestion(session))
  }

  /** A session whose user answers elsewhere is over: it leaves nothing behind but what it proposed. */
  leave(session: string): Promise<void> {
    return leaveSession(this.#parts, session)
  }

  /** The turn is over (S4). Returns what must still be told of commands that were left running. */
  async turnEnded(session: string): Promise<string | undefined> {
    const told = await endTurn(this.#parts, session)
    this.#parts.uses.said(session, told)
    return forModelIfAny(told)
  }

  /** What the turn's end did in the bank that the person should know of (S6, S26); said once. */
  turnNews(session: string): string | undefined {
    const notes = this.#parts.told.get(session) ?? []
    this.#parts.told.remove(session)
    const language = this.language()
    return forModelIfAny(notes.length === 0 ? undefined : notes.map((words) => words[language]).join('\n'))
  }

  /** What a compaction must not lose (S38). */
  compactionContext(session: string): string | undefined {
    if (policyOf(this.workspace).readRequired() === undefined) return undefined
    const files = this.#filesInUse(session)
    const inUse = files === '' ? '' : ` Memory files in use, newest first: ${files}.`
    return forModel(
      `Memory Bank: keep in the summary that the current focus stands in memory-bank/MEMORY.md (Current Focus) and that files must be read again before relying on them.${inUse}`,
    )
  }

  /** The same for a host that takes no words for its summary: told with the opening that follows it. */
  afterCompaction(session: string): string | undefined {
    const files = this.#filesInUse(session)
    if (files === '' || policyOf(this.workspace).readRequired() === undefined) return undefined
    return forModel(
      `What was read before the summary no longer counts. Memory files that were in use, newest first: ${files}. Read them again before relying on them.`,
    )
  }

  #filesInUse(session: string): string {
    const files = [...this.stateOf(session).read.keys()].reverse()
    return files.map((path) => `memory-bank/${path}`).join(', ')
  }

  language(): Language {
    return chooseLanguage(this.workspace)
  }
}

function isAboutSettings(problem: Problem): boolean {
  return problem.code === 'config-invalid' || (problem.code === 'file-unreadable' && problem.path === CONFIG_FILE)
}

/** A gate that cannot remember what was read would refuse for ever: it says its words and blocks nothing. */
function withoutGates(workspace: Workspace): Workspace {
  const { config } = workspace
  if (config.guard.mode !== 'block') return workspace
  return { ...workspace, config: { ...config, guard: { ...config.guard, mode: 'warn' } } }
}
