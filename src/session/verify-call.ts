/**
 * Verifies after each call that the bank still matches the ledger (S34).
 *
 * A command that names the bank, or that could not be resolved, is blamed for changes while it ran. Before such a
 * command the bank is compared too, so that it is not blamed for earlier changes. A file that a tool left in an
 * unpredicted state is put back if that state breaks a rule that always refuses.
 */

import { join } from 'node:path'
import type { ToolFacts, Verdict } from '../bank/event.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Language } from '../base/language.ts'
import { Journal } from '../disk/bank/journal.ts'
import { textInside, WATCHED } from '../disk/open-file.ts'
import { weakerValues } from '../disk/project/config.ts'
import { type ForeignChange, Ledger } from '../disk/state/ledger.ts'
import type { SessionValues } from '../disk/state/session-values.ts'
import type { Workspace } from '../disk/workspace.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { together } from '../guard/judge.ts'
import type { Policy } from '../guard/rule.ts'
import { FRESH } from '../guard/state.ts'
import type { Circumstances, ForeignReport } from './foreign-changes.ts'
import type { GuardMemory } from './guard-memory.ts'
import { judgeOf } from './guard-policy.ts'
import type { CallUnderWay, PredictedCall } from './predict-call.ts'

const ALLOW: Verdict = { kind: 'allow' }
/** Suffix for the key of a call that has returned while its command still runs. */
const RUNS_ON = '\n…'

export class CallVerifier {
  readonly #workspace: Workspace
  readonly #language: () => Language
  /** In a replay nothing ran, so nothing is compared. */
  readonly #replays: boolean
  readonly ledger: Ledger
  /** Running calls, by session and call. */
  readonly #running: SessionValues<readonly CallUnderWay[]>
  /** Reports that the model has not received yet, by session. */
  readonly #news: SessionValues<string>
  readonly #listUnconfirmed: (session: string, paths: readonly BankPath[]) => void

  constructor(
    workspace: Workspace,
    language: () => Language,
    memory: Pick<GuardMemory, 'calls' | 'news'>,
    replays: boolean,
    listUnconfirmed: (session: string, paths: readonly BankPath[]) => void,
  ) {
    this.#workspace = workspace
    this.#language = language
    this.#replays = replays
    this.ledger = new Ledger(workspace.place)
    this.#running = memory.calls
    this.#news = memory.news
    this.#listUnconfirmed = listUnconfirmed
  }

  /** Starts a permitted call. Returns a note about changes that were made before it. */
  async begin(key: string, all: readonly PredictedCall[], turn: number): Promise<Verdict> {
    const isWrite = all.some(({ facts }) => bankWrites(facts).length > 0)
    const isShell = all.some(({ facts }) => facts.kind === 'shell')
    // Compare now, so that earlier changes are not blamed on this call.
    const isCompared = isWrite || all.some(({ blamed }) => blamed.length > 0) || !this.ledger.isThere()
    const verdict = isCompared ? await this.#compare(sessionOf(key), []) : ALLOW
    if (!isWrite && !isShell) return verdict
    const mayRunUs = all.some(({ facts, looks }) => facts.kind === 'shell' && looks !== true)
    const { root } = this.#workspace.project
    const evidence = mayRunUs ? { journal: this.#transactions().map(endOf), weaker: weakerValues(root) } : {}
    this.#running.put(
      key,
      all.map((one) => ({ ...one, ...withoutTexts(one.facts), ...evidence, turn })),
    )
    return verdict
  }

  /** Weaker values that memory-bank.json got while a command of the session ran. `isReported`: not returned again. */
  weakenedSettings(session: string, isReported: boolean): readonly string[] {
    const calls = this.#replays ? [] : this.#callsOf(session)
    const before = calls.flatMap(([, all]) => all.flatMap(({ weaker }) => (weaker === undefined ? [] : [weaker])))
    if (before.length === 0) return []
    const weaker = weakerValues(this.#workspace.project.root)
    const fresh = weaker.filter((value) => before.some((known) => !known.includes(value)))
    if (fresh.length > 0 && isReported)
      for (const [key, all] of calls)
        this.#running.put(
          key,
          all.map((one) => ({ ...one, weaker })),
        )
    return fresh
  }

  /** Removes and returns the predictions of a finished call. Undefined if they are not known. */
  take(key: string): readonly CallUnderWay[] | undefined {
    const all = this.#running.get(key)
    if (all !== undefined) this.#running.remove(key)
    return all
  }

