/**
 * Verifies after each call that the bank is as the ledger has it (S34).
 *
 * A command that names the bank, or that could not be resolved, is blamed for what changed while it ran. Before such a
 * command the bank is compared too, so that earlier changes are not put on it. A tool that left a file otherwise than
 * predicted, against a rule of every mode, is put back in the same way.
 */

import { join } from 'node:path'
import type { ToolFacts, Verdict } from '../bank/event.ts'
import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Language } from '../base/language.ts'
import { textInside, WATCHED } from '../disk/open-file.ts'
import { type ForeignChange, Ledger } from '../disk/state/ledger.ts'
import type { SessionValues } from '../disk/state/session-values.ts'
import type { Workspace } from '../disk/workspace.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { together } from '../guard/judge.ts'
import type { Policy } from '../guard/policy.ts'
import { FRESH } from '../guard/state.ts'
import {
  type Circumstances,
  type ForeignReport,
  NO_CALL,
  secretFinder,
  settleForeignChanges,
} from './foreign-changes.ts'
import type { GuardMemory } from './guard-memory.ts'
import { judgeOf } from './guard-policy.ts'
import type { CallUnderWay, PredictedCall } from './predict-call.ts'

const ALLOW: Verdict = { kind: 'allow' }
/** Ends the key of a call that is over while its command is not. */
const RUNS_ON = '\n…'

