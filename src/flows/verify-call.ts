/**
 * What calls really did, compared with what they were permitted to do (S34): a change of the bank that a
 * command likely made, or that a tool made otherwise than foreseen, is put back and kept in the journal.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Change } from '../core/change.ts'
import type { HostEvent, ToolFacts, Verdict } from '../core/event.ts'
import type { Language, Words } from '../core/language.ts'
import { explain } from '../core/problem.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import type { Policy } from '../guard/policy.ts'
import { FRESH } from '../guard/state.ts'
import { step } from '../guard/step.ts'
import { applyChanges } from '../workspace/bank/apply-changes.ts'
import { readNow } from '../workspace/bank/preconditions.ts'
import { type BankDifference, BankWatch } from '../workspace/bank/watch.ts'
import { isRecorded, type Records, recordsNow } from '../workspace/git/recorded-state.ts'
import type { SessionValues } from '../workspace/state/session-values.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { GuardMemory } from './guard-memory.ts'
import type { Foreseen } from './predict-call.ts'

const ALLOW: Verdict = { kind: 'allow' }

/** Ends the key of a call that is over while its command is not. */
const GOES_ON = '\n…'

const BY_OUTLIVING = (names: string): Words => ({
  en: `A command that was left running changed ${names}; the bank is not written through a shell.`,
  zh: `留在后台的命令改动了 ${names}；Memory Bank 不通过 shell 写入。`,
})

const BY_SHELL = (names: string): Words => ({
  en: `This command changed ${names}; the bank is not written through a shell.`,
  zh: `该命令改动了 ${names}；Memory Bank 不通过 shell 写入。`,
})

export class Aftermath {
  readonly #workspace: Workspace
  readonly #language: () => Language
  /** A replay puts nothing back: nothing ran. */
  readonly #replays: boolean
  readonly #watch: BankWatch
  /** Calls under way, by session and call: what was foreseen of each. */
  readonly #underWay: SessionValues<readonly Foreseen[]>
  /** What version control had recorded when a plausible one of them began. */
  readonly #records: SessionValues<Records>

  constructor(workspace: Workspace, language: () => Language, memory: GuardMemory, replays: boolean) {
    this.#workspace = workspace
    this.#language = language
    this.#replays = replays
    this.#underWay = memory.calls
    this.#records = memory.records
    this.#watch = new BankWatch(workspace.place.bank, memory.views)
  }

  /** A call begins that was not refused. */
  begin(key: string, all: readonly Foreseen[]): void {
    if (all.some((one) => !one.certain)) this.#watch.begin(key)
    const records = all.some((one) => one.plausible) ? recordsNow(this.#workspace.place.bank) : undefined
    if (records !== undefined) this.#records.put(key, records)
    // What reads only, or writes elsewhere, can be foreseen again when it is over.
    if (all.some((one) => !one.certain || bankWrites(one.facts).length > 0)) this.#underWay.put(key, all)
  }

  /** It is over: what was foreseen of it, if it is known here. */
  take(key: string): readonly Foreseen[] | undefined {
    const all = this.#underWay.get(key)
    if (all !== undefined) this.#underWay.remove(key)
    return all
  }

  /** None of its calls is under way any more: what never reported will not. */
  forgetCalls(session: string): void {
    for (const [key] of this.#underWay.entries()) {
      if (!key.startsWith(`${session}\n`)) continue
      this.#underWay.remove(key)
      this.#watch.forget(key)
      this.#records.remove(key)
    }
  }

  forgetSession(session: string): void {
    this.forgetCalls(session)
    this.#watch.forget(session)
  }

  /** From now on the bank is compared with what it is at this moment, call or no call. */
  attend(session: string): void {
    this.#watch.begin(session)
  }

  /**
   * Changes under this session by no call we have seen, and not by version control: somebody's editor, or an
   * agent whose calls did not reach us. They are told and left as they are.
   */
  unseenChanges(session: string): Words | undefined {
    const unseen = this.#unexplained(this.#watch.since(session) ?? [], undefined)
    if (unseen.length === 0) return undefined
    const names = namesOf(unseen)
    return {
      en: `${names} changed by no call that Memory Bank has seen; it was left as it is. Read it again before relying on it, and tell the user.`,
      zh: `${names} 有变化，但并非 Memory Bank 看到的调用所为；已保持原样。依据它之前请重新读取，并告知用户。`,
    }
  }

  tidy(): void {
    this.#watch.tidy(this.#workspace.now().getTime())
  }

  /** What stands at these paths now is right. */
  accept(paths: readonly BankPath[]): void {
    this.#watch.accept(paths)
  }

  /** After a tool has run, what stands in the file is what it left. */
  asLeft(facts: ToolFacts): ToolFacts {
    if (facts.kind !== 'writes') return facts
    const { bank } = this.#workspace.place
    const files = facts.files.map((file) => (file.in === 'bank' ? { ...file, after: readNow(bank, file.path) } : file))
    return { kind: 'writes', files }
  }

  /** A tool (or a formatter behind it) that left a file otherwise than foreseen, and so that a rule of every mode forbids it. */
  afterTool(foreseen: ToolFacts, facts: ToolFacts, policy: Policy): Verdict {
    if (foreseen.kind !== 'writes' || facts.kind !== 'writes') return ALLOW
    const expected = new Map(
      foreseen.files.flatMap((file) => (file.in === 'bank' ? [[file.path, file.after] as const] : [])),
    )
    const others = facts.files.flatMap((file) =>
      file.in === 'bank' && file.after !== file.before && file.after !== expected.get(file.path) ? [file] : [],
    )
    if (others.length === 0) return ALLOW
    const files = others.map((file) => ({ ...file, editedByHand: undefined }))
    const lenient = { ...policy, mode: 'off' as const, language: this.#language() }
    const { verdict } = step(FRESH, ANY_REQUEST, { kind: 'writes', files }, lenient)
    if (verdict.kind !== 'refuse') return ALLOW
    return this.#putBack(others, { en: verdict.text, zh: verdict.text })
  }

  /** A shell command is over, or was left running: what cannot be decided beforehand is compared now. */
  afterShell(key: string, all: readonly Foreseen[], goesOn: boolean): Verdict {
    const differences = this.#watch.end(key) ?? []
    const records = this.#records.get(key)
    this.#records.remove(key)
    const plausible = all.some((one) => one.plausible)
    if (plausible && goesOn) this.#keepWatching(key, all, records)
    const changed = this.#unexplained(differences, records)
    if (changed.length === 0) return ALLOW
    const names = namesOf(changed)
    if (plausible) return this.#putBack(changed, BY_SHELL(names))
    // A more plausible command that still runs will be asked when it is over.
    if (
      this.#underWay.entries().some(([other, all]) => this.#watch.isWatched(other) && all.some((one) => one.plausible))
    )
      return ALLOW
    return this.#note('bank-changed-meanwhile', {
      en: `${names} changed while this command ran, by another hand as it seems; it was left as it is.`,
      zh: `命令运行期间 ${names} 发生变化，看来出自他人之手，已保持原样。`,
    })
  }

