/**
 * What to do about files of the bank that differ from the ledger (S34).
 *
 * A change that a command is blamed for is put back, verified by reading again, and kept in the journal. Any other change
 * stays: it is reported with its likely cause, can be undone from the journal and is listed as unconfirmed. A change by git
 * is reported by what it brought. If the bank cannot be compared, that is reported too.
 */

import { join } from 'node:path'
import type { BankPath } from '../base/bank-path.ts'
import type { Change } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { ok } from '../base/result.ts'
import { isThere } from '../disk/disk.ts'
import { textInside, WATCHED } from '../disk/open-file.ts'
import type { Cause, FileId, ForeignChange, Ledger } from '../disk/state/ledger.ts'
import { stateTrouble } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'

export interface Circumstances {
  /** A command that just ran may have written this file. */
  readonly blames: (path: BankPath) => boolean
  /** The same of a command that is still running: the change is judged when it is over. */
  readonly waits: (path: BankPath) => boolean
  /** A permitted call was to leave exactly this: `under-way` calls accept it when they report. */
  readonly permitted: (change: ForeignChange) => 'under-way' | 'over' | undefined
  /** What ran since the last comparison. */
  readonly ran: 'git' | 'command' | undefined
  /** Memory Bank has worked with this bank before, so that a ledger must be there. */
  readonly isKnown: boolean
}

/** Nothing ran that anybody knows of. */
export const NO_CALL: Circumstances = {
  blames: () => false,
  waits: () => false,
  permitted: () => undefined,
  ran: undefined,
  isKnown: false,
}

/** One line for the person; the model is told what to do besides. */
export interface ForeignReport {
  readonly rule: 'bank-unverified' | 'verified-after' | 'put-back-failed' | 'changed-outside' | 'brought-by-git'
  readonly words: Words
  readonly advice: Words
  /** Files that stay and that nobody has confirmed. */
  readonly unconfirmed: readonly BankPath[]
}

export async function settleForeignChanges(
  workspace: Workspace,
  ledger: Ledger,
  circumstances: Circumstances,
): Promise<readonly ForeignReport[]> {
  const { place, now } = workspace
  const first = ledger.compare(now())
  if (first.kind === 'unknown') return beginAnew(workspace, ledger, circumstances.isKnown || first.wasThere)
  const isNewTrouble = ledger.noteTrouble(first.trouble)
  const trouble = isNewTrouble && first.trouble !== undefined ? [unverified(first.trouble)] : []
  if (first.changes.length === 0) return trouble
  // A transaction may be under way, whose files are in place before the ledger has them.
  const { alone } = await import('../disk/bank/recover.ts')
  const compared = alone(place, () => ok(ledger.compare(now())))
  if (!compared.ok) return [...trouble, unverified(compared.problem.code)]
  const changes = compared.value.kind === 'unknown' ? [] : compared.value.changes
  const settling = new Settling(workspace, ledger, await secretFinder())
  return [...(await settling.settle(changes, circumstances)), ...trouble]
}

/** Loaded where something is copied. */
export async function secretFinder(): Promise<(text: string) => boolean> {
  const { findSecrets } = await import('../secrets/find-secrets.ts')
  return (text) => findSecrets(text).length > 0
}

/** The first time there is nothing to compare with; later that is reported. */
async function beginAnew(workspace: Workspace, ledger: Ledger, isKnown: boolean): Promise<readonly ForeignReport[]> {
  const { place, project, now } = workspace
  const [{ Journal }, { alone }, holdsSecret] = await Promise.all([
    import('../disk/bank/journal.ts'),
    import('../disk/bank/recover.ts'),
    secretFinder(),
  ])
  const wasHere = isKnown || new Journal(place.state).finished().length > 0
  // Another process may have begun it by now, and must not be in the middle of a transaction.
  const begun = alone(place, () => {
    const isNew = !ledger.isThere()
    if (isNew) ledger.begin(now(), holdsSecret)
    return ok(isNew)
  })
  if (begun.ok && !begun.value) return []
  // A state folder that cannot be written is reported by the guard and by doctor.
  if (!wasHere || stateTrouble(place.state) !== undefined) return []
  const { gitStatus } = await import('../disk/git/status.ts')
  const changed = project.gitFolder === undefined ? [] : (gitStatus(place.bank, now)?.entries ?? [])
  const names = changed.length === 0 ? undefined : inShort(changed.map(({ path }) => path))
  return [unverified('its record of the bank is missing; a new one begins now', names)]
}

function unverified(cause: string, notCommitted?: string): ForeignReport {
  const words = {
    en: `Memory Bank could not verify the bank: ${cause}.${notCommitted === undefined ? '' : ` Not as committed: ${notCommitted}.`} To look: git diff and memory-bank check.`,
    zh: `Memory Bank 无法核实自身文件的变化：${cause}。${notCommitted === undefined ? '' : `与提交不一致：${notCommitted}。`}可用 git diff 和 memory-bank check 查看。`,
  }
  return { rule: 'bank-unverified', words, advice: TELL, unconfirmed: [] }
}