export class CallVerifier {
  readonly #workspace: Workspace
  readonly #language: () => Language
  /** A replay compares nothing: nothing ran. */
  readonly #replays: boolean
  readonly ledger: Ledger
  /** Calls under way, by session and call. */
  readonly #underWay: SessionValues<readonly CallUnderWay[]>
  /** What the person was told and the model was not, by session. */
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
    this.#underWay = memory.calls
    this.#news = memory.news
    this.#listUnconfirmed = listUnconfirmed
  }

  /** A call begins that was not refused. Returns what changed before it. */
  async begin(key: string, all: readonly PredictedCall[], turn: number): Promise<Verdict> {
    const isWrite = all.some(({ facts }) => bankWrites(facts).length > 0)
    const isShell = all.some(({ facts }) => facts.kind === 'shell')
    // What the call is compared with must be what was there when it began.
    const isCompared = isWrite || all.some(({ blamed }) => blamed.length > 0) || !this.ledger.isThere()
    const verdict = isCompared ? await this.#compare(sessionOf(key), []) : ALLOW
    if (!isWrite && !isShell) return verdict
    this.#underWay.put(
      key,
      all.map((one) => ({ ...one, ...withoutTexts(one.facts), turn })),
    )
    return verdict
  }

  /** The call is over: what was predicted of it, if that is known here. */
  take(key: string): readonly CallUnderWay[] | undefined {
    const all = this.#underWay.get(key)
    if (all !== undefined) this.#underWay.remove(key)
    return all
  }

  /** A command of the session is running, and has not reported. */
  hasShell(session: string): boolean {
    return this.#callsOf(session).some(
      ([key, all]) => !key.endsWith(RUNS_ON) && all.some(({ facts }) => facts.kind === 'shell'),
    )
  }

  /** A program may have run. `runsOn`: its command goes on when the call is over. */
  async finish(key: string, all: readonly PredictedCall[], runsOn: boolean): Promise<Verdict> {
    if (runsOn)
      this.#underWay.put(
        `${key}${RUNS_ON}`,
        all.map((one) => ({ ...one, ...withoutTexts(one.facts), turn: undefined })),
      )
    const session = sessionOf(key)
    const others = this.#callsOf(session).flatMap(([other, calls]) => (other.endsWith(RUNS_ON) ? calls : []))
    const isQuiet = others.length === 0 && all.every(({ facts }) => facts.kind === 'reads' || facts.kind === 'other')
    return isQuiet ? ALLOW : this.#compare(session, [...all, ...others])
  }

  /** The turn is over: a host may never report a call whose command it left running. */
  async endTurn(session: string, turn: number): Promise<Verdict> {
    const open = this.#callsOf(session)
    for (const [key] of open) this.#underWay.remove(key)
    // A call of an earlier turn was broken off, and a person may have written since.
    const left = open.flatMap(([, all]) => all.filter((one) => one.turn === undefined || one.turn === turn))
    return left.length === 0 ? ALLOW : this.#compare(session, left)
  }

  /** The session begins, or its model was told: a bank that is seen for the first time gets its ledger. */
  async attend(session: string): Promise<void> {
    this.#news.remove(session)
    if (!this.ledger.isThere()) await this.unseenChanges(session, false)
  }

  /** What changed by no call; said until `attend` is called. `isKnown`: the session began before. */
  async unseenChanges(session: string, isKnown: boolean): Promise<string | undefined> {
    if (this.#replays) return undefined
    const open = this.#underWay.entries().flatMap(([, all]) => all)
    const permitted = (change: ForeignChange) => (isLeftBy(open, change) ? ('under-way' as const) : undefined)
    const reports = await this.#settle({ ...NO_CALL, waits: this.#waits(session), permitted, isKnown })
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
    for (const [key] of this.#callsOf(session)) this.#underWay.remove(key)
    this.#news.remove(session)
  }

  /** The files at these paths are right. */
  async accept(paths: readonly BankPath[]): Promise<void> {
    if (paths.length === 0 || this.#replays) return
    this.ledger.accept(paths, this.#workspace.now(), await secretFinder())
  }

  /** What a finished tool did: each file as the ledger had it, and as it is now. */
  asLeft(facts: ToolFacts): ToolFacts {
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

  /** A tool, or a formatter behind it, that did otherwise than predicted, in a way that a rule of every mode forbids. */
  async verifyTool(key: string, call: PredictedCall, facts: ToolFacts, policy: Policy): Promise<Verdict> {
    if (facts.kind !== 'writes' || this.#replays) return ALLOW
    const expected = new Map(leftBy(call))
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
      ...NO_CALL,
      blames: (path) => paths.has(path),
      waits: (path) => !paths.has(path),
    })
    this.#list(sessionOf(key), reports)
    const noted = this.#noted(reports)
    return noted.kind === 'note' ? { ...noted, text: `${verdict.text}\n${noted.text}` } : noted
  }

  async #compare(session: string, calls: readonly (PredictedCall | CallUnderWay)[]): Promise<Verdict> {
    if (this.#replays) return ALLOW
    const blamed = calls.flatMap((one) => one.blamed)
    const open = this.#underWay.entries().flatMap(([, all]) => all)
    const ran = calls.some(({ runsGit }) => runsGit) ? 'git' : calls.length > 0 ? 'command' : undefined
    const reports = await this.#settle({
      blames: (path) => blamed.some((prefix) => path.startsWith(prefix)),
      waits: this.#waits(session),
      permitted: (change) => (isLeftBy(open, change) ? 'under-way' : isLeftBy(calls, change) ? 'over' : undefined),
      ran,
      isKnown: calls.some((one) => 'turn' in one),
    })
    this.#list(session, reports)
    return this.#noted(reports)
  }

  async #settle(circumstances: Circumstances): Promise<readonly ForeignReport[]> {
    if (this.ledger.isAsKnown()) return []
    const reports = await settleForeignChanges(this.#workspace, this.ledger, circumstances)
    this.ledger.restamp(this.#workspace.now())
    return reports
  }

  /** Another command that may have written the file is still running. */
  #waits(session: string): (path: BankPath) => boolean {
    const running = this.#underWay
      .entries()
      .filter(([key]) => !(key.endsWith(RUNS_ON) && key.startsWith(`${session}\n`)))
      .flatMap(([, all]) => all.flatMap(({ blamed }) => blamed))
    return (path) => running.some((prefix) => path.startsWith(prefix))
  }

  #callsOf(session: string): readonly (readonly [string, readonly CallUnderWay[]])[] {
    return this.#underWay.entries().filter(([key]) => key.startsWith(`${session}\n`))
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

/** No text of the bank is kept with a call: the ledger has the former one, and a hash recognises the new one. */
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
  return calls.flatMap(leftBy).some(([written, hash]) => written === path && hash === hashOf(text))
}

function leftBy(call: PredictedCall | CallUnderWay): NonNullable<CallUnderWay['left']> {
  return 'left' in call ? (call.left ?? []) : []
}

function hashOf(text: string | undefined): string {
  return text === undefined ? '' : hashOfText(text)
}

function sessionOf(key: string): string {
  return key.slice(0, key.indexOf('\n'))
}
