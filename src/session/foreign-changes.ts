/**
 * Handles files of the bank that differ from the ledger (S34).
 *
 * A change blamed on a command is put back, verified by reading again, and kept in the journal. Any other change stays.
 * It is reported with its likely cause, recorded in the journal so that it can be undone, and listed as unconfirmed. A
 * change by git is reported with the entries it brought. A failed comparison is reported too.
 */

import { join } from 'node:path'
import type { BankPath } from '../base/bank-path.ts'
import type { Change, Intent } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { ok } from '../base/result.ts'
import { applyChanges } from '../disk/bank/apply-changes.ts'
import { Journal } from '../disk/bank/journal.ts'
import { firstStale, isLink } from '../disk/bank/preconditions.ts'
import { withBankLock } from '../disk/bank/recover.ts'
import { isThere } from '../disk/disk.ts'
import { gitStatus, indexIds } from '../disk/git/status.ts'
import { textInside, WATCHED } from '../disk/open-file.ts'
import type { Cause, FileId, ForeignChange, Ledger } from '../disk/state/ledger.ts'
import { stateTrouble } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { compareHoldings, countedKinds, pagesOf } from '../verbs/memory-changes.ts'

export interface Circumstances {
  /** Whether a command that just ran may have written this file. */
  readonly blames: (path: BankPath) => boolean
  /** Whether a running command may have written this file. If so, the change is judged when that command ends. */
  readonly waits: (path: BankPath) => boolean
  /**
   * Whether a permitted call was expected to leave exactly this text. A call that is still running (`under-way`)
   * accepts the text when it ends.
   */
  readonly permitted: (change: ForeignChange) => 'under-way' | 'over' | undefined
  /** The program that ran since the last comparison. */
  readonly ran: 'git' | 'command' | undefined
  /** Memory Bank has worked with this bank before, so there must be a ledger. */
  readonly isKnown: boolean
}

const NO_CALL: Circumstances = {
  blames: () => false,
  waits: () => false,
  permitted: () => undefined,
  ran: undefined,
  isKnown: false,
}

/** One line for the person, and advice that only the model gets. */
export interface ForeignReport {
  readonly rule:
    | 'bank-unverified'
    | 'verified-after'
    | 'put-back-failed'
    | 'changed-outside'
    | 'brought-by-git'
    | 'written-meanwhile'
  readonly words: Words
  readonly advice: Words
  /** Changed files that stay without confirmation. */
  readonly unconfirmed: readonly BankPath[]
}

/** `given` is empty if no call is known to have run. */
export function settleForeignChanges(
  workspace: Workspace,
  ledger: Ledger,
  given: Partial<Circumstances> = {},
): readonly ForeignReport[] {
  const circumstances = { ...NO_CALL, ...given }
  const { place, now } = workspace
  const first = ledger.compare(now())
  if (first.kind === 'unknown') return beginAnew(workspace, ledger, circumstances.isKnown || first.wasThere)
  const isNewTrouble = ledger.rememberTrouble(first.trouble)
  const trouble = isNewTrouble && first.trouble !== undefined ? [unverified(first.trouble)] : []
  if (first.changes.length === 0) return trouble
  // A running transaction replaces files before it updates the ledger, so wait for its lock.
  const compared = withBankLock(place, () => ok(ledger.compare(now())))
  if (!compared.ok) return [...trouble, unverified(compared.problem.code)]
  const changes = compared.value.kind === 'unknown' ? [] : compared.value.changes
  return [...new Settlement(workspace, ledger).settle(changes, circumstances), ...trouble]
}

/** Reports the transactions of other processes during a command: it may have run Memory Bank in the user's name. */
export function reportWritten({ place }: Workspace, ids: readonly string[]): readonly ForeignReport[] {
  const journal = new Journal(place.state)
  return ids.flatMap((id) => {
    const entry = journal.read(id, 'done')
    const paths = entry === undefined || OUR_UPKEEP.has(entry.intent) ? [] : entry.changes.map(({ path }) => path)
    if (paths.length === 0) return []
    const names = shortList([...new Set(paths)])
    const words = {
      en: `While this command ran, Memory Bank wrote ${names} (memory-bank history ${id}).`,
      zh: `命令运行期间，Memory Bank 写入了 ${names}（memory-bank history ${id}）。`,
    }
    return [{ rule: 'written-meanwhile', words, advice: TELL_USER, unconfirmed: [] } as const]
  })
}

