/**
 * What calls really did, compared with what they were permitted to do (S34).
 *
 * A change of the bank by a suspect command, or by a tool that did otherwise than predicted, is put back and kept in
 * the journal. Any other change that version control did not bring is left, told at once, listed as unconfirmed, and
 * kept in the journal so that one command undoes it. What version control brought is left, and told where it changes a
 * user block or adds a secret.
 */

import { join } from 'node:path'
import type { BankPath } from '../core/bank-path.ts'
import type { Change } from '../core/change.ts'
import type { ToolFacts, Verdict } from '../core/event.ts'
import type { Language, Words } from '../core/language.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import { once } from '../core/once.ts'
import { bankWrites } from '../guard/bank-writes.ts'
import { together } from '../guard/judge.ts'
import type { Policy } from '../guard/policy.ts'
import { FRESH } from '../guard/state.ts'
import { Journal } from '../workspace/bank/journal.ts'
import { firstStale, isLink } from '../workspace/bank/preconditions.ts'
import { isInside } from '../workspace/bank/predict-writes.ts'
import { type BankDifference, BankWatch } from '../workspace/bank/watch.ts'
import { isThere } from '../workspace/disk.ts'
import { NOTHING_RECORDED, type Records, recordsSince } from '../workspace/git/records.ts'
import { textInside, WATCHED } from '../workspace/open-file.ts'
import type { SessionValues } from '../workspace/state/session-values.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { GuardMemory } from './guard-memory.ts'
import { judgeOf } from './guard-policy.ts'
import type { CallUnderWay, PredictedCall } from './predict-call.ts'

const ALLOW: Verdict = { kind: 'allow' }

/** Ends the key of a call that is over while its command is not. */
const GOES_ON = '\n…'

/** The key of the records that were listed last; no call has it. */
const LAST = '\nlast'

/** How many of the newest changes are asked whether they were a merge: a command in a shell makes few. */
const MOST_RESOLVED = 5

const BY_OUTLIVING = (names: string): Words => ({
  en: `A command that was left running changed ${names}; the bank is not written through a shell.`,
  zh: `留在后台的命令改动了 ${names}；Memory Bank 不通过 shell 写入。`,
})

const BY_NO_CALL = (names: string): Words => ({
  en: `${names} changed by no call that Memory Bank has seen; it was left as it is. Read it again before relying on it, and tell the user.`,
  zh: `${names} 有变化，但并非 Memory Bank 看到的调用所为；已保持原样。依据它之前请重新读取，并告知用户。`,
})

const ROBBED = (names: string | undefined): Words => ({
  en: `Memory Bank could not verify what happened to the bank: its own record of how the bank was before is gone.${names === undefined ? '' : ` Not as committed: ${names}.`} Tell the user, who can look with git diff and memory-bank check.`,
  zh: `Memory Bank 无法核实自身文件的变化：它记下的原状已不存在。${names === undefined ? '' : `与提交不一致：${names}。`}请告知用户；可用 git diff 和 memory-bank check 查看。`,
})

const GIT_TOO_LATE: Words = {
  en: ' Git did not answer in time, so nobody can say whether version control brought this.',
  zh: 'git 未及时回应，无法判断这是否由版本控制带来。',
}

const BY_SHELL = (names: string): Words => ({
  en: `This command changed ${names}; the bank is not written through a shell.`,
  zh: `该命令改动了 ${names}；Memory Bank 不通过 shell 写入。`,
})

export class CallVerifier {
  readonly #workspace: Workspace
  readonly #language: () => Language
  /** A replay puts nothing back: nothing ran. */
  readonly #replays: boolean
  readonly #watch: BankWatch
  /** Calls under way, by session and call: what was predicted of each. */
  readonly #underWay: SessionValues<readonly CallUnderWay[]>
  /** What version control had recorded when one of them began that may record something itself. */
  readonly #records: SessionValues<Records>

