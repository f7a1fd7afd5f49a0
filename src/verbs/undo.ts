/** undo: plans the inverse of a change in the journal. */

import { problemOf } from '../bank/bank-state.ts'
import { printBlocks } from '../bank/blocks.ts'
import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Applied, Change, ConflictChoice, Plan, Recovery } from '../base/change.ts'
import { isOpen, type ProposalStep } from '../base/proposal-status.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { accept } from '../consent/accept.ts'
import { type JournalEntry, undoable, undoFinder } from '../disk/bank/journal.ts'
import { pathsOf } from '../disk/bank/preconditions.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { readNow } from '../disk/bank/read-now.ts'
import { inverse } from '../disk/bank/transaction.ts'
import { type UnmaskedEntry, unmaskEntry } from '../disk/bank/unmask-entry.ts'
import { committedText } from '../disk/git/git.ts'
import { unstageMerged } from '../disk/git/unmerged.ts'
import { storedStatus } from '../disk/state/proposal-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import { changeNamed, type PastChange, pastChange, readHistory } from './history.ts'
import { openBank, tooOld } from './open-bank.ts'

export interface UndoPlan {
  readonly plan: Plan
  readonly of: PastChange
  /** The undone change created the bank's folder. */
  readonly removesBank: boolean
  readonly recovered: readonly Recovery[]
}

/** Plans to undo the change named, else the newest one that is not undone. */
export function proposeUndo(
  workspace: Workspace,
  id: string | undefined,
  onConflict: ConflictChoice | undefined,
): Result<UndoPlan> {
  const older = tooOld(workspace)
  if (older !== undefined) return fail(older)
  const opened = openBank(workspace)
  const read = readHistory(workspace)
  if (!read.ok) return read
  const { entries } = read.value
  const recovered = [...(opened.ok ? opened.value.recovered : []), ...read.value.recovered]
  const entry = id === undefined ? ok(undoable(entries)[0]) : changeNamed(entries, id)
  if (!entry.ok) return entry
  // During an unfinished git merge, only `resolve` may be undone.
  if (opened.ok && opened.value.state.kind === 'unmerged' && entry.value?.intent !== 'resolve')
    return fail(problemOf(opened.value.state))
  if (entry.value === undefined) return fail({ code: 'nothing-to-undo' })
  const back = planInverse(entry.value, workspace, onConflict)
  if (!back.ok) return back
  const { changes, removesBank } = back.value
  const of = pastChange(entry.value, undoFinder(entries)(entry.value.id))
  const proposals = stepsBack(entry.value, workspace)
  return ok({ plan: { intent: 'undo', changes, reasons: [], notes: [], proposals }, of, removesBank, recovered })
}

/** Reopens the proposals that the change accepted. Undoing the undo accepts them again. */
function stepsBack({ proposals = [] }: JournalEntry, { place }: Workspace): readonly ProposalStep[] {
  return proposals.flatMap(({ id, to }): readonly ProposalStep[] => {
    const now = storedStatus(id, place.state)
    if (now === undefined) return []
    const { hash, status: from } = now
    if (to === 'accepted') return from === to ? [{ id, hash, from, to: 'skipped' }] : []
    return isOpen(from) ? [{ id, hash, from, to: 'accepted' }] : []
  })
}

/** Without --on-conflict, files that changed since and masked secrets that cannot be restored are problems. */
function planInverse(
  entry: JournalEntry,
  workspace: Workspace,
  onConflict: ConflictChoice | undefined,
): Result<{ readonly changes: readonly Change[]; readonly removesBank: boolean }> {
  const { bank } = workspace.place
  const isDecided = onConflict === 'keep' || onConflict === 'overwrite'
  const { entry: whole, unknown } = unmaskEntry(entry, () => textsFor(entry, bank))
  const { changes: planned, removesBank = false } = inverse(whole)
  const masked = pathsWithMaskedText(whole, unknown)
  // Text that a refused command wrote may be restored without its secret (S34).
  if (masked.size > 0 && entry.intent !== 'restore' && !isDecided)
    return fail({ code: 'undo-secret', id: entry.id, paths: [...masked] })
  const known = onConflict === 'keep' ? planned.filter((change) => !masked.has(change.path)) : planned
  const back = known.map((change) => keepUserBlock(change, bank))
  const stale = back.flatMap((change) => (isAsLeft(change, bank) ? [] : [change.path]))
  if (stale.length > 0 && !isDecided) return fail({ code: 'undo-stale', id: entry.id, paths: stale })
  const changes = back.flatMap((change) => {
    if (!stale.includes(change.path)) return [change]
    return onConflict === 'overwrite' ? overwrite(change, bank) : []
  })
  return ok({ changes, removesBank })
}