/** The guard makes these itself, and reports them elsewhere. */
const OUR_UPKEEP: ReadonlySet<Intent> = new Set(['restore', 'outside', 'resolve', 'index'])

function holdsSecret(text: string): boolean {
  return findSecrets(text).length > 0
}

/**
 * Creates the missing ledger. This is expected in a bank that Memory Bank sees for the first time, and reported in
 * others.
 */
function beginAnew(workspace: Workspace, ledger: Ledger, isKnown: boolean): readonly ForeignReport[] {
  const { place, project, now } = workspace
  const wasHere = isKnown || new Journal(place.state).finished().length > 0
  // Another process may have created the ledger by now. A transaction must not be running meanwhile.
  const begun = withBankLock(place, () => {
    const isNew = !ledger.isThere()
    if (isNew) ledger.begin(now(), holdsSecret)
    return ok(isNew)
  })
  if (begun.ok && !begun.value) return []
  // The guard and doctor report a state folder that cannot be written.
  if (!wasHere || stateTrouble(place.state) !== undefined) return []
  const changed = project.gitFolder === undefined ? [] : (gitStatus(place.bank, now)?.entries ?? [])
  const names = changed.length === 0 ? undefined : shortList(changed.map(({ path }) => path))
  return [unverified('its record of the bank is missing, so a new one begins now', names)]
}

function unverified(cause: string, notCommitted?: string): ForeignReport {
  const words = {
    en: `Memory Bank could not verify the bank: ${cause}.${notCommitted === undefined ? '' : ` Differs from the last commit: ${notCommitted}.`} Check it with git diff and memory-bank check.`,
    zh: `无法核实 Memory Bank 的文件：${cause}。${notCommitted === undefined ? '' : `与上次提交不一致：${notCommitted}。`}可用 git diff 和 memory-bank check 查看。`,
  }
  return { rule: 'bank-unverified', words, advice: TELL_USER, unconfirmed: [] }
}

const TELL_USER: Words = { en: ' Tell the user.', zh: '请告知用户。' }
const READ_AGAIN: Words = {
  en: ' Read it again before relying on it, and tell the user.',
  zh: '依据它之前请重新读取，并告知用户。',
}
const USE_EDIT_TOOL: Words = { en: ' Redo it with the edit tool.', zh: '请改用 edit 工具。' }

class Settlement {
  readonly #workspace: Workspace
  readonly #ledger: Ledger

  constructor(workspace: Workspace, ledger: Ledger) {
    this.#workspace = workspace
    this.#ledger = ledger
  }

