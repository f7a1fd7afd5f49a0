/**
 * One session of the guard: a tool call is judged before it runs (`judge`) and verified when it is over (`finish`),
 * messages are heard (`hear`), and the turn or the session ends (`endTurn`, `end`).
 *
 * For a permitted write or command, the session keeps the predicted effect until the call ends.
 */

import { relative, resolve } from 'node:path'
import type { HostEvent, ToolFacts, ToolFinished, ToolRequested, Verdict } from '../bank/event.ts'
import type { ContextPack } from '../bank/pack.ts'
import { pageOf } from '../bank/page.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import { isAgentShell } from '../base/agent-shell.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Change } from '../base/change.ts'
import { hashOfText } from '../base/content-hash.ts'
import { BANK_FOLDER, indexedFolderOf, isInboxPath, MEMORY } from '../base/layout.ts'
import { once } from '../base/once.ts'
import type { Result } from '../base/result.ts'
import { pageNow } from '../disk/bank/read-now.ts'
import { SettingsWatch } from '../disk/project/settings-watch.ts'
import { type SessionValues, valuesInMemory } from '../disk/state/session-values.ts'
import { doubtSettings } from '../disk/state/trust.ts'
import { UseLog } from '../disk/state/use-log.ts'
import type { Surroundings, Workspace } from '../disk/workspace.ts'
import { bankWrites, covers } from '../guard/bank-writes.ts'
import { judge, together } from '../guard/judge.ts'
import { momentsOfFinish, momentsOfSession } from '../guard/moments.ts'
import { readForRiskyWrite } from '../guard/rules/read-before-risky-write.ts'
import { type GuardState, hasNews, type Moment } from '../guard/state.ts'
import type { Trace } from '../guard/trace.ts'
import type { ReplyAnswer } from '../guard/words.ts'
import { unlistedDocuments } from '../plan/unlisted-documents.ts'
import { outlives } from '../shell/cannot-touch-bank.ts'
import type { RecallWishes } from '../verbs/recall.ts'
import type { FileNotes } from './file-notes.ts'
import type { GuardMemory } from './guard-memory.ts'
import { chooseLanguage, judgeOf, policyFor, policyOf } from './guard-policy.ts'
import { isFileNamed } from './is-file-named.ts'
import { Openings } from './openings.ts'
import { CallPredictor, type CallUnderWay, type PredictedCall } from './predict-call.ts'
import { SessionBlock } from './session-block.ts'
import type { SessionConsent } from './session-consent.ts'
import { SessionQuestions } from './session-questions.ts'
import { Sessions } from './sessions.ts'
import { TurnWrites } from './turn-writes.ts'
import { UseCounter } from './use-counter.ts'
import { CallVerifier } from './verify-call.ts'

export interface GuardParts {
  readonly workspace: Workspace
  /** True if events are replayed. No tool ran, so nothing is recorded or put back. */
  readonly replays: boolean
  /** True if this process answers one event: it loads little. */
  readonly isBrief: boolean
  readonly sessions: Sessions
  /** Predicts the effect of a call; the verifier compares it with the real one. */
  readonly predictor: CallPredictor
  readonly verifier: CallVerifier
  readonly settings: SettingsWatch
  /** From now on, settings of the project weaken nothing until a person trusts them (S39). */
  readonly doubtSettings: () => void
  /** The agent's writes of each turn. */
  readonly writes: TurnWrites
  readonly openings: Openings
  readonly questions: SessionQuestions
  readonly block: SessionBlock
  readonly consent: ReturnType<typeof lazyConsent>
  /** Notes about files (S28); undefined for replays. */
  readonly fileNotes: (() => Promise<FileNotes>) | undefined
  /** The agent's writes and the index changes of a turn that were not reported yet, by session. */
  readonly turnNews: SessionValues<string>
  readonly uses: UseCounter
  /** Notes that wait for a call's result. */
  readonly held: Pick<GuardMemory, 'notes'>
  /** True if the host was started from an agent's shell. Its messages are then not a person's. */
  readonly isNested: boolean
  /** Records a failure of Memory Bank for `doctor`. */
  readonly tellDoctor: (what: string) => Promise<void>
}