  /**
   * What commands that go on when their call is over have changed since; asked until the turn ends. Later the person
   * is more likely the cause than they are.
   */
  ofOutliving(session: string): Verdict {
    let verdict: Verdict = ALLOW
    for (const [key] of this.#underWay.entries()) {
      if (!key.startsWith(`${session}\n`) || !key.endsWith(GOES_ON)) continue
      const changed = this.#unexplained(this.#watch.since(key) ?? [], this.#records.get(key))
      if (changed.length > 0) verdict = this.#putBack(changed, BY_OUTLIVING(namesOf(changed)))
    }
    return verdict
  }

  #keepWatching(key: string, all: readonly Foreseen[], records: Records | undefined): void {
    const longer = `${key}${GOES_ON}`
    this.#watch.begin(longer)
    this.#underWay.put(longer, all)
    if (records !== undefined) this.#records.put(longer, records)
  }

  #unexplained(differences: readonly BankDifference[], records: Records | undefined): readonly BankDifference[] {
    return differences.filter((one) => !this.#isPermitted(one) && !this.#isRecorded(one, records))
  }

  /** The very text that a permitted call, still under way, was to leave. */
  #isPermitted({ path, after }: BankDifference): boolean {
    return this.#underWay
      .entries()
      .flatMap(([, all]) => all)
      .some(({ facts }) => bankWrites(facts).some((file) => file.path === path && file.after === after))
  }

  /** Brought about by version control; a file that is gone is only recorded if git has what it held. */
  #isRecorded({ path, before, after }: BankDifference, records: Records | undefined): boolean {
    const { bank } = this.#workspace.place
    return isRecorded(bank, path, after, records) && (after !== undefined || isRecorded(bank, path, before))
  }

  #putBack(changed: readonly BankDifference[], why: Words): Verdict {
    if (this.#replays) return this.#note('verified-after', why)
    const { place, now } = this.#workspace
    const changes = changed.flatMap(restoring)
    const applied = applyChanges({ intent: 'restore', changes }, place, now())
    this.#watch.accept(changed.map((one) => one.path))
    if (!applied.ok) {
      const { what, next } = explain(applied.problem, this.#language())
      return { kind: 'note', rule: 'verified-after', text: `${what} ${next}` }
    }
    return this.#note('verified-after', {
      en: `${why.en} The former text was put back; redo it with the edit tool. What was written is kept: memory-bank history ${applied.value.id}`,
      zh: `${why.zh}已恢复原文，请用 edit 工具重做。写入的内容保存在：memory-bank history ${applied.value.id}`,
    })
  }

  #note(rule: string, words: Words): Verdict {
    return { kind: 'note', rule, text: words[this.#language()] }
  }
}

/** The rules of every mode ask nothing of the event but that a tool is requested. */
const ANY_REQUEST: HostEvent = { kind: 'tool-requested', session: '', call: '', calls: [] }

function namesOf(changed: readonly BankDifference[]): string {
  return changed.map((one) => `memory-bank/${one.path}`).join(', ')
}

function restoring({ path, before, after }: BankDifference): readonly Change[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: 'remove', path, was: after }]
  if (after === undefined) return [{ kind: 'create', path, text: before }]
  return [{ kind: 'edit', path, was: after, text: before }]
}