  readonly #listUnconfirmed: (session: string, paths: readonly BankPath[]) => void
  /** Before something of the bank is kept. */
  readonly #ready: GuardMemory['ready']

  constructor(
    workspace: Workspace,
    language: () => Language,
    memory: GuardMemory,
    replays: boolean,
    listUnconfirmed: (session: string, paths: readonly BankPath[]) => void,
  ) {
    this.#listUnconfirmed = listUnconfirmed
    this.#workspace = workspace
    this.#language = language
    this.#replays = replays
    this.#underWay = memory.calls
    this.#records = memory.records
    this.#ready = memory.ready
    this.#watch = new BankWatch(workspace.place.bank, memory.views)
  }

  /** A call begins that was not refused. */
  async begin(key: string, all: readonly PredictedCall[], turn: number): Promise<void> {
    const compares = all.some(isCompared)
    // What is not compared, or writes elsewhere, can be predicted again when it is over.
    if (!compares && all.every((one) => bankWrites(one.facts).length === 0)) return
    await this.#ready([key, all])
    if (compares) await this.#beginWatch(key)
    if (all.some((one) => one.mayRecord)) this.#noteRecords(key, all.some(putsBack))
    this.#underWay.put(
      key,
      all.map((one) => ({ ...one, turn })),
    )
  }

  /** For a command whose changes are not put back the last list will do, while HEAD has not moved. */
  #noteRecords(key: string, isSuspect: boolean): void {
    const { place, project } = this.#workspace
    const gitFolder = isInside(place.bank, project.root) ? project.gitFolder : undefined
    // A bank in no repository has nothing recorded, and git need not be asked.
    if (gitFolder === undefined && isInside(place.bank, project.root) && !isThere(join(place.bank, '.git'))) return
    const last = isSuspect ? undefined : this.#records.get(LAST)
    const records = recordsSince(place.bank, gitFolder, last)
    if (records === undefined) return
    this.#records.put(key, records)
    if (records !== last) this.#records.put(LAST, records)
  }

  /** The call is over: what was predicted of it, if that is known here. */
  take(key: string): readonly PredictedCall[] | undefined {
    const all = this.#underWay.get(key)
    if (all !== undefined) this.#underWay.remove(key)
    return all
  }

  /** A command of the session is running, and has not reported. */
  hasShell(session: string): boolean {
    return this.#underWay
      .entries()
      .some(
        ([key, all]) =>
          key.startsWith(`${session}\n`) && !key.endsWith(GOES_ON) && all.some(({ facts }) => facts.kind === 'shell'),
      )
  }

  /** The session has no call under way any more: one that has not reported by now never will. */
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
  async attend(session: string): Promise<void> {
    await this.#beginWatch(session)
  }

  /** Mostly every text is kept already, and nothing has to be searched for secrets. */
  async #beginWatch(name: string): Promise<void> {
    if (this.#watch.hasNews()) await this.#ready()
    this.#watch.begin(name)
  }

  /**
   * Changes under this session by no call we have seen: somebody's editor, an agent whose calls did not reach us, or a
   * command that was over only after its turn. They are left as they are, and told; what version control brought, where
   * it matters. `wasAttended`: it began under our eyes.
   */
  async unseenChanges(session: string, wasAttended: boolean): Promise<Words | undefined> {
    const differences = this.#watch.since(session)
    if (differences === undefined) return wasAttended && this.#watch.canBeRobbed() ? this.#robbed() : undefined
    if (differences.length === 0) return undefined
    const { unexplained, brought, isWhole } = await this.#explain(differences, undefined)
    const told = await tellBrought(brought)
    if (unexplained.length === 0) return told
    const said = both(BY_NO_CALL(namesOf(unexplained)), isWhole ? undefined : GIT_TOO_LATE)
    return told === undefined ? said : both(said, { en: ` ${told.en}`, zh: told.zh })
  }

  /** What can be said where our own record is gone: missing evidence is never innocence. */
  async #robbed(): Promise<Words> {
    const { gitStatus } = await import('../workspace/git/status.ts')
    const { place, project, now } = this.#workspace
    const changed = project.gitFolder === undefined ? [] : (gitStatus(place.bank, now)?.entries ?? [])
    return ROBBED(changed.length === 0 ? undefined : inShort(changed.map(({ path }) => path)))
  }

  tidy(): void {
    this.#watch.tidy(this.#workspace.now().getTime())
  }

  /** What stands at these paths now is right. */
  async accept(paths: readonly BankPath[]): Promise<void> {
    if (paths.length === 0) return
    await this.#ready()
    this.#watch.accept(paths)
  }

  /** After a tool has run, what stands in the file is what it left. */
  asLeft(facts: ToolFacts): ToolFacts {
    if (facts.kind !== 'writes') return facts
    const { bank } = this.#workspace.place
    const textNow = (path: BankPath) => textInside(bank, join(bank, path), WATCHED)
    const files = facts.files.map((file) => (file.in === 'bank' ? { ...file, after: textNow(file.path) } : file))
    return { kind: 'writes', files }
  }

  /** A tool (or a formatter behind it) that left a file otherwise than predicted, in a way that a rule of every mode forbids. */
  async verifyTool(key: string, predicted: ToolFacts, facts: ToolFacts, policy: Policy): Promise<Verdict> {
    if (predicted.kind !== 'writes' || facts.kind !== 'writes') return ALLOW
    const expected = new Map(
      predicted.files.flatMap((file) => (file.in === 'bank' ? [[file.path, file.after] as const] : [])),
    )
    const others = facts.files.flatMap((file) =>
      file.in === 'bank' && file.after !== file.before && file.after !== expected.get(file.path) ? [file] : [],
    )
    if (others.length === 0) return ALLOW
    const files = others.map((file) => ({ ...file, editedByHand: undefined }))
    const left: ToolFacts = { kind: 'writes', files }
    const judge = await judgeOf(left)
    const { verdict } = judge({ state: FRESH, facts: left, policy: { ...policy, mode: 'off' } })
    if (verdict.kind !== 'refuse') return ALLOW
    return this.#putBack(key, others, { en: verdict.text, zh: verdict.text })
  }

  /** A shell command is over, or was left running: what could not be told beforehand is compared now. */
  async verifyShell(key: string, all: readonly PredictedCall[], goesOn: boolean): Promise<Verdict> {
    const differences = this.#watch.end(key)
    const records = this.#records.get(key)
    this.#records.remove(key)
    if (goesOn && all.some(isCompared)) await this.#keepWatching(key, all, records)
    if (differences !== undefined) return this.#answer(key, all, differences, records ?? recordsWithout(all), BY_SHELL)
    return all.some(isCompared) && !this.#replays ? this.#answerWithout(key, records) : ALLOW
  }

  /** How the bank was when the call began is not known: it is compared with how the session saw it last. */
  async #answerWithout(key: string, records: Records | undefined): Promise<Verdict> {
    const session = sessionOf(key)
    const differences = this.#watch.since(session)
    if (differences !== undefined) return this.#answer(key, [], differences, records, BY_SHELL)
    if (!this.#watch.canBeRobbed()) return ALLOW
    const words = await this.#robbed()
    // From here on there is a record again.
    await this.attend(session)
    return this.#note('bank-unverified', words)
  }

  /** What version control brought is told where it matters; the rest is put back, or left and told. */
  async #answer(
    key: string,
    all: readonly PredictedCall[],
    differences: readonly BankDifference[],
    records: Records | undefined,
    why: (names: string) => Words,
  ): Promise<Verdict> {
    if (differences.length === 0) return ALLOW
    const { unexplained, brought, isWhole } = await this.#explain(differences, records)
    const told = await tellBrought(brought)
    // Told once: it is no news to others that compare.
    await this.accept(brought.map((one) => one.path))
    const because = (names: string) => both(why(names), isWhole ? undefined : GIT_TOO_LATE)
    const verdict = await this.#answerFor(key, unexplained, all.some(putsBack) ? because : undefined, isWhole)
    return told === undefined ? verdict : together(verdict, this.#note('brought-in', told))
  }

  /** `putBackFor`: why a suspect command's change is put back. */
  async #answerFor(
    key: string,
    changed: readonly BankDifference[],
    putBackFor: ((names: string) => Words) | undefined,
    isWhole: boolean,
  ): Promise<Verdict> {
    if (changed.length === 0) return ALLOW
    if (putBackFor !== undefined) return this.#putBack(key, changed, putBackFor(namesOf(changed)))
    // A suspect command that still runs is asked when it is over.
    const others = this.#underWay.entries().filter(([other]) => this.#watch.isWatched(other))
    return others.some(([, calls]) => calls.some(putsBack)) ? ALLOW : this.#leave(key, changed, isWhole)
  }

  /** What commands that go on when their call is over have changed since; asked until the turn ends (S34). */
  verifyRunning(session: string): Promise<Verdict> {
    return this.#verifyOpen(session, (key) => key.endsWith(GOES_ON))
  }

  /**
   * The turn is over: some hosts never say that a call has ended whose command they left running. One of an earlier turn
   * was broken off, and a person may have written since.
   */
  verifyLeft(session: string, turn: number): Promise<Verdict> {
    return this.#verifyOpen(session, (key, all) => key.endsWith(GOES_ON) || all.every((one) => one.turn === turn))
  }

  async #verifyOpen(
    session: string,
    isAsked: (key: string, all: readonly CallUnderWay[]) => boolean,
  ): Promise<Verdict> {
    let verdict: Verdict = ALLOW
    for (const [key, all] of this.#underWay.entries()) {
      if (!key.startsWith(`${session}\n`) || !isAsked(key, all)) continue
      const records = this.#records.get(key)
      const differences = this.#watch.since(key)
      const one =
        differences === undefined && all.some(isCompared)
          ? await this.#answerWithout(key, records)
          : await this.#answer(key, all, differences ?? [], records ?? recordsWithout(all), BY_OUTLIVING)
      verdict = together(verdict, one)
    }
    return verdict
  }

  async #keepWatching(key: string, all: readonly PredictedCall[], records: Records | undefined): Promise<void> {
    await this.#ready()
    const longer = `${key}${GOES_ON}`
    this.#watch.begin(longer)
    this.#underWay.put(
      longer,
      all.map((one) => ({ ...one, turn: undefined })),
    )
    if (records !== undefined) this.#records.put(longer, records)
  }

  async #explain(differences: readonly BankDifference[], records: Records | undefined): Promise<Explained> {
    const isPermitted = this.#permitted()
    const open = differences.filter((one) => !isPermitted(one))
    const { recorded, isWhole } = await this.#recorded(open, records)
    return {
      unexplained: open.filter((one) => !recorded.has(one)),
      brought: open.filter((one) => recorded.has(one)),
      isWhole,
    }
  }

  /** The very text that a permitted call, still under way, was to leave, or that `resolve` made of a merge. */
  #permitted(): (one: BankDifference) => boolean {
    const predicted = this.#underWay
      .entries()
      .flatMap(([, all]) => all)
      .flatMap(({ facts }) => bankWrites(facts))
    const resolved = once(() => this.#resolved())
    return ({ path, after }) =>
      predicted.some((file) => file.path === path && file.after === after) ||
      resolved().some((change) => change.path === path && 'text' in change && change.text === after)
  }

  /** Only our own program writes the journal, and `resolve` only brings together what is committed (S55). */
  #resolved(): readonly Change[] {
    const journal = new Journal(this.#workspace.place.state)
    const newest = journal.finished().slice(0, MOST_RESOLVED)
    return newest
      .flatMap((id) => journal.read(id, 'done') ?? [])
      .flatMap(({ intent, changes }) => (intent === 'resolve' ? changes : []))
  }

  /** Brought about by version control; a file that is gone is only recorded if git has what it held. */
  async #recorded(
    all: readonly BankDifference[],
    records: Records | undefined,
  ): Promise<{ readonly recorded: ReadonlySet<BankDifference>; readonly isWhole: boolean }> {
    const { bank } = this.#workspace.place
    // Loaded where there is a difference: most calls leave none.
    const { recordedAmong } = await import('../workspace/git/recorded-state.ts')
    const now = recordedAmong(
      bank,
      all.map((one) => ({ path: one.path, text: one.after, one })),
      records,
    )
    const gone = [...now.found].filter(({ text }) => text === undefined)
    const before = recordedAmong(
      bank,
      gone.map(({ path, one }) => ({ path, text: one.before, one })),
    )
    const found = [...[...now.found].filter(({ text }) => text !== undefined), ...before.found]
    return { recorded: new Set(found.map(({ one }) => one)), isWhole: now.isWhole && before.isWhole }
  }

  async #putBack(key: string, changed: readonly BankDifference[], why: Words): Promise<Verdict> {
    if (this.#replays) return this.#note('verified-after', why)
    const { place, now } = this.#workspace
    const { applyChanges } = await this.#writer()
    // What a folder, a pipe or a link stands in the way of must not keep the others from coming back.
    const free = changed.filter(
      (one) => !isLink(place.bank, one.path) && firstStale(restoring(one), place.bank) === undefined,
    )
    const applied = applyChanges({ intent: 'restore', changes: free.flatMap(restoring) }, place, now())
    const failed = changed.filter(({ path, before }) => !readsAs(place.bank, path, before))
    // Nothing stands there once what is in the way is removed.
    const gone = failed.map((one) => (isLink(place.bank, one.path) ? { ...one, after: undefined } : one))
    const kept = failed.length === 0 ? undefined : this.#journal(gone, applyChanges)
    this.#watch.accept(changed.map((one) => one.path))
    const restored: Words | undefined =
      failed.length === changed.length || !applied.ok
        ? undefined
        : {
            en: ` The former text was put back; redo it with the edit tool. What was written is kept: memory-bank history ${applied.value.id}`,
            zh: `已恢复原文，请用 edit 工具重做。写入的内容保存在：memory-bank history ${applied.value.id}`,
          }
    if (failed.length === 0) return this.#note('verified-after', both(why, restored))
    this.#listUnconfirmed(
      sessionOf(key),
      failed.map((one) => one.path),
    )
    return this.#note('put-back-failed', both(both(why, restored), notPutBack(namesOf(failed), kept)))
  }

  /** Left as it is: told, listed as unconfirmed, and put into the journal so that it can be undone. */
  async #leave(key: string, changed: readonly BankDifference[], isWhole: boolean): Promise<Verdict> {
    const { applyChanges } = await this.#writer()
    const kept = this.#replays ? undefined : this.#journal(changed, applyChanges)
    this.#watch.accept(changed.map((one) => one.path))
    this.#listUnconfirmed(
      sessionOf(key),
      changed.map((one) => one.path),
    )
    const names = namesOf(changed)
    const late = isWhole ? { en: '', zh: '' } : GIT_TOO_LATE
    const seen = kept === undefined ? undefined : `memory-bank history ${kept}`
    return this.#note('bank-changed-meanwhile', {
      en: `${names} changed while this command ran, apparently by someone else; the change was left in place and is listed as unconfirmed.${late.en} Tell the user.${seen === undefined ? '' : ` It can be undone in a terminal; to see it: ${seen}`}`,
      zh: `命令运行期间 ${names} 发生变化，看来出自他人之手；已保持原样，并列为未经确认。${late.zh}请告知用户。${seen === undefined ? '' : `可在终端中撤销；查看：${seen}`}`,
    })
  }

  /** The journal's name for a change that stays, so that one command undoes it; undefined where it cannot be kept. */
  #journal(changed: readonly BankDifference[], applyChanges: Writer['applyChanges']): string | undefined {
    const { place, now } = this.#workspace
    const kept = applyChanges({ intent: 'write', changes: [], recorded: changed.flatMap(made) }, place, now())
    return kept.ok ? kept.value.id : undefined
  }

  /** A call rarely leaves something to put back or to write down: what writes is loaded then. */
  async #writer(): Promise<Writer> {
    await this.#ready()
    return import('../workspace/bank/apply-changes.ts')
  }

  /** Model and person are told alike. */
  #note(rule: string, words: Words): Verdict {
    const text = words[this.#language()]
    return { kind: 'note', rule, text, toPerson: text }
  }
}