/** The lifetime of this process: one event, as long as its sessions, or a replay. */
export type Life = 'event' | 'session' | 'replay'

export interface CallJudgement {
  readonly verdict: Verdict
  /** The answer in the message, if it followed a proposal. */
  readonly answer?: ReplyAnswer
}

type Message = Exclude<HostEvent, ToolRequested | ToolFinished | { readonly kind: 'session-ended' }>
type UserSaid = Extract<Message, { readonly kind: 'user-said' }>

const ALLOW: Verdict = { kind: 'allow' }

export class GuardSession {
  readonly #parts: GuardParts
  readonly #id: string

  constructor(parts: GuardParts, id: string) {
    this.#parts = parts
    this.#id = id
  }

  get #state(): GuardState {
    return this.#parts.sessions.state(this.#id)
  }

  #record(moments: readonly Moment[]): void {
    this.#parts.sessions.record(this.#id, moments)
  }

  async judge({ calls, call, cwd }: ToolRequested): Promise<Verdict> {
    const { predictor, questions, writes, verifier, settings, block } = this.#parts
    block.begin(this.#id)
    if (calls.every((one) => one.kind === 'other' && one.ports === undefined) && !hasNews(this.#state)) return ALLOW
    this.#holdBackSettings(false)
    const predicted: PredictedCall[] = []
    let verdict = ALLOW
    for (const one of calls) {
      const prediction = questions.delegate(this.#id, one, await predictor.of(one, cwd))
      const judged = await this.#judgeFacts(prediction.facts)
      if (judged.kind === 'refuse') return judged
      verdict = together(verdict, judged)
      predicted.push(prediction)
    }
    for (const { facts } of predicted) writes.remember(this.#id, facts)
    const changedBefore = await verifier.begin(this.#keyOf(call), predicted, this.#state.turn)
    if (predicted.some(runsProgram)) await settings.attend(this.#id)
    return together(verdict, changedBefore)
  }

  async #judgeFacts(facts: ToolFacts): Promise<Verdict> {
    const { workspace, uses } = this.#parts
    const rules = await judgeOf(facts)
    const state = this.#state
    const policy = await policyFor(workspace, facts, await this.#declinedFor(facts))
    const { verdict, moments, about } = rules({ state, facts, policy })
    this.#record(moments)
    uses.acted(this.#id, () => about)
    if (verdict.kind !== 'refuse') uses.acted(this.#id, () => readForRiskyWrite({ state, facts, policy }))
    return verdict
  }

  /** Only a write of the bank can bring back declined entries. */
  async #declinedFor(facts: ToolFacts): Promise<readonly Trace[]> {
    if (bankWrites(facts).length === 0) return []
    const { declinedIn } = await import('../consent/proposal.ts')
    return declinedIn(this.#parts, this.#id)
  }

  async finish(event: ToolFinished): Promise<Verdict> {
    const { sessions, predictor, verifier } = this.#parts
    const { calls, call, cwd } = event
    if (calls.every((one) => one.kind === 'other')) return ALLOW
    for (const one of calls) if (one.kind === 'delegates') sessions.takeReadsOfReaders(this.#id, one.agent)
    const heldBack = this.#holdBackSettings(true)
    const key = this.#keyOf(call)
    const predicted: readonly (PredictedCall | CallUnderWay)[] =
      verifier.take(key) ?? (await Promise.all(calls.map((one) => predictor.of(one, cwd))))
    let verdict = ALLOW
    for (const one of predicted) verdict = together(verdict, await this.#verifyTool(event, one))
    const runsOn = calls.some((one) => one.kind === 'shell' && (one.background || outlives(one.command)))
    verdict = together(verdict, await verifier.finish(key, predicted, runsOn))
    if (predicted.some(runsProgram)) verdict = together(verdict, await this.#settingsNews())
    if (heldBack !== undefined) verdict = together(verdict, heldBack)
    const news = verdict.kind === 'allow' ? this.#entryNews() : verdict
    return together(news, await this.#noteAtFile(event, predicted))
  }

  /** The effect of a tool, or of a formatter behind it, may differ from the prediction. */
  async #verifyTool(event: ToolFinished, predicted: PredictedCall): Promise<Verdict> {
    const { verifier, writes, workspace } = this.#parts
    const facts = verifier.actualFacts(predicted.facts)
    const spoiled = await verifier.verifyTool(this.#keyOf(event.call), predicted, facts, policyOf(workspace))
    if (spoiled.kind !== 'allow') return spoiled
    this.#record(momentsOfFinish(this.#state, event, facts))
    writes.remember(this.#id, facts)
    await this.#acceptWrites(facts)
    if (event.failed !== true) this.#countReads(facts)
    return ALLOW
  }

  /** Takes the call's writes into the ledger, and marks them as known to this session. */
  async #acceptWrites(facts: ToolFacts): Promise<void> {
    const { verifier, predictor } = this.#parts
    for (const { path, before, after } of bankWrites(facts)) {
      if (after === undefined) continue
      await verifier.accept([path])
      predictor.recordWrite(path, after)
      if (path === MEMORY && before !== undefined && this.#state.entry === hashOfText(before))
        this.#record([{ at: 'entry', hash: hashOfText(after) }])
      if (isInboxPath(path)) this.#record([{ at: 'inbox', paths: [path] }])
    }
  }

  #countReads(facts: ToolFacts): void {
    if (facts.kind === 'reads') this.#parts.uses.read(this.#id, facts.bank)
    if (facts.kind === 'shell') this.#parts.uses.read(this.#id, facts.reads)
  }

  /** The note about a file that the call read or edited (S28). */
  async #noteAtFile(event: ToolFinished, predicted: readonly PredictedCall[]): Promise<Verdict> {
    const { fileNotes, isBrief, workspace, uses, tellDoctor } = this.#parts
    const isOfFiles = event.calls.some((call) => call.kind === 'reads' || call.kind === 'writes')
    if (fileNotes === undefined || !isOfFiles || event.failed === true || this.#state.skipsMemory) return ALLOW
    const touched = event.calls.flatMap((call, index) => {
      const facts = predicted[index]?.facts
      return facts === undefined ? [] : [{ call, facts, cwd: event.cwd }]
    })
    if (isBrief && !isFileNamed(workspace.place.bank, touched.flatMap(namesTouched))) return ALLOW
    try {
      const note = await (await fileNotes()).noteFor(this.#id, touched, chooseLanguage(workspace))
      if (note === undefined) return ALLOW
      await uses.pointedAt(this.#id, note.entry)
      return { kind: 'note', rule: 'memory-at-file', text: note.text }
    } catch (error) {
      // The call is over and judged. A failing note must not change the result.
      await tellDoctor(`memory at the file: ${error instanceof Error ? error.message : String(error)}`)
      return ALLOW
    }
  }

  /**
   * Reports that a program changed settings that keep Memory Bank running. Hosts and people write these files too, so
   * the change stays (S37).
   */
  async #settingsNews(): Promise<Verdict> {
    const { workspace, settings, replays } = this.#parts
    const changed = replays ? [] : await settings.changes(this.#id)
    if (changed.length === 0) return ALLOW
    const { root } = workspace.project
    const names = changed.map((file) => relative(root, file).replaceAll('\\', '/'))
    const words = {
      en: `Settings that keep Memory Bank running changed in ${names.join(', ')} while this command ran. They were left as they are. Tell the user: if this was not intended, \`memory-bank doctor\` shows what is missing.`,
      zh: `命令运行期间，${names.join('、')} 中启用 Memory Bank 的设置发生了变化；已保持原样。请告知用户：若并非有意，可运行 \`memory-bank doctor\` 查看缺少什么。`,
    }
    return settingsNote(words[chooseLanguage(workspace)])
  }

  /** Values that weaken protection and came in while a command ran do not apply until a person says so (S39). */
  #holdBackSettings(isReported: boolean): Note | undefined {
    const { workspace, verifier, doubtSettings } = this.#parts
    const weakened = verifier.weakenedSettings(this.#id, isReported)
    if (weakened.length === 0) return undefined
    doubtSettings()
    if (workspace.trusted) return undefined // by the environment
    const values = weakened.join(', ')
    const words = {
      en: `While a command ran, memory-bank.json was changed to weaken protection (${values}). This does not apply until the user trusts the settings again; \`memory-bank doctor\` says how. Tell the user.`,
      zh: `命令运行期间，memory-bank.json 被改为放宽保护（${values}）。用户重新信任这些设置之前，它们不生效；\`memory-bank doctor\` 会说明做法。请告知用户。`,
    }
    return settingsNote(words[chooseLanguage(workspace)])
  }

  /** Reports once that MEMORY.md or the inbox was changed from outside this session (S21). */
  #entryNews(): Verdict {
    const { workspace, openings } = this.#parts
    const waiting = openings.newInInbox(this.#id).map((path) => `${BANK_FOLDER}/${path}`)
    const isOutdated = openings.isNewlyOutdated(this.#id)
    if (!isOutdated && waiting.length === 0) return ALLOW
    const words = isOutdated ? ENTRY_CHANGED : inboxChanged(waiting)
    return { kind: 'note', rule: 'entry-changed', text: words[chooseLanguage(workspace)] }
  }

  /** A message from the person or the assistant, or an event of the session itself. */
  async hear(event: Message): Promise<CallJudgement> {
    const { questions, consent, block, openings, workspace } = this.#parts
    if (event.kind === 'session-started') {
      this.#record(momentsOfSession(this.#state, event))
    } else if (event.kind === 'compacted') {
      openings.renew(this.#id)
      questions.permitAgain(this.#id)
      this.#record([{ at: 'compacted' }])
    } else if (event.kind === 'assistant-said') {
      // The code that reads messages is large and is loaded only for messages.
      const { hearAgent } = await import('../guard/hear-agent.ts')
      block.heard(this.#id, event.text)
      this.#record(hearAgent(this.#state, event.text, (prefix) => leadsToRoot(prefix, workspace.project.root)))
    } else {
      const { readReply } = await import('../consent/read-reply.ts')
      const waiting = await consent.waitingIn(this.#id)
      questions.permitAgain(this.#id)
      questions.receive(this.#id, event.text)
      block.forget(this.#id)
      const before = this.#state
      const { moments, answer } = readReply(before, this.#withSpeaker(event))
      this.#record(moments)
      waiting?.answered(before, this.#state, answer)
      return { verdict: ALLOW, ...(answer === undefined ? {} : { answer }) }
    }
    return { verdict: ALLOW }
  }

  /**
   * Marks the sender of a message: a person, unless an agent started the host or a command of the session is running
   * (S42).
   */
  #withSpeaker(event: UserSaid): UserSaid {
    const { isNested, verifier, block } = this.#parts
    const from = isNested ? 'program' : verifier.hasShell(this.#id) ? 'meanwhile' : 'person'
    return { ...event, from, topics: block.topicsOf(this.#id) }
  }

  /** The note for a host that can show one with the prompt, before the next tool's result (S40). */
  promptNote(): string | undefined {
    const policy = policyOf(this.#parts.workspace)
    const { verdict, moments } = judge({ state: this.#state, facts: { kind: 'other' }, policy })
    this.#record(moments)
    return verdict.kind === 'note' ? verdict.text : undefined
  }

  /**
   * Answers a recall. It counts as a read of the file that risky writes require, even if it cites nothing from it
   * (S31).
   */
  async recall(question: string, wishes: RecallWishes): Promise<Result<ContextPack>> {
    const { questions, predictor, workspace } = this.#parts
    // In a host that reports no turns, a repeated question may belong to a new turn, so it is not refused.
    const hasTurns = this.#state.turn > 0
    const pack = await questions.recall(hasTurns ? this.#id : undefined, question, wishes)
    if (!pack.ok) return pack
    const required = policyOf(workspace).readRequired()
    const cited = pack.value.entries.flatMap((entry) => (entry.source === 'bank' ? [entry.path] : []))
    const reads = predictor.reads([...cited, ...(required === undefined ? [] : [required.path])])
    this.#record(reads.map(({ path, hash }) => ({ at: 'read', path, hash })))
    if (hasTurns && cited.length > 0) this.#record([{ at: 'recalled', paths: cited }])
    return pack
  }

  /**
   * Records the agent's writes of the turn, so that they can be undone (S4), and updates the indexes (S6, S26). Returns
   * a report about commands that were left running, if any.
   */
  async endTurn(): Promise<string | undefined> {
    const { sessions, verifier, writes, replays, turnNews, workspace } = this.#parts
    if (replays) return undefined
    const heldBack = this.#holdBackSettings(true)
    const late = await verifier.endTurn(this.#id, this.#state.turn)
    const ended = await writes.end(this.#id, this.#readButUnlisted(), isConfirmed(this.#state))
    await verifier.accept(ended.changes.map((change) => change.path))
    sessions.wrote(this.#id, ended.changes)
    const notes = ended.notes.map((words) => words[chooseLanguage(workspace)])
    const news = [await this.#writtenByAgent(ended.written), ...notes]
    const said = news.filter((text) => text !== undefined)
    if (said.length > 0) turnNews.put(this.#id, said.join('\n'))
    const told = [heldBack?.text, late.kind === 'note' ? late.text : undefined].filter((text) => text !== undefined)
    return told.length === 0 ? undefined : told.join('\n')
  }

  /** The person sees what the agent wrote where they confirm writes (S42, S44). */
  async #writtenByAgent(written: readonly Change[]): Promise<string | undefined> {
    const { workspace } = this.#parts
    if (written.length === 0 || workspace.config.guard.writer !== 'confirm') return undefined
    const { writtenText } = await import('../consent/show.ts')
    return writtenText(written, chooseLanguage(workspace))
  }

  /** Documents read in this turn that the index of their folder does not list. */
  #readButUnlisted(): readonly BankPath[] {
    const { read, turn } = this.#state
    const ofTurn = [...read].flatMap(([path, one]) =>
      one.turn === turn && indexedFolderOf(path) !== undefined ? [path] : [],
    )
    if (ofTurn.length === 0) return []
    return unlistedDocuments(ofTurn, (path) => {
      const text = pageNow(this.#parts.workspace.place.bank, path)
      return text === undefined ? undefined : pageOf(text, path)
    })
  }

  /** The session is over. Its open proposals are marked as skipped. */
  async end(): Promise<void> {
    const waiting = await this.#parts.consent.waitingIn(this.#id)
    waiting?.ended(this.#id)
    await this.leave()
  }

  /** Forgets the session without settling its proposals, because in some hosts the user answers elsewhere. */
  async leave(): Promise<void> {
    await this.endTurn()
    const { sessions, openings, verifier, settings, writes, questions, uses } = this.#parts
    uses.flush()
    sessions.forget(this.#id)
    openings.forget(this.#id)
    verifier.forgetSession(this.#id)
    settings.forget(this.#id)
    writes.forget(this.#id)
    questions.forget(this.#id)
  }

  /** Call ids are unique only within a session. */
  #keyOf(call: string): string {
    return `${this.#id}\n${call}`
  }
}

type Note = Extract<Verdict, { readonly kind: 'note' }>

function settingsNote(text: string): Note {
  return { kind: 'note', rule: 'settings-changed', text, toPerson: text }
}

function runsProgram({ facts }: PredictedCall): boolean {
  return facts.kind === 'shell'
}

const ENTRY_CHANGED = {
  en: 'memory-bank/MEMORY.md has changed since this session began. Read it again before relying on it.',
  zh: 'memory-bank/MEMORY.md 在本会话开始后有变化。依据它之前请重新读取。',
}

function inboxChanged(paths: readonly string[]) {
  const shown = paths.slice(0, MOST_SHOWN)
  const more = paths.length - shown.length
  return {
    en: `New entries since this session began: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Read those that matter for the work.`,
    zh: `本会话开始后 Memory Bank 有新条目：${shown.join('、')}${more > 0 ? ` 等，另有 ${more} 条` : ''}。请阅读与当前工作有关的条目。`,
  }
}

const MOST_SHOWN = 5

export function openParts(workspace: Workspace, around: Surroundings, memory: GuardMemory, life: Life): GuardParts {
  const replays = life === 'replay'
  const tellDoctor = async (what: string): Promise<void> => {
    try {
      const { maskSecrets } = await import('../secrets/mask.ts')
      memory.log.failed(maskSecrets(what), workspace.now())
    } catch {
      // If nothing can be written, the work still continues.
    }
  }
  const sessions = new Sessions(memory.log, memory.sizeOf)
  const block = new SessionBlock(memory.log, sessions, workspace.showsBlocks === true)
  const uses = new UseCounter(workspace, sessions, memory.counts ? useLogOf(workspace) : undefined, tellDoctor)
  const predictor = new CallPredictor(workspace, around, memory.left)
  const verifier = new CallVerifier(
    workspace,
    () => chooseLanguage(workspace),
    memory,
    replays,
    (session, paths) =>
      sessions.record(
        session,
        paths.map((path) => ({ at: 'unconfirmed', path })),
      ),
  )
  return {
    workspace,
    replays,
    isNested: isAgentShell(around.env),
    sessions,
    predictor,
    verifier,
    settings: new SettingsWatch(workspace.project.root, around.env, memory.settings),
    doubtSettings: () => doubtSettings(workspace.project, around.env),
    writes: new TurnWrites(workspace, memory, verifier.ledger),
    openings: new Openings(workspace, memory.log, sessions, uses, tellDoctor),
    questions: new SessionQuestions(workspace, sessions),
    block,
    turnNews: valuesInMemory(),
    uses,
    held: memory,
    consent: lazyConsent(sessions, async () => {
      const { SessionConsent } = await import('./session-consent.ts')
      return new SessionConsent(workspace, memory.log, sessions, block, {
        failed: tellDoctor,
        wrote: (paths) => verifier.accept(paths),
        isAgentsOwn: (path, text) => predictor.isAgentsOwn(path, text),
      })
    }),
    fileNotes:
      life !== 'replay'
        ? once(async () => new (await import('./file-notes.ts')).FileNotes(workspace, sessions, around.folder))
        : undefined,
    isBrief: life === 'event',
    tellDoctor,
  }
}

/** The files that a call read or wrote. */
function namesTouched({ call, facts }: { readonly call: ToolCall; readonly facts: ToolFacts }): readonly string[] {
  if (facts.kind === 'writes') return facts.files.map(({ path }) => path)
  return call.kind === 'reads' ? call.paths : []
}

/** Undefined if counting is switched off. */
function useLogOf({ config, place }: Workspace): UseLog | undefined {
  return config.usage === 'off' ? undefined : new UseLog(place.state)
}

/** Whether a path before `memory-bank/` means this project: absolute, or relative to the project or a folder above it. */
function leadsToRoot(prefix: string, root: string): boolean {
  return resolve(root, prefix) === root || `${root}/`.endsWith(`/${prefix}`)
}

/** The code for proposals and plans is large. It is loaded when one is requested or waits for an answer. */
function lazyConsent(sessions: Sessions, make: () => Promise<SessionConsent>) {
  let isLoaded = false
  const load = once(() => {
    isLoaded = true
    return make()
  })
  return {
    load,
    /** Undefined if nothing waits in this session. */
    async waitingIn(session: string): Promise<SessionConsent | undefined> {
      const { proposal, accepted, reopened, planAccepted } = sessions.state(session)
      const waits = [proposal, accepted, reopened].some((one) => one !== undefined) || planAccepted || isLoaded
      return waits ? load() : undefined
    },
  }
}

/** Whether a write of this file had no need of a confirmation, or the user's in this turn. */
function isConfirmed({ unconfirmed, granted }: GuardState): (path: BankPath) => boolean {
  return (path) => !unconfirmed.includes(path) || covers(granted, path)
}