/** `hash` identifies the plan that was shown, if it was made again since. */
export function carryOutUndo(undo: UndoPlan, workspace: Workspace, hash?: string): Result<Applied> {
  const plan = { ...undo.plan, undoes: undo.of.id, removesBank: undo.removesBank }
  const applied = accept({ plan, ...(hash === undefined ? {} : { hash }) }, workspace)
  if (applied.ok && undo.of.intent === 'resolve')
    unstageMerged(
      workspace.place.bank,
      undo.plan.changes.map(({ path }) => path),
    )
  return applied
}

/** Texts that may still contain a masked secret: all files of the bank, and the committed versions of changed files. */
function textsFor(entry: JournalEntry, bank: string): readonly string[] {
  const snapshot = readBank(bank)
  const standing = snapshot.ok ? [...snapshot.value.files.values()].map((file) => file.text) : []
  const paths = new Set(entry.changes.flatMap(pathsOf))
  return [...standing, ...[...paths].flatMap((path) => committedText(bank, path) ?? [])]
}

/** Files in which undo would write a mask instead of the original secret. */
function pathsWithMaskedText(entry: JournalEntry, unknown: UnmaskedEntry['unknown']): ReadonlySet<BankPath> {
  return new Set(
    unknown.flatMap(({ change, side }) => {
      const of = entry.changes[change]
      return side !== 'was' || of === undefined ? [] : [of.kind === 'move' ? of.to : of.path]
    }),
  )
}

function isAsLeft(change: Change, bank: string): boolean {
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return true
    case 'create':
      return readNow(bank, change.path) === undefined
    case 'edit':
    case 'remove':
      return readNow(bank, change.path) === change.was
    case 'move':
      return readNow(bank, change.path) === change.was && readNow(bank, change.to) === undefined
  }
}

/** Keeps newer text in the user block. It is not a conflict (S2). */
function keepUserBlock(change: Change, bank: string): Change {
  if (change.kind !== 'edit') return change
  const now = readNow(bank, change.path)
  if (now === undefined || now === change.was || withUserBlockOf(now, change.path, change.was) !== now) return change
  return { ...change, was: now, text: withUserBlockOf(now, change.path, change.text) }
}

/** `text` with the user block of `owner`. */
function withUserBlockOf(owner: string, path: BankPath, text: string): string {
  const inner = pageOf(owner, path).user?.text
  const into = pageOf(text, path).parsed
  if (!into.ok || inner === undefined) return text
  return printBlocks(into.value.map((block) => (block.kind === 'user' ? { ...block, inner } : block)))
}

/** The same change from the current text, so that the journal keeps the overwritten text. */
function overwrite(change: Change, bank: string): readonly Change[] {
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return [change]
    case 'create':
    case 'edit': {
      const now = readNow(bank, change.path)
      const text = now === undefined ? change.text : withUserBlockOf(now, change.path, change.text)
      return put(change.path, now, text)
    }
    case 'remove':
      return remove(change.path, bank)
    case 'move':
      return [...put(change.to, readNow(bank, change.to), change.text), ...remove(change.path, bank)]
  }
}

function put(path: BankPath, was: string | undefined, text: string): readonly Change[] {
  if (was === undefined) return [{ kind: 'create', path, text }]
  return was === text ? [] : [{ kind: 'edit', path, was, text }]
}

function remove(path: BankPath, bank: string): readonly Change[] {
  const was = readNow(bank, path)
  return was === undefined ? [] : [{ kind: 'remove', path, was }]
}