async function tellBrought(brought: readonly BankDifference[]): Promise<Words | undefined> {
  // The finder of secrets is loaded only where version control changed the bank.
  return brought.length === 0 ? undefined : (await import('./brought-in.ts')).tellBroughtIn(brought)
}

type Writer = typeof import('../workspace/bank/apply-changes.ts')

interface Explained {
  readonly unexplained: readonly BankDifference[]
  /** By version control. */
  readonly brought: readonly BankDifference[]
  /** False where git did not answer in time: some of the unexplained may have been brought by it. */
  readonly isWhole: boolean
}

/** They were noted when a call began that may record something itself: if they are gone, it may have done so. */
function recordsWithout(all: readonly PredictedCall[]): Records | undefined {
  return all.some((one) => one.mayRecord) ? NOTHING_RECORDED : undefined
}

function sessionOf(key: string): string {
  return key.slice(0, key.indexOf('\n'))
}

function both(first: Words, second: Words | undefined): Words {
  return second === undefined ? first : { en: first.en + second.en, zh: first.zh + second.zh }
}

function readsAs(bank: string, path: BankPath, text: string | undefined): boolean {
  if (text === undefined) return !isThere(join(bank, path))
  return textInside(bank, join(bank, path), WATCHED) === text
}

function notPutBack(names: string, kept: string | undefined): Words {
  const where: Words =
    kept === undefined
      ? { en: '', zh: '' }
      : {
          en: ` Once what is in the way is removed, this change can be undone in a terminal; to see it and the former text: memory-bank history ${kept}`,
          zh: `移开占位的内容后，可在终端中撤销这一改动；查看改动与原文：memory-bank history ${kept}`,
        }
  return {
    en: ` This could NOT be put back: ${names}. Tell the user.${where.en}`,
    zh: `以下未能恢复：${names}。请告知用户。${where.zh}`,
  }
}

