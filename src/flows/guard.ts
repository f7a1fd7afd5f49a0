/**
 * The guard of one project, for a host that keeps us in its process: events in, verdicts out.
 *
 * Sessions live in memory and in the session log, so that one that is resumed in a new process goes on
 * where it was. If our own code fails, ordinary work goes on; only a write aimed at the bank is refused.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Change, Plan } from '../core/change.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { HostEvent, ToolFacts, ToolFinished, ToolRequested, Verdict } from '../core/event.ts'
import { type Language, languageOfText } from '../core/language.ts'
import { MEMORY, PATTERNS } from '../core/layout.ts'
import { LIMITS } from '../core/limits.ts'
import type { ContextPack } from '../core/pack.ts'
import { appliedText, planText } from '../core/plan-text.ts'
import { explain } from '../core/problem.ts'
import { ok, type Result } from '../core/result.ts'
import { maskSecrets } from '../core/secrets.ts'
import { readToolCalls, type ToolCall } from '../core/tool-call.ts'
import type { Policy } from '../guard/policy.ts'
import type { GuardState, Moment } from '../guard/state.ts'
import { step } from '../guard/step.ts'
import type { Answer } from '../guard/words.ts'
import { opening, openingUnreadable, openingWithoutBank } from '../recall/opening.ts'
import { detect } from '../refresh/detect.ts'
import { readNow } from '../workspace/preconditions.ts'
import { readBank } from '../workspace/read-bank.ts'
import { forgetfulLog, SessionLog, type SessionMemory } from '../workspace/session-log.ts'
import { openWorkspace, type Surroundings, type Workspace } from '../workspace/workspace.ts'
import { Aftermath } from './aftermath.ts'
import { type Foreseen, Foresight } from './foresight.ts'
import { keep } from './keep.ts'
import { mayWriteBank } from './may-write-bank.ts'
import { Questions } from './questions.ts'
import { Recalls } from './recalls.ts'
import { carryOut, propose } from './refresh.ts'
import { Sessions } from './sessions.ts'
import { TurnWrites } from './turn-writes.ts'

export interface Judgement {
  readonly verdict: Verdict
  readonly answer?: Answer
}

const ALLOW: Verdict = { kind: 'allow' }
const ALLOWED: Judgement = { verdict: ALLOW }

export class Guard {
  readonly workspace: Workspace
  readonly #log: SessionMemory
  readonly #foresight: Foresight
  readonly #aftermath: Aftermath
  readonly #writes: TurnWrites
  readonly #sessions: Sessions
  readonly #openings = new Map<string, string>()
  /** Sessions whose next message is the one our command became. */
  readonly #planned = new Set<string>()
  readonly #questions = new Questions((session) => this.#sessions.state(session).parent)
  readonly #recalls: Recalls
  readonly #replays: boolean

  private constructor(workspace: Workspace, around: Surroundings, log: SessionMemory, replays: boolean) {
    this.workspace = workspace
    this.#log = log
    this.#sessions = new Sessions(log)
    this.#writes = new TurnWrites(workspace)
    this.#recalls = new Recalls(workspace)
    this.#replays = replays
    this.#foresight = new Foresight(workspace, around)
    this.#aftermath = new Aftermath(workspace, () => this.language(), replays)
  }

  static open(around: Surroundings): Result<Guard> {
    const workspace = openWorkspace(around)
    if (!workspace.ok) return workspace
    const log = new SessionLog(workspace.value.place.state)
    log.prune(around.now().getTime())
    return ok(new Guard(workspace.value, around, log, false))
  }

  /** For replaying events: sessions begin fresh and leave nothing behind. */
  static openForReplay(around: Surroundings): Result<Guard> {
    const workspace = openWorkspace(around)
    return workspace.ok ? ok(new Guard(workspace.value, around, forgetfulLog(), true)) : workspace
  }

  /** The block for the system prompt: the same bytes on every call of a session until compaction. */
  opening(session: string): string {
    const known = this.#openings.get(session)
    if (known !== undefined) return known
    let text: string
    try {
      text = this.#log.opening(session) ?? this.#newOpening(session)
    } catch (error) {
      this.#tellDoctor(`opening: ${error instanceof Error ? error.message : String(error)}`)
      text = openingUnreadable()
    }
    keep(this.#openings, session, text)
    return text
  }

  #newOpening(session: string): string {
    const memory = readNow(this.workspace.place.bank, MEMORY)
    const text =
      memory === undefined ? openingWithoutBank() : opening(memory, this.#version(), LIMITS.openingTokens).text
    if (memory !== undefined) this.#sessions.record(session, [{ at: 'entry', hash: hashOfText(memory) }])
    this.#log.keepOpening(session, text)
    return text
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
      this.#tellDoctor(`${event.kind}: ${cause}`)
      if (event.kind !== 'tool-requested' || !mayWriteBank(event)) return { verdict: ALLOW }
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

  #tellDoctor(what: string): void {
    try {
      this.#log.failed(maskSecrets(what), this.workspace.now())
    } catch {
      // Nowhere to write it: the work matters more.
    }
  }

  async #handle(event: Exclude<HostEvent, ToolRequested>): Promise<Judgement> {
    if (event.kind === 'session-ended') {
      this.turnEnded(event.session)
      this.#forget(event.session)
      return { verdict: ALLOW }
    }
    if (event.kind === 'tool-finished') return this.#finish(event)
    if (event.kind === 'compacted') {
      this.#openings.delete(event.session)
      this.#log.forgetOpening(event.session)
    }
    if (event.kind === 'compacted' || event.kind === 'user-said') this.#recalls.forget(event.session)
    const state = this.#sessions.state(event.session)
    if (event.kind === 'user-said') this.#questions.receive(event.session, event.text)
    const done = step(state, event, { kind: 'other' }, this.#policy())
    this.#sessions.settle(event.session, done.moments, done.state)
    return { verdict: done.verdict, ...(done.answer === undefined ? {} : { answer: done.answer }) }
  }

  /** A recall cites what it found or found nothing: either way the patterns were consulted (S31). */
  async recall(session: string, question: string): Promise<Result<ContextPack>> {
    const pack = await this.#recalls.ask(session, question)
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
  planRefresh(session: string): string {
    const proposed = propose(this.workspace, { language: undefined, onConflict: undefined })
    if (!proposed.ok) {
      const { what, next } = explain(proposed.problem, this.language())
      return `${what}\n${next}`
    }
    const { plan, language } = proposed.value
    if (plan.changes.length > 0) {
      this.#log.keepPlan(session, plan)
      this.#planned.add(session)
    }
    return planText(plan, language)
  }

  /** A message that a command of ours became is not the person's own words. */
  isOurCommand(session: string): boolean {
    return this.#planned.has(session)
  }

  /** After the person's message: what was done with the plan they were shown, for the model to report. */
  carryOutAccepted(session: string): string | undefined {
    if (this.#planned.delete(session)) {
      this.#sessions.record(session, [{ at: 'proposed', targets: [], plan: true }])
      return undefined
    }
    const plan = this.#log.takePlan(session)
    if (plan === undefined || !this.#sessions.state(session).planAccepted || !isPlan(plan)) return undefined
    const applied = carryOut(plan, this.workspace)
    this.#aftermath.accept(plan.changes.flatMap(pathsOf))
    if (applied.ok) return appliedText(plan.changes, this.language())
    const { what, next } = explain(applied.problem, this.language())
    return `[memory-bank] ${what} ${next}`
  }

  /** The turn is over: blocks the agent wrote are stamped as ours, and its writes can be undone (S4). */
  turnEnded(session: string): void {
    if (this.#replays) return
    const stamped = this.#writes.end(session)
    this.#aftermath.accept(stamped.map((change) => change.path))
    // What the session had read it still has; the stamp is ours.
    for (const { path, was, text } of stamped) {
      const [old, now] = [hashOfText(was), hashOfText(text)]
      const { read, entry } = this.#sessions.state(session)
      if (read.get(path)?.hash === old) this.#sessions.record(session, [{ at: 'read', path, hash: now }])
      if (path === MEMORY && entry === old) this.#sessions.record(session, [{ at: 'entry', hash: now }])
    }
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
    const calls = readToolCalls(event.tool, event.args)
    const concerns = calls.some((call) => call.kind !== 'other') || this.#sessions.state(event.session).wantsPatterns
    return concerns ? this.#judge(event, calls) : ALLOWED
  }

  async #judge(event: ToolRequested, calls: readonly ToolCall[]): Promise<Judgement> {
    const all: Foreseen[] = []
    let verdict: Verdict = ALLOW
    for (const call of calls) {
      const one = this.#questions.compare(event.session, call, await this.#foresight.of(call, event.cwd))
      const done = step(this.#sessions.state(event.session), event, one.facts, this.#policy())
      this.#sessions.settle(event.session, done.moments, done.state)
      if (done.verdict.kind === 'refuse') return { verdict: done.verdict }
      verdict = together(verdict, done.verdict)
      all.push(one)
    }
    const key = keyOf(event)
    for (const one of all) this.#writes.remember(event.session, one.facts)
    this.#aftermath.begin(key, all)
    return { verdict }
  }

  async #finish(event: ToolFinished): Promise<Judgement> {
    const calls = readToolCalls(event.tool, event.args)
    if (calls.every((call) => call.kind === 'other')) return { verdict: ALLOW }
    for (const call of calls)
      if (call.kind === 'delegates') this.#sessions.takeReadsOfReaders(event.session, call.agent)
    const key = keyOf(event)
    const all =
      this.#aftermath.take(key) ?? (await Promise.all(calls.map((call) => this.#foresight.of(call, undefined))))
    let verdict: Verdict = ALLOW
    for (const one of all) verdict = together(verdict, this.#afterTool(event, one.facts))
    const plausible = all.some((one) => one.plausible)
    verdict = together(verdict, this.#aftermath.afterShell(key, plausible))
    return { verdict: verdict.kind === 'allow' ? this.#entryNews(event.session) : verdict }
  }

  /** What the call has left; a tool (or a formatter behind it) may have done otherwise than was foreseen. */
  #afterTool(event: ToolFinished, foreseen: ToolFacts): Verdict {
    const facts = this.#aftermath.asLeft(foreseen)
    const spoiled = this.#aftermath.afterTool(foreseen, facts, this.#policy())
    if (spoiled.kind !== 'allow') return spoiled
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
    return ALLOW
  }

  /** What rules ask of it is read when they ask: most calls concern no rule that does. */
  #policy(): Policy {
    const settings = this.workspace.config.guard
    const guard = this
    let language: Language | undefined
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
        return guard.#required()
      },
    }
  }

  #required(): Policy['required'] {
    for (const path of [PATTERNS, MEMORY]) {
      const text = readNow(this.workspace.place.bank, path)
      if (text !== undefined) return { path, hash: hashOfText(text) }
    }
    return undefined
  }

  language(): Language {
    return (
      this.workspace.config.lang ??
      languageOfText(readNow(this.workspace.place.bank, MEMORY) ?? '') ??
      this.workspace.locale
    )
  }

  #version(): string | undefined {
    const snapshot = readBank(this.workspace.place.bank)
    const state = snapshot.ok ? detect(snapshot.value) : undefined
    return state !== undefined && 'version' in state ? state.version : undefined
  }

  #note(rule: string, words: { readonly en: string; readonly zh: string }): Verdict {
    return { kind: 'note', rule, text: words[this.language()] }
  }

  /** The entry changed under a running session by another hand: the model is told once (S21). */
  #entryNews(session: string): Verdict {
    const { entry, read } = this.#sessions.state(session)
    const text = entry === undefined ? undefined : readNow(this.workspace.place.bank, MEMORY)
    if (text === undefined) return ALLOW
    const hash = hashOfText(text)
    if (hash === entry) return ALLOW
    this.#sessions.record(session, [{ at: 'entry', hash }])
    if (read.get(MEMORY)?.hash === hash) return ALLOW
    return this.#note('entry-changed', {
      en: 'memory-bank/MEMORY.md has changed since this session began; read it again before relying on it.',
      zh: 'memory-bank/MEMORY.md 在本会话开始后有变化；依据它之前请重新读取。',
    })
  }

  #forget(session: string): void {
    this.#sessions.forget(session)
    this.#openings.delete(session)
    this.#aftermath.forgetSession(session)
    this.#writes.forget(session)
    this.#planned.delete(session)
    this.#questions.forget(session)
    this.#recalls.forget(session)
  }
}

function isPlan(value: unknown): value is Plan {
  return (
    typeof value === 'object' &&
    value !== null &&
    'changes' in value &&
    Array.isArray(value.changes) &&
    'intent' in value
  )
}

/** Several sessions may count their calls alike. */
function keyOf({ session, call }: ToolRequested | ToolFinished): string {
  return `${session}\n${call}`
}

/** Two answers to one call. */
function together(a: Verdict, b: Verdict): Verdict {
  if (a.kind === 'allow' || b.kind === 'refuse') return b
  return b.kind === 'note' && a.kind === 'note' ? { ...a, text: `${a.text}\n${b.text}` } : a
}

function pathsOf(change: Change): readonly BankPath[] {
  return change.kind === 'move' ? [change.path, change.to] : [change.path]
}
