/** Take a journalled change back, or read what the journal has. */

import type { BankPath } from '../core/bank-path.ts'
import type { Applied, Change, ConflictChoice, Intent, Plan, Recovery } from '../core/change.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { innerOf, parseDocument, printDocument } from '../text/document.ts'
import { applyChanges } from '../workspace/bank/apply-changes.ts'
import { Journal, type JournalEntry } from '../workspace/bank/journal.ts'
import { type UnmaskedEntry, unmaskEntry } from '../workspace/bank/masked-entry.ts'
import { readNow } from '../workspace/bank/preconditions.ts'
import { readBank } from '../workspace/bank/read-bank.ts'
import { recover } from '../workspace/bank/recover.ts'
import { inverse } from '../workspace/bank/transaction.ts'
import { committedText } from '../workspace/git/git.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { takenBackBy } from './taken-back.ts'
import { tellGit } from './tell-git.ts'

export interface PastChange {
  readonly id: string
  readonly at: string
  readonly intent: Intent
  readonly undoes: string | undefined
  readonly undoneBy: string | undefined
  readonly changes: readonly Change[]
}

export interface UndoPlan {
  readonly plan: Plan
  readonly of: PastChange
  /** The undone change made the bank's folder. */
  readonly removesBank: boolean
  readonly recovered: readonly Recovery[]
}

/** Newest first. */
export function history(
  workspace: Workspace,
): Result<{ readonly past: readonly PastChange[]; readonly recovered: readonly Recovery[] }> {
  const recovered = recover(workspace.place, tellGit(workspace.place.bank))
  if (!recovered.ok) return recovered
  const journal = new Journal(workspace.place.state)
  const entries = journal.finished().flatMap((id) => journal.read(id, 'done') ?? [])
  const takenBack = takenBackBy(entries)
  return ok({ past: entries.map((entry) => pastChange(entry, takenBack(entry.id))), recovered: recovered.value })
}

/** The plan that takes back the newest change not yet taken back, or the one named. */
export function proposeUndo(
  workspace: Workspace,
  id: string | undefined,
  onConflict: ConflictChoice | undefined,
): Result<UndoPlan> {
  const read = history(workspace)
  if (!read.ok) return read
  const { past, recovered } = read.value
  const of = id === undefined ? past.find(isOpen) : past.find((change) => change.id === id)
  if (of === undefined) return fail(id === undefined ? { code: 'nothing-to-undo' } : { code: 'undo-unknown', id })
  const entry = new Journal(workspace.place.state).read(of.id, 'done')
  if (entry === undefined) return fail({ code: 'undo-unknown', id: of.id })

  const { entry: whole, unknown } = unmaskEntry(entry, () => textsFor(entry, workspace))
  const { changes: planned, removesBank = false } = inverse(whole)
  const masked = pathsWithMaskedText(whole, unknown)
  // What a refused command wrote may be reclaimed without the secret in it (S34); else a person decides.
  if (masked.size > 0 && entry.intent !== 'restore' && onConflict !== 'keep' && onConflict !== 'overwrite')
    return fail({ code: 'undo-secret', id: of.id, paths: [...masked] })
  const known = onConflict === 'keep' ? planned.filter((change) => !masked.has(change.path)) : planned
  const back = known.map((change) => keepingUserBlock(change, workspace.place.bank))
  const stale = back.flatMap((change) => (stillAsLeft(change, workspace.place.bank) ? [] : [change.path]))
  if (stale.length > 0 && onConflict !== 'keep' && onConflict !== 'overwrite')
    return fail({ code: 'undo-stale', id: of.id, paths: stale })
  const changes = back.flatMap((change) => {
    if (!stale.includes(change.path)) return [change]
    return onConflict === 'overwrite' ? overwriting(change, workspace.place.bank) : []
  })
  return ok({ plan: { intent: 'undo', changes, reasons: [], notes: [] }, of, removesBank, recovered })
}

export function carryOutUndo(undo: UndoPlan, workspace: Workspace): Result<Applied> {
  return applyChanges(
    { ...undo.plan, undoes: undo.of.id, removesBank: undo.removesBank },
    workspace.place,
    workspace.now(),
    tellGit(workspace.place.bank),
  )
}

/** Where a masked value may still stand: in the bank as it is, and in what git has of these files. */
function textsFor(entry: JournalEntry, workspace: Workspace): readonly string[] {
  const { bank } = workspace.place
  const snapshot = readBank(bank)
  const standing = snapshot.ok ? [...snapshot.value.files.values()].map((file) => file.text) : []
  const paths = new Set(
    entry.changes.flatMap((change) => (change.kind === 'move' ? [change.path, change.to] : [change.path])),
  )
  return [...standing, ...[...paths].flatMap((path) => committedText(bank, path) ?? [])]
}

/** The files that taking this back would leave with a mask where a value stood. */
function pathsWithMaskedText(entry: JournalEntry, unknown: UnmaskedEntry['unknown']): ReadonlySet<BankPath> {
  return new Set(
    unknown.flatMap(({ change, side }) => {
      const of = entry.changes[change]
      return side !== 'was' || of === undefined ? [] : [of.kind === 'move' ? of.to : of.path]
    }),
  )
}

function isOpen(change: PastChange): boolean {
  return change.undoneBy === undefined && change.undoes === undefined
}

function pastChange({ id, at, intent, undoes, changes }: JournalEntry, undoneBy: string | undefined): PastChange {
  return { id, at, intent, undoes, undoneBy, changes }
}

function stillAsLeft(change: Change, bank: string): boolean {
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

/** What a person wrote into the user block since is theirs: it stays, and is no conflict (S2). */
function keepingUserBlock(change: Change, bank: string): Change {
  if (change.kind !== 'edit') return change
  const now = readNow(bank, change.path)
  if (now === undefined || now === change.was || withUserBlockOf(now, change.path, change.was) !== now) return change
  return { ...change, was: now, text: withUserBlockOf(now, change.path, change.text) }
}

/** The text with the user block that `owner` has. */
function withUserBlockOf(owner: string, path: BankPath, text: string): string {
  const from = parseDocument(path, owner)
  const into = parseDocument(path, text)
  const inner = from.ok ? innerOf(from.value, 'user') : undefined
  if (!into.ok || inner === undefined) return text
  const blocks = into.value.blocks.map((block) => (block.kind === 'user' ? { ...block, inner } : block))
  return printDocument({ ...into.value, blocks })
}

/** The same change, from what stands there now; the newer text stays in the journal. */
function overwriting(change: Change, bank: string): readonly Change[] {
  const now = (path: BankPath) => readNow(bank, path)
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return [change]
    case 'create':
    case 'edit': {
      const was = now(change.path)
      if (was === change.text) return []
      const text = was === undefined ? change.text : withUserBlockOf(was, change.path, change.text)
      return [
        was === undefined
          ? { kind: 'create', path: change.path, text: change.text }
          : { kind: 'edit', path: change.path, was, text },
      ]
    }
    case 'remove': {
      const was = now(change.path)
      return was === undefined ? [] : [{ kind: 'remove', path: change.path, was }]
    }
    case 'move': {
      const from = now(change.path)
      const there = now(change.to)
      const put: readonly Change[] =
        there === undefined
          ? [{ kind: 'create', path: change.to, text: change.text }]
          : there === change.text
            ? []
            : [{ kind: 'edit', path: change.to, was: there, text: change.text }]
      return from === undefined ? put : [...put, { kind: 'remove', path: change.path, was: from }]
    }
  }
}