  settle(all: readonly ForeignChange[], circumstances: Circumstances): readonly ForeignReport[] {
    const { blames, waits, permitted, ran } = circumstances
    const journalled = this.#journalled()
    const isOurs = (one: ForeignChange) => journalled(one) === 'ours'
    const done = all.filter((one) => permitted(one) === 'over' || isOurs(one))
    if (done.length > 0) this.#ledger.recordCompared(done, holdsSecret)
    const foreign = all.filter((one) => permitted(one) === undefined && !isOurs(one))
    if (foreign.length === 0) return []
    const former = this.#ledger.textsOf(foreign.flatMap(({ before }) => before ?? []))
    const resolved = (one: ForeignChange) => journalled(one) === 'resolved'
    const blamed = foreign.filter((one) => blames(one.path) && !resolved(one))
    const others = foreign.filter((one) => !blamed.includes(one) && (blames(one.path) || !waits(one.path)))
    const reports: ForeignReport[] = []
    if (blamed.length > 0) reports.push(this.#putBack(blamed, former))
    const inIndex = others.length === 0 ? () => false : this.#indexed()
    const brought = others.filter((one) => inIndex(one) && !resolved(one))
    const left = others.filter((one) => !brought.includes(one))
    if (brought.length > 0) {
      this.#ledger.recordCompared(brought, holdsSecret)
      reports.push(reportBrought(brought, former))
    }
    if (left.length > 0) reports.push(this.#leave(left, former, ran ?? 'editor'))
    return reports
  }

  /**
   * Whether the newest journal entry for a file left it with this text. The ledger misses a transaction that was killed
   * before it updated the ledger. It also misses `memory-bank resolve` run by an agent, whose result stays and is
   * reported.
   */
  #journalled(): (change: ForeignChange) => 'ours' | 'resolved' | undefined {
    const journal = new Journal(this.#workspace.place.state)
    const newest = journal.finished().slice(0, MOST_JOURNALLED)
    const written = newest
      .flatMap((id) => journal.read(id, 'done') ?? [])
      .flatMap(({ intent, changes }) =>
        changes.flatMap((change) => textsLeft(change).map((left) => ({ intent, ...left }))),
      )
    return ({ path, text }) => {
      const last = written.find((one) => one.path === path)
      if (last === undefined || last.text !== text || last.intent === 'outside') return undefined
      return last.intent === 'resolve' ? 'resolved' : 'ours'
    }
  }

  /** Whether a file matches git's index, because git wrote it or it was staged. Runs git once. */
  #indexed(): (change: ForeignChange) => boolean {
    const { project, place } = this.#workspace
    if (project.gitFolder === undefined) return () => false
    const ids = indexIds(place.bank)
    // A missing file matches only if the ledger had it before.
    return ({ path, after, before }) =>
      ids !== undefined &&
      (after === undefined ? !ids.has(path) && before !== undefined : ids.get(path)?.has(after) === true)
  }

  #putBack(changed: readonly ForeignChange[], former: Former): ForeignReport {
    const { place, now } = this.#workspace
    // A folder, pipe or link in the way of one file must not stop the others from being restored.
    const free = changed.filter(
      (one) => !isLink(place.bank, one.path) && firstStale(restoringChange(one, former), place.bank) === undefined,
    )
    const applied = applyChanges(
      { intent: 'restore', changes: free.flatMap((one) => restoringChange(one, former)) },
      place,
      now(),
    )
    const failed = changed.filter((one) => !isRestored(place.bank, one, former))
    const names = shortList(changed.map(({ path }) => path))
    const why = {
      en: `A command changed ${names}, but the bank is not written through a shell.`,
      zh: `命令修改了 ${names}，但 Memory Bank 的文件不允许通过 shell 写入。`,
    }
    const restored =
      failed.length === changed.length || !applied.ok
        ? { en: '', zh: '' }
        : {
            en: ` The former text was put back. To see what the command wrote: memory-bank history ${applied.value.id}`,
            zh: `已恢复原文。查看命令写入的内容：memory-bank history ${applied.value.id}`,
          }
    const said = { en: why.en + restored.en, zh: why.zh + restored.zh }
    if (failed.length === 0) return { rule: 'verified-after', words: said, advice: USE_EDIT_TOOL, unconfirmed: [] }
    // Record a link as a deleted file, because removing the link leaves nothing.
    const gone = failed.map((one) => (isLink(place.bank, one.path) ? { ...one, text: undefined } : one))
    const kept = this.#keep(gone, former, 'command')
    const { en, zh } = notPutBack(shortList(failed.map(({ path }) => path)), kept)
    return {
      rule: 'put-back-failed',
      words: { en: said.en + en, zh: said.zh + zh },
      advice: TELL_USER,
      unconfirmed: failed.map(({ path }) => path),
    }
  }

  #leave(changed: readonly ForeignChange[], former: Former, cause: Cause): ForeignReport {
    const kept = this.#keep(changed, former, cause)
    const paths = changed.map(({ path }) => path)
    const unreadable = changed.flatMap((one) => (one.unreadable === undefined ? [] : [one.unreadable]))[0]
    const names = shortList(paths)
    const { en: by, zh: byZh } = CAUSES[cause]
    const words = {
      en: `${names} changed outside Memory Bank, probably by ${by}${unreadable === undefined ? '' : `, and cannot be verified: ${unreadable}`}. It was left as it is and is unconfirmed; to keep or undo it: memory-bank review.${kept === undefined ? '' : ` To see it: memory-bank history ${kept}`}`,
      zh: `${names} 在 Memory Bank 之外被修改，可能是${byZh}${unreadable === undefined ? '' : `，且无法核实：${unreadable}`}；已保持原样，尚未确认。保留或撤销：memory-bank review。${kept === undefined ? '' : `查看：memory-bank history ${kept}`}`,
    }
    const rule = unreadable === undefined ? 'changed-outside' : 'bank-unverified'
    return { rule, words, advice: READ_AGAIN, unconfirmed: paths }
  }

  /** Records the change in the journal, so that one command undoes it. Returns the id of the journal entry. */
  #keep(changed: readonly ForeignChange[], former: Former, cause: Cause): string | undefined {
    const { place, now } = this.#workspace
    const recorded = changed.flatMap((one) => journalChange(one, former))
    const kept =
      recorded.length === 0 ? undefined : applyChanges({ intent: 'outside', changes: [], recorded }, place, now())
    const journal = kept?.ok === true ? kept.value.id : undefined
    const at = now().toISOString()
    const listed = changed.map(({ path, before }) => ({
      path,
      at,
      cause,
      ...(before === undefined ? {} : { before }),
      ...(journal === undefined ? {} : { journal }),
    }))
    this.#ledger.recordCompared(changed, holdsSecret, listed)
    return journal
  }
}

