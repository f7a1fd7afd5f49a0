/**
 * The guard of one project: events in, verdicts out, whether they come to one process or to several.
 *
 * Sessions live in memory and in the session log, so that one that is resumed in a new process goes on
 * where it was. If our own code fails, ordinary work goes on; only a write aimed at the bank is refused.
 */

import { hashOfText } from '../core/content-hash.ts'
import type { HostEvent, ToolFacts, ToolFinished, ToolRequested, Verdict } from '../core/event.ts'
import { type Language, languageOfText } from '../core/language.ts'

import { MEMORY } from '../core/layout.ts'
import { once } from '../core/once.ts'
import type { ContextPack } from '../core/pack.ts'
import { ok, type Result } from '../core/result.ts'
import type { Policy } from '../guard/policy.ts'
import type { SignalKind } from '../guard/signals/signal.ts'
import { type GuardState, hasNews, type Moment } from '../guard/state.ts'
import { step, together } from '../guard/step.ts'
import type { Answer } from '../guard/words.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { outlives } from '../shell/outlives.ts'
import { readNow } from '../workspace/bank/preconditions.ts'
import type { SessionMemory } from '../workspace/state/session-log.ts'
import { openWorkspace, type Surroundings, type Workspace } from '../workspace/workspace.ts'
import { Agreements, type Proposed } from './agreements.ts'
import { forgetfulMemory, type GuardMemory, ownMemory, sharedMemory } from './guard-memory.ts'
import { mayWriteBank } from './may-write-bank.ts'
import { Openings } from './openings.ts'
import { type Foreseen, Foresight } from './predict-call.ts'
import type { RecallWishes } from './recall.ts'
import { Recalls } from './recalls.ts'
import { Questions } from './recursion-guard.ts'
import { requiredReading } from './required-reading.ts'
import { Sessions } from './sessions.ts'
import { TurnWrites } from './turn-writes.ts'
import { Aftermath } from './verify-call.ts'

export interface Judgement {
  readonly verdict: Verdict
  readonly answer?: Answer
  /** What the event showed that is worth a proposal (S40). */
  readonly signal?: SignalKind
  /** What the verdict's note reminds of. */
  readonly reminder?: SignalKind
}

const ALLOW: Verdict = { kind: 'allow' }
const ALLOWED: Judgement = { verdict: ALLOW }

export class Guard {
  readonly workspace: Workspace
  readonly #log: SessionMemory
  readonly #foresight: Foresight
  readonly #aftermath: Aftermath
  readonly #writes: TurnWrites
  // Most events need none of these three, nor their files.
  readonly #agreements: () => Agreements
  readonly #sessions: Sessions
  readonly #openings: () => Openings
  readonly #prune: (now: number) => void
  readonly #questions = new Questions((session) => this.#sessions.state(session).parent)
  readonly #recalls: () => Recalls
  readonly #replays: boolean