function namesOf(changed: readonly BankDifference[]): string {
  return inShort(changed.map((one) => one.path))
}

/** Beyond so many files one sentence says how many there are. */
const MOST_NAMED = 200
const NAMED_OF_MANY = 3

function inShort(paths: readonly string[]): string {
  const names = paths.map((path) => `${BANK_FOLDER}/${path}`)
  if (names.length <= MOST_NAMED) return names.join(', ')
  return `${names.slice(0, NAMED_OF_MANY).join(', ')} … (${names.length})`
}

/** Whether the bank is looked at again when the call is over. */
export function isCompared({ ifChanged }: PredictedCall): boolean {
  return ifChanged !== 'nothing'
}

function putsBack({ ifChanged }: PredictedCall): boolean {
  return ifChanged === 'put-back'
}

/** The change as the journal tells it. */
function made({ path, before, after }: BankDifference): readonly Change[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: 'create', path, text: after }]
  return after === undefined
    ? [{ kind: 'remove', path, was: before }]
    : [{ kind: 'edit', path, was: before, text: after }]
}

/** The change that takes it back. */
function restoring({ path, before, after }: BankDifference): readonly Change[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: 'remove', path, was: after }]
  if (after === undefined) return [{ kind: 'create', path, text: before }]
  return [{ kind: 'edit', path, was: after, text: before }]
}