const TELL: Words = { en: ' Tell the user.', zh: '请告知用户。' }
const READ_AGAIN: Words = {
  en: ' Read it again before relying on it, and tell the user.',
  zh: '依据它之前请重新读取，并告知用户。',
}
const REDO: Words = { en: ' Redo it with the edit tool.', zh: '请用 edit 工具重做。' }

class Settling {
  readonly #workspace: Workspace
  readonly #ledger: Ledger
  readonly #holdsSecret: (text: string) => boolean

  constructor(workspace: Workspace, ledger: Ledger, holdsSecret: (text: string) => boolean) {
    this.#workspace = workspace
    this.#ledger = ledger
    this.#holdsSecret = holdsSecret
  }

  async settle(all: readonly ForeignChange[], circumstances: Circumstances): Promise<readonly ForeignReport[]> {
    const { blames, waits, permitted, ran } = circumstances
    const journalled = await this.#journalled()
    const isOurs = (one: ForeignChange) => journalled(one) === 'ours'
    const done = all.filter((one) => permitted(one) === 'over' || isOurs(one))
    if (done.length > 0) this.#ledger.take(done, this.#holdsSecret)
    const foreign = all.filter((one) => permitted(one) === undefined && !isOurs(one))
    if (foreign.length === 0) return []
    const former = this.#ledger.textsOf(foreign.flatMap(({ before }) => before ?? []))
    const resolved = (one: ForeignChange) => journalled(one) === 'resolved'
    const blamed = foreign.filter((one) => blames(one.path) && !resolved(one))
    const others = foreign.filter((one) => !blamed.includes(one) && (blames(one.path) || !waits(one.path)))
    const reports: ForeignReport[] = []
    if (blamed.length > 0) reports.push(await this.#putBack(blamed, former))
    const inIndex = others.length === 0 ? () => false : await this.#indexed()
    const brought = others.filter((one) => inIndex(one) && !resolved(one))
    const left = others.filter((one) => !brought.includes(one))
    if (brought.length > 0) {
      this.#ledger.take(brought, this.#holdsSecret)
      reports.push(await tellBrought(brought, former))
    }
    if (left.length > 0) reports.push(await this.#leave(left, former, ran ?? 'editor'))
    return reports
  }

  /**
   * Whether the newest journal entry about a file left it so. A transaction that was killed at its end is not in the
   * ledger; what an agent has `memory-bank resolve` write is not either, stays and is reported.
   */
  async #journalled(): Promise<(change: ForeignChange) => 'ours' | 'resolved' | undefined> {
    const { Journal } = await import('../disk/bank/journal.ts')
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

  /** Whether a file is as git's index has it: then git wrote it, or was told of it. Asks git once. */
  async #indexed(): Promise<(change: ForeignChange) => boolean> {
    const { project, place } = this.#workspace
    if (project.gitFolder === undefined) return () => false
    const { indexIds } = await import('../disk/git/status.ts')
    const ids = indexIds(place.bank)
    // Of a file that is gone, the index must have had something to lose.
    return ({ path, after, before }) =>
      ids !== undefined &&
      (after === undefined ? !ids.has(path) && before !== undefined : ids.get(path)?.has(after) === true)
  }

  async #putBack(changed: readonly ForeignChange[], former: Former): Promise<ForeignReport> {
    const { place, now } = this.#workspace
    const [{ applyChanges }, { firstStale, isLink }] = await Promise.all([
      import('../disk/bank/apply-changes.ts'),
      import('../disk/bank/preconditions.ts'),
    ])
    // A folder, a pipe or a link in the place of one file must not keep the others from coming back.
    const free = changed.filter(
      (one) => !isLink(place.bank, one.path) && firstStale(restoring(one, former), place.bank) === undefined,
    )
    const applied = applyChanges(
      { intent: 'restore', changes: free.flatMap((one) => restoring(one, former)) },
      place,
      now(),
    )
    const failed = changed.filter((one) => !isRestored(place.bank, one, former))
    const names = inShort(changed.map(({ path }) => path))
    const why = {
      en: `A command changed ${names}; the bank is not written through a shell.`,
      zh: `命令改动了 ${names}；Memory Bank 不通过 shell 写入。`,
    }
    const restored =
      failed.length === changed.length || !applied.ok
        ? { en: '', zh: '' }
        : {
            en: ` The former text was put back. What was written is kept: memory-bank history ${applied.value.id}`,
            zh: `已恢复原文。写入的内容保存在：memory-bank history ${applied.value.id}`,
          }
    const said = { en: why.en + restored.en, zh: why.zh + restored.zh }
    if (failed.length === 0) return { rule: 'verified-after', words: said, advice: REDO, unconfirmed: [] }
    // Nothing is there once a link in the way is removed.
    const gone = failed.map((one) => (isLink(place.bank, one.path) ? { ...one, text: undefined } : one))
    const kept = await this.#keep(gone, former, 'command')
    const { en, zh } = notPutBack(inShort(failed.map(({ path }) => path)), kept)
    return {
      rule: 'put-back-failed',
      words: { en: said.en + en, zh: said.zh + zh },
      advice: TELL,
      unconfirmed: failed.map(({ path }) => path),
    }
  }