  private constructor(workspace: Workspace, around: Surroundings, memory: GuardMemory, replays: boolean) {
    this.workspace = workspace
    this.#log = memory.log
    this.#sessions = new Sessions(memory.log, memory.sizeOf)
    this.#writes = new TurnWrites(workspace, memory.writes)
    this.#recalls = once(() => new Recalls(workspace))
    this.#replays = replays
    this.#prune = memory.prune
    const tellDoctor = (what: string) => this.failed(what)
    this.#openings = once(() => new Openings(workspace.place.bank, memory.log, this.#sessions, tellDoctor))
    this.#foresight = new Foresight(workspace, around, memory.left)
    this.#aftermath = new Aftermath(workspace, () => this.language(), memory, replays)
    this.#agreements = once(
      () =>
        new Agreements(workspace, memory.log, this.#sessions, {
          language: () => this.language(),
          failed: tellDoctor,
          wrote: (paths) => this.#aftermath.accept(paths),
          isAgentsOwn: (path, text) => this.#foresight.isAgentsOwn(path, text),
        }),
    )
  }

  static open(around: Surroundings): Result<Guard> {
    const workspace = openWorkspace(around)
    if (!workspace.ok) return workspace
    const guard = new Guard(workspace.value, around, ownMemory(workspace.value.place.state), false)
    guard.tidy()
    return ok(guard)
  }

  /** For hosts whose events come to several processes: each goes on where the others were. */
  static openShared(around: Surroundings): Result<Guard> {
    const workspace = openWorkspace(around)
    if (!workspace.ok) return workspace
    return ok(new Guard(workspace.value, around, sharedMemory(workspace.value.place), false))
  }

  /** For replaying events: sessions begin fresh and leave nothing behind. */
  static openForReplay(around: Surroundings): Result<Guard> {
    const workspace = openWorkspace(around)
    return workspace.ok ? ok(new Guard(workspace.value, around, forgetfulMemory(), true)) : workspace
  }

  /** The block for the system prompt: the same bytes on every call of a session until compaction. */
  opening(session: string): string {
    return this.#openings().of(session)
  }

  /** A session begins or goes on: from now on a change of the bank that no call of it makes is noticed. */
  attend(session: string): void {
    this.#aftermath.attend(session)
  }

  /** What changed by no call that reached us (S37); once the model was told, it is no news. */
  unseenChanges(session: string): { readonly text: string; told(): void } | undefined {
    const words = this.#aftermath.unseenChanges(session)
    return words === undefined ? undefined : { text: words[this.language()], told: () => this.attend(session) }
  }

  /** Sessions and comparisons that nobody goes on with are cleared away, once in a while. */
  tidy(): void {
    this.#prune(this.workspace.now().getTime())
    this.#aftermath.tidy()
  }

  /** Something of ours failed, here or outside: work goes on and `doctor` is told. */
  failed(what: string): void {
    try {
      this.#log.failed(maskSecrets(what), this.workspace.now())
    } catch {
      // Nowhere to write it: the work matters more.
    }
  }

  stateOf(session: string): GuardState {
    return this.#sessions.state(session)
  }

  hasBank(): boolean {
    return readNow(this.workspace.place.bank, MEMORY) !== undefined
  }

  /** If our own code fails, work goes on and `doctor` is told; only a write aimed at the bank waits (S37). */
  async handle(event: HostEvent): Promise<Judgement> {
    if (this.workspace.config.guard.disabled) return { verdict: ALLOW }
    try {
      return event.kind === 'tool-requested' ? await this.#request(event) : await this.#handle(event)
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error)
      this.failed(`${event.kind}: ${cause}`)
      if (event.kind !== 'tool-requested' || !mayWriteBank(event.calls, this.workspace.project.root))
        return { verdict: ALLOW }
      const words = {
        en: 'Memory Bank could not judge this write, so it waits. Ask the user to run `memory-bank doctor`.',
        zh: 'Memory Bank 无法判断这次写入，暂不放行。请让用户运行 `memory-bank doctor`。',
      }
      return {
        verdict: {
          kind: 'refuse',
          rule: 'judged-before-written',
          text: words[this.workspace.config.lang ?? this.workspace.locale],
        },
      }
    }
  }

  async #handle(event: Exclude<HostEvent, ToolRequested>): Promise<Judgement> {
    if (event.kind === 'session-ended') {
      await this.#agreements().ended(event.session)
      this.leave(event.session)
      return { verdict: ALLOW }
    }
    if (event.kind === 'tool-finished') return this.#finish(event)
    if (event.kind === 'compacted') this.#openings().renew(event.session)
    if (event.kind === 'compacted' || event.kind === 'user-said') this.#recalls().forget(event.session)
    const before = this.#sessions.state(event.session)
    if (event.kind === 'user-said') this.#questions.receive(event.session, event.text)
    const done = step(before, event, { kind: 'other' }, this.#policy())
    this.#sessions.settle(event.session, done.moments, done.state)
    if (event.kind === 'user-said') await this.#agreements().answered(before, done.state, done.answer)
    return {
      verdict: done.verdict,
      ...(done.answer === undefined ? {} : { answer: done.answer }),
      ...(done.signal === undefined ? {} : { signal: done.signal }),
    }
  }

  /** What a host with a channel in the prompt says there at once, instead of with the next tool's result (S27, S40). */
  promptNote(session: string): string | undefined {
    if (this.workspace.config.guard.disabled) return undefined
    const event: HostEvent = { kind: 'tool-requested', session, call: '', calls: [] }
    const done = step(this.#sessions.state(session), event, { kind: 'other' }, this.#policy())
    this.#sessions.settle(session, done.moments, done.state)
    return done.verdict.kind === 'note' ? done.verdict.text : undefined
  }

  /** A recall cites what it found or found nothing: either way the patterns were consulted (S31). */
  async recall(session: string, question: string, wishes: RecallWishes = {}): Promise<Result<ContextPack>> {
    // Where a host tells no turns, a question asked again may be a new one.
    const hasTurns = this.#sessions.state(session).turn > 0
    const pack = await this.#recalls().ask(hasTurns ? session : undefined, question, wishes)
    if (!pack.ok) return pack
    const { required } = this.#policy()
    const cited = [
      ...pack.value.evidence.map((evidence) => evidence.path),
      ...(required === undefined ? [] : [required.path]),
    ]
    const moments = this.#foresight
      .reads(cited)
      .map((read): Moment => ({ at: 'read', path: read.path, hash: read.hash }))
    this.#sessions.record(session, moments)
    return pack
  }

  /** `/memory-bank-refresh`: our code makes the plan and holds it; the user's 好 applies exactly that plan (S11). */
  planRefresh(session: string): Promise<string> {
    return this.#agreements().planRefresh(session)
  }

  /** A message that a command of ours became is not the person's own words. */
  isOurCommand(session: string): boolean {
    return this.#agreements().isOurCommand(session)
  }

  /** What the agent would have written: held, and shown to the user, whose next message answers it (S42). */
  propose(session: string, input: unknown): Promise<Proposed> {
    return this.#agreements().propose(session, input)
  }

  /** After the person's message: what was done with what they were shown, for the model to report. */
  carryOutAccepted(session: string): Promise<string | undefined> {
    return this.#agreements().carryOutAccepted(session)
  }

  /** What is left open in this session, as one question, once; undefined where nothing is (S42). */
  sessionEndQuestion(session: string): Promise<string | undefined> {
    return this.#agreements().sessionEndQuestion(session)
  }

  /** A session whose user answers elsewhere is over: it leaves nothing behind but what it proposed. */
  leave(session: string): void {
    this.turnEnded(session)
    this.#forget(session)
  }

  /**
   * The turn is over: blocks the agent wrote are stamped as ours, and its writes can be undone (S4). Returns what must
   * still be told of commands that were left running.
   */
  turnEnded(session: string): string | undefined {
    if (this.#replays) return undefined
    const late = this.#aftermath.ofOutliving(session)
    this.#aftermath.forgetCalls(session)
    const stamped = this.#writes.end(session)
    this.#aftermath.accept(stamped.map((change) => change.path))
    for (const change of stamped) this.#sessions.rewrote(session, change)
    return late.kind === 'note' ? late.text : undefined
  }

  /** What a compaction must not lose (S38). */
  compactionContext(session: string): string | undefined {
    const { required } = this.#policy()
    if (required === undefined) return undefined
    const files = [...this.#sessions.state(session).read.keys()].reverse().map((path) => `memory-bank/${path}`)
    const inUse = files.length === 0 ? '' : ` Memory files in use, newest first: ${files.join(', ')}.`
    return `Memory Bank: keep in the summary that the current focus stands in memory-bank/MEMORY.md (Current Focus) and that files must be read again before relying on them.${inUse}`
  }

  #request(event: ToolRequested): Judgement | Promise<Judgement> {
    const concerns = event.calls.some((call) => call.kind !== 'other') || hasNews(this.#sessions.state(event.session))
    return concerns ? this.#judge(event) : ALLOWED
  }

  async #judge(event: ToolRequested): Promise<Judgement> {
    const all: Foreseen[] = []
    let verdict: Verdict = ALLOW
    let reminder: SignalKind | undefined
    for (const call of event.calls) {
      const one = this.#questions.compare(event.session, call, await this.#foresight.of(call, event.cwd))
      const done = step(this.#sessions.state(event.session), event, one.facts, this.#policy())
      this.#sessions.settle(event.session, done.moments, done.state)
      if (done.verdict.kind === 'refuse') return { verdict: done.verdict }
      verdict = together(verdict, done.verdict)
      reminder ??= done.reminder
      all.push(one)
    }
    const key = keyOf(event)
    for (const one of all) this.#writes.remember(event.session, one.facts)
    this.#aftermath.begin(key, all)
    return { verdict, ...(reminder === undefined ? {} : { reminder }) }
  }

  async #finish(event: ToolFinished): Promise<Judgement> {
    const { calls } = event
    if (calls.every((call) => call.kind === 'other')) return { verdict: ALLOW }
    for (const call of calls)
      if (call.kind === 'delegates') this.#sessions.takeReadsOfReaders(event.session, call.agent)
    const key = keyOf(event)
    const all =
      this.#aftermath.take(key) ?? (await Promise.all(calls.map((call) => this.#foresight.of(call, event.cwd))))
    let verdict: Verdict = ALLOW
    let signal: SignalKind | undefined
    for (const one of all) {
      const left = this.#afterTool(event, one.facts)
      verdict = together(verdict, left.verdict)
      signal ??= left.signal
    }
    const goesOn = calls.some((call) => call.kind === 'shell' && (call.background || outlives(call.command)))
    verdict = together(verdict, this.#aftermath.ofOutliving(event.session))
    verdict = together(verdict, this.#aftermath.afterShell(key, all, goesOn))
    if (verdict.kind === 'allow') verdict = this.#entryNews(event.session)
    return { verdict, ...(signal === undefined ? {} : { signal }) }
  }

  /** What the call has left; a tool (or a formatter behind it) may have done otherwise than was foreseen. */
  #afterTool(event: ToolFinished, foreseen: ToolFacts): Judgement {
    const facts = this.#aftermath.asLeft(foreseen)
    const spoiled = this.#aftermath.afterTool(foreseen, facts, this.#policy())
    if (spoiled.kind !== 'allow') return { verdict: spoiled }
    const done = step(this.#sessions.state(event.session), event, facts, this.#policy())
    this.#sessions.settle(event.session, done.moments, done.state)
    this.#writes.remember(event.session, facts)
    for (const file of facts.kind === 'writes' ? facts.files : []) {
      if (file.in !== 'bank' || file.after === undefined) continue
      this.#aftermath.accept([file.path])
      this.#foresight.wasLeft(file.path, file.after)
      // Its own write is no news to it.
      const { entry } = this.#sessions.state(event.session)
      if (file.path === MEMORY && file.before !== undefined && entry === hashOfText(file.before)) {
        this.#sessions.record(event.session, [{ at: 'entry', hash: hashOfText(file.after) }])
      }
    }
    return { verdict: ALLOW, ...(done.signal === undefined ? {} : { signal: done.signal }) }
  }

  /** What rules ask of it is read when they ask: most calls concern no rule that does. */
  #policy(): Policy {
    const settings = this.workspace.config.guard
    const guard = this
    let language: Language | undefined
    const required = once(() => requiredReading(guard.workspace.place.bank))
    return {
      mode: settings.mode,
      writer: settings.writer,
      readScope: settings.readScope,
      personalData: settings.personalData,
      ownDomains: settings.ownDomains,
      sensitive: settings.sensitive,
      get language() {
        language ??= guard.language()
        return language
      },
      get required() {
        return required()
      },
    }
  }

  language(): Language {
    return (
      this.workspace.config.lang ??
      languageOfText(readNow(this.workspace.place.bank, MEMORY) ?? '') ??
      this.workspace.locale
    )
  }

  #note(rule: string, words: { readonly en: string; readonly zh: string }): Verdict {
    return { kind: 'note', rule, text: words[this.language()] }
  }

  /** The entry changed under a running session by another hand: the model is told once (S21). */
  #entryNews(session: string): Verdict {
    if (!this.#openings().isNewlyOutdated(session)) return ALLOW
    return this.#note('entry-changed', {
      en: 'memory-bank/MEMORY.md has changed since this session began; read it again before relying on it.',
      zh: 'memory-bank/MEMORY.md 在本会话开始后有变化；依据它之前请重新读取。',
    })
  }

  #forget(session: string): void {
    this.#sessions.forget(session)
    this.#openings().forget(session)
    this.#aftermath.forgetSession(session)
    this.#writes.forget(session)
    this.#questions.forget(session)
    this.#recalls().forget(session)
  }
}

/** Several sessions may count their calls alike. */
function keyOf({ session, call }: ToolRequested | ToolFinished): string {
  return `${session}\n${call}`
}