type Former = ReadonlyMap<FileId, string>

/** The ledger can miss only the last few transactions. */
const MOST_JOURNALLED = 5

function textsLeft(change: Change): readonly { readonly path: BankPath; readonly text: string | undefined }[] {
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return []
    case 'create':
    case 'edit':
      return [{ path: change.path, text: change.text }]
    case 'remove':
      return [{ path: change.path, text: undefined }]
    case 'move':
      return [
        { path: change.path, text: undefined },
        { path: change.to, text: change.text },
      ]
  }
}

const CAUSES: Readonly<Record<Cause, Words>> = {
  git: { en: 'git', zh: '由 git 引起' },
  command: { en: 'a command', zh: '由命令引起' },
  editor: { en: 'an editor', zh: '由编辑器引起' },
  agent: { en: 'an agent', zh: '由 Agent 引起' },
}

/** Reports a change by git: names its entries, or its files if the entries are not known. */
function reportBrought(changed: readonly ForeignChange[], former: Former): ForeignReport {
  const paths = changed.map(({ path }) => path)
  const names = shortList(paths)
  const entries = changed.length > MOST_NAMED ? undefined : entriesBrought(changed, former)
  const words =
    entries === undefined
      ? { en: `git changed ${names}.`, zh: `git 修改了 ${names}。` }
      : { en: `git ${entries.en} (${names}).`, zh: `git ${entries.zh}（${names}）。` }
  return { rule: 'brought-by-git', words, advice: READ_AGAIN, unconfirmed: [] }
}

function entriesBrought(changed: readonly ForeignChange[], former: Former): Words | undefined {
  const pages = changed.filter(({ path }) => path.endsWith('.md'))
  const textsWith = (of: (one: ForeignChange) => string | undefined): ReadonlyMap<BankPath, string> =>
    new Map(
      pages.flatMap((one) => {
        const text = of(one)
        return text === undefined ? [] : [[one.path, text] as const]
      }),
    )
  const before = textsWith((one) => (one.before === undefined ? undefined : former.get(one.before)))
  const after = textsWith(({ text }) => text)
  return countedKinds(compareHoldings(pagesOf(before), pagesOf(after)))
}

function isRestored(bank: string, { path, before }: ForeignChange, former: Former): boolean {
  if (before === undefined) return !isThere(join(bank, path))
  const text = former.get(before)
  return text !== undefined && textInside(bank, join(bank, path), WATCHED) === text
}

/** The change as a journal entry. Empty if a text is not known. */
function journalChange({ path, before, text }: ForeignChange, former: Former): readonly Change[] {
  if (before === undefined) return text === undefined ? [] : [{ kind: 'create', path, text }]
  const was = former.get(before)
  if (was === undefined) return []
  return text === undefined ? [{ kind: 'remove', path, was }] : [{ kind: 'edit', path, was, text }]
}

/** The change that puts the file back. */
function restoringChange({ path, before, text }: ForeignChange, former: Former): readonly Change[] {
  if (before === undefined) return text === undefined ? [] : [{ kind: 'remove', path, was: text }]
  const was = former.get(before)
  if (was === undefined) return []
  return text === undefined ? [{ kind: 'create', path, text: was }] : [{ kind: 'edit', path, was: text, text: was }]
}

function notPutBack(names: string, kept: string | undefined): Words {
  const where: Words =
    kept === undefined
      ? { en: '', zh: '' }
      : {
          en: ` Remove what is in the way, then undo this change in a terminal. To see it and the former text: memory-bank history ${kept}`,
          zh: `请移走占用该路径的内容，然后在终端中撤销这一修改。查看修改与原文：memory-bank history ${kept}`,
        }
  return {
    en: ` This could NOT be put back: ${names}.${where.en}`,
    zh: `以下未能恢复：${names}。${where.zh}`,
  }
}

/** Above this many files, a summary names the first `NAMED_OF_MANY` and gives the total. */
const MOST_NAMED = 200
const NAMED_OF_MANY = 3

function shortList(paths: readonly string[]): string {
  const names = paths.map((path) => `${BANK_FOLDER}/${path}`)
  if (names.length <= MOST_NAMED) return names.join(', ')
  return `${names.slice(0, NAMED_OF_MANY).join(', ')} … (${names.length})`
}