  /** Whether a shell call of the session is running. Calls that have returned do not count. */
  hasShell(session: string): boolean {
    return this.#callsOf(session).some(
      ([key, all]) => !key.endsWith(RUNS_ON) && all.some(({ facts }) => facts.kind === 'shell'),
    )
  }

  /** Compares the bank after a call that may have run a program. `runsOn`: its command still runs. */
  async finish(key: string, all: readonly PredictedCall[], runsOn: boolean): Promise<Verdict> {
    if (runsOn)
      this.#running.put(
        `${key}${RUNS_ON}`,
        all.map((one) => ({ ...one, ...withoutTexts(one.facts), turn: undefined })),
      )
    const session = sessionOf(key)
    const others = this.#callsOf(session).flatMap(([other, calls]) => (other.endsWith(RUNS_ON) ? calls : []))
    const written = await this.#writtenMeanwhile(all)
    const isQuiet = others.length === 0 && all.every(({ facts }) => facts.kind === 'reads' || facts.kind === 'other')
    return together(written, isQuiet ? ALLOW : await this.#compare(session, [...all, ...others]))
  }

  /** Transactions that other processes finished during a command, which may have run Memory Bank itself. */
  async #writtenMeanwhile(all: readonly (PredictedCall | CallUnderWay)[]): Promise<Verdict> {
    const [before] = all.flatMap((one) => ('journal' in one && one.journal !== undefined ? [one.journal] : []))
    // Not by their times: a command may set another clock.
    const fresh = before === undefined ? [] : this.#transactions().filter((id) => !before.includes(endOf(id)))
    if (fresh.length === 0) return ALLOW
    const { reportWritten } = await import('./foreign-changes.ts')
    return this.#noted(reportWritten(this.#workspace, fresh))
  }

  #transactions(): readonly string[] {
    return new Journal(this.#workspace.place.state).finished()
  }

  /**
   * Compares the bank for the open calls of the turn. A host may never report the end of a call whose command still
   * runs.
   */
  async endTurn(session: string, turn: number): Promise<Verdict> {
    const open = this.#callsOf(session)
    for (const [key] of open) this.#running.remove(key)
    // A call of an earlier turn was interrupted, and a person may have written since.
    const left = open.flatMap(([, all]) => all.filter((one) => one.turn === undefined || one.turn === turn))
    // A session's first message creates the ledger, so a missing one is evidence that was lost.
    return left.length === 0 && this.ledger.isThere() ? ALLOW : this.#compare(session, left, turn > 0)
  }

  /**
   * The session begins, or the model received the reports. Creates the ledger of a bank that is seen for the first
   * time.
   */
  async attend(session: string): Promise<void> {
    this.#news.remove(session)
    if (!this.ledger.isThere()) await this.unseenChanges(session, false)
  }

  /** Changes that no call made, repeated until `attend` is called. `isKnown`: the session is not new. */
  async unseenChanges(session: string, isKnown: boolean): Promise<string | undefined> {
    if (this.#replays) return undefined
    const open = this.#running.entries().flatMap(([, all]) => all)
    const permitted = (change: ForeignChange) => (isLeftBy(open, change) ? ('under-way' as const) : undefined)
    const reports = await this.#settle({ waits: this.#waits(session), permitted, isKnown })
    this.#list(session, reports)
    const kept = this.#news.get(session)
    if (reports.length === 0) return kept
    const news = reports.map(({ words, advice }) => words[this.#language()] + advice[this.#language()])
    const { maskSecrets } = await import('../secrets/mask.ts')
    const all = maskSecrets([...(kept === undefined ? [] : [kept]), ...news].join('\n'))
    this.#news.put(session, all)
    return all
  }

  forgetSession(session: string): void {
    for (const [key] of this.#callsOf(session)) this.#running.remove(key)
    this.#news.remove(session)
  }

  /** Records these files in the ledger as they are. */
  async accept(paths: readonly BankPath[]): Promise<void> {
    if (paths.length === 0 || this.#replays) return
    const { findSecrets } = await import('../secrets/find-secrets.ts')
    this.ledger.accept(paths, this.#workspace.now(), (text) => findSecrets(text).length > 0)
  }

  /** The effect of a finished tool: each file as in the ledger, and as it is now. */
  actualFacts(facts: ToolFacts): ToolFacts {
    if (facts.kind !== 'writes') return facts
    const { bank } = this.#workspace.place
    const files = facts.files.map((file) => {
      if (file.in !== 'bank') return file
      const id = this.ledger.idAt(file.path)
      const before = id === undefined ? file.before : this.ledger.textsOf([id]).get(id)
      return { ...file, before, after: textInside(bank, join(bank, file.path), WATCHED) }
    })
    return { kind: 'writes', files }
  }

  /** Puts back files that a tool, or a formatter behind it, left in an unpredicted state that breaks a rule. */
  async verifyTool(key: string, call: PredictedCall, facts: ToolFacts, policy: Policy): Promise<Verdict> {
    if (facts.kind !== 'writes' || this.#replays) return ALLOW
    const expected = new Map(hashesLeftBy(call))
    const others = bankWrites(facts).filter(
      ({ path, before, after }) => after !== before && hashOf(after) !== expected.get(path),
    )
    if (others.length === 0) return ALLOW
    const written: ToolFacts = { kind: 'writes', files: others.map((file) => ({ ...file, editedByHand: undefined })) }
    const judge = await judgeOf(written)
    const { verdict } = judge({ state: FRESH, facts: written, policy: { ...policy, mode: 'off' } })
    if (verdict.kind !== 'refuse') return ALLOW
    const paths = new Set(others.map(({ path }) => path))
    const reports = await this.#settle({
      blames: (path) => paths.has(path),
      waits: (path) => !paths.has(path),
    })
    this.#list(sessionOf(key), reports)
    const noted = this.#noted(reports)
    return noted.kind === 'note' ? { ...noted, text: `${verdict.text}\n${noted.text}` } : noted
  }

  /** `isKnown`: Memory Bank saw the bank before, because each call begins with a ledger. */
  async #compare(
    session: string,
    calls: readonly (PredictedCall | CallUnderWay)[],
    isKnown = calls.length > 0,
  ): Promise<Verdict> {
    if (this.#replays) return ALLOW
    const blamed = calls.flatMap((one) => one.blamed)
    const open = this.#running.entries().flatMap(([, all]) => all)
    const ran = calls.some(({ runsGit }) => runsGit) ? 'git' : calls.length > 0 ? 'command' : undefined
    const reports = await this.#settle({
      blames: (path) => blamed.some((prefix) => path.startsWith(prefix)),
      waits: this.#waits(session),
      permitted: (change) => (isLeftBy(open, change) ? 'under-way' : isLeftBy(calls, change) ? 'over' : undefined),
      ran,
      isKnown,
    })
    this.#list(session, reports)
    return this.#noted(reports)
  }

  async #settle(circumstances: Partial<Circumstances>): Promise<readonly ForeignReport[]> {
    if (this.ledger.isUnchanged()) return []
    const { settleForeignChanges } = await import('./foreign-changes.ts')
    const reports = settleForeignChanges(this.#workspace, this.ledger, circumstances)
    this.ledger.restamp(this.#workspace.now())
    return reports
  }

  /** Whether another running command may have written the file. */
  #waits(session: string): (path: BankPath) => boolean {
    const running = this.#running
      .entries()
      .filter(([key]) => !(key.endsWith(RUNS_ON) && key.startsWith(`${session}\n`)))
      .flatMap(([, all]) => all.flatMap(({ blamed }) => blamed))
    return (path) => running.some((prefix) => path.startsWith(prefix))
  }

  #callsOf(session: string): readonly (readonly [string, readonly CallUnderWay[]])[] {
    return this.#running.entries().filter(([key]) => key.startsWith(`${session}\n`))
  }

  #list(session: string, reports: readonly ForeignReport[]): void {
    for (const { unconfirmed } of reports) this.#listUnconfirmed(session, unconfirmed)
  }

  #noted(reports: readonly ForeignReport[]): Verdict {
    return reports.reduce((verdict: Verdict, { rule, words, advice }) => {
      const toPerson = words[this.#language()]
      return together(verdict, { kind: 'note', rule, text: toPerson + advice[this.#language()], toPerson })
    }, ALLOW)
  }
}

/** A call is kept without texts of the bank: the ledger has the old text, and a hash identifies the new one. */
function withoutTexts(facts: ToolFacts): Pick<CallUnderWay, 'facts' | 'left'> {
  if (facts.kind !== 'writes') return { facts }
  const files = facts.files.map((file) =>
    file.in === 'bank' ? { ...file, before: undefined, after: undefined } : file,
  )
  return {
    facts: { ...facts, files },
    left: bankWrites(facts).map(({ path, after }) => [path, hashOf(after)] as const),
  }
}

function isLeftBy(calls: readonly (PredictedCall | CallUnderWay)[], { path, text }: ForeignChange): boolean {
  return calls.flatMap(hashesLeftBy).some(([written, hash]) => written === path && hash === hashOf(text))
}

function hashesLeftBy(call: PredictedCall | CallUnderWay): NonNullable<CallUnderWay['left']> {
  return 'left' in call ? (call.left ?? []) : []
}

function hashOf(text: string | undefined): string {
  return text === undefined ? '' : hashOfText(text)
}

/** The random end of a transaction's id. */
function endOf(id: string): string {
  return id.slice(-6)
}

function sessionOf(key: string): string {
  return key.slice(0, key.indexOf('\n'))
}