  async #leave(changed: readonly ForeignChange[], former: Former, cause: Cause): Promise<ForeignReport> {
    const kept = await this.#keep(changed, former, cause)
    const paths = changed.map(({ path }) => path)
    const unreadable = changed.flatMap((one) => (one.unreadable === undefined ? [] : [one.unreadable]))[0]
    const names = inShort(paths)
    const { en: by, zh: byZh } = CAUSES[cause]
    const words = {
      en: `${names} changed outside Memory Bank, probably by ${by}${unreadable === undefined ? '' : `, and cannot be verified: ${unreadable}`}. It was left as it is and is listed as unconfirmed in memory-bank status.${kept === undefined ? '' : ` To see it: memory-bank history ${kept}`}`,
      zh: `${names} 在 Memory Bank 之外被改动，可能是${byZh}${unreadable === undefined ? '' : `，且无法核实：${unreadable}`}；已保持原样，并在 memory-bank status 中列为未经确认。${kept === undefined ? '' : `查看：memory-bank history ${kept}`}`,
    }
    const rule = unreadable === undefined ? 'changed-outside' : 'bank-unverified'
    return { rule, words, advice: READ_AGAIN, unconfirmed: paths }
  }

  /** The journal keeps what stays, so that one command undoes it; returns the entry's id. */
  async #keep(changed: readonly ForeignChange[], former: Former, cause: Cause): Promise<string | undefined> {
    const { place, now } = this.#workspace
    const { applyChanges } = await import('../disk/bank/apply-changes.ts')
    const recorded = changed.flatMap((one) => made(one, former))
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
    this.#ledger.take(changed, this.#holdsSecret, listed)
    return journal
  }
}

type Former = ReadonlyMap<FileId, string>

/** Only what was written last can be missing in the ledger. */
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
  git: { en: 'git', zh: ' git 所为' },
  command: { en: 'a command', zh: '命令所为' },
  editor: { en: 'an editor', zh: '编辑器所为' },
}

/** By entries where they can be told, else by files. */
async function tellBrought(changed: readonly ForeignChange[], former: Former): Promise<ForeignReport> {
  const paths = changed.map(({ path }) => path)
  const names = inShort(paths)
  const entries = changed.length > MOST_NAMED ? undefined : await entriesBrought(changed, former)
  const words =
    entries === undefined
      ? { en: `git changed ${names}.`, zh: `git 改动了 ${names}。` }
      : { en: `git ${entries.en} (${names}).`, zh: `git ${entries.zh}（${names}）。` }
  return { rule: 'brought-by-git', words, advice: READ_AGAIN, unconfirmed: [] }
}

async function entriesBrought(changed: readonly ForeignChange[], former: Former): Promise<Words | undefined> {
  const { compareHoldings, countedKinds, pagesOf } = await import('../verbs/memory-changes.ts')
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

/** The change as the journal has it; nothing where a text is not known. */
function made({ path, before, text }: ForeignChange, former: Former): readonly Change[] {
  if (before === undefined) return text === undefined ? [] : [{ kind: 'create', path, text }]
  const was = former.get(before)
  if (was === undefined) return []
  return text === undefined ? [{ kind: 'remove', path, was }] : [{ kind: 'edit', path, was, text }]
}

/** The change that takes it back. */
function restoring({ path, before, text }: ForeignChange, former: Former): readonly Change[] {
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
          en: ` Once what is in the way is removed, this change can be undone in a terminal; to see it and the former text: memory-bank history ${kept}`,
          zh: `移开占位的内容后，可在终端中撤销这一改动；查看改动与原文：memory-bank history ${kept}`,
        }
  return {
    en: ` This could NOT be put back: ${names}.${where.en}`,
    zh: `以下未能恢复：${names}。${where.zh}`,
  }
}

/** Beyond so many files one summary says how many there are. */
const MOST_NAMED = 200
const NAMED_OF_MANY = 3

function inShort(paths: readonly string[]): string {
  const names = paths.map((path) => `${BANK_FOLDER}/${path}`)
  if (names.length <= MOST_NAMED) return names.join(', ')
  return `${names.slice(0, NAMED_OF_MANY).join(', ')} … (${names.length})`
}
