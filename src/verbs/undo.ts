/** Takes a journalled change back, and tells what the journal has. */

import { problemOf } from '../bank/bank-state.ts'
import { printBlocks } from '../bank/blocks.ts'
import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Applied, Change, ConflictChoice, Intent, Plan, Recovery } from '../base/change.ts'
import { isOpen, type ProposalStep } from '../base/proposal-status.ts'
import type { ProvenanceRecord } from '../base/provenance-record.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { accept } from '../consent/accept.ts'
import { Journal, type JournalEntry, takenBackBy, undoable } from '../disk/bank/journal.ts'
import { pathsOf, readNow } from '../disk/bank/preconditions.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { recover } from '../disk/bank/recover.ts'
import { inverse } from '../disk/bank/transaction.ts'
import { type UnmaskedEntry, unmaskEntry } from '../disk/bank/unmask-entry.ts'
import { committedText } from '../disk/git/git.ts'
import { unstageMerged } from '../disk/git/unmerged.ts'
import { standingOf } from '../disk/state/proposal-store.ts'
import type { Workspace } from '../disk/workspace.ts'
import { openBank } from './open-bank.ts'
import { tooOld } from './too-old.ts'

export interface PastChange {
  readonly id: string
  readonly at: string
  readonly intent: Intent
  readonly undoes: string | undefined
  readonly undoneBy: string | undefined
  readonly changes: readonly Change[]
  /** Where the entries come from that it wrote. */
  readonly provenance: readonly ProvenanceRecord[]
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
  const read = readHistory(workspace)
  if (!read.ok) return read
  const { entries, recovered } = read.value
  const takenBack = takenBackBy(entries)
  return ok({ past: entries.map((entry) => pastChange(entry, takenBack(entry.id))), recovered })
}

/** The plan that takes back the newest change not yet taken back, or the one named. */
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
  // Only a merge of ours may be taken back while another one is unfinished.
  if (opened.ok && opened.value.state.kind === 'unmerged' && entry.value?.intent !== 'resolve')
    return fail(problemOf(opened.value.state))
  if (entry.value === undefined) return fail({ code: 'nothing-to-undo' })
  const back = takeBack(entry.value, workspace, onConflict)
  if (!back.ok) return back
  const { changes, removesBank } = back.value
  const of = pastChange(entry.value, takenBackBy(entries)(entry.value.id))
  const proposals = stepsBack(entry.value, workspace)
  return ok({ plan: { intent: 'undo', changes, reasons: [], notes: [], proposals }, of, removesBank, recovered })
}

/** What the change accepted is open again, for a person; undoing that undo accepts it again. */
function stepsBack({ proposals = [] }: JournalEntry, { place }: Workspace): readonly ProposalStep[] {
  return proposals.flatMap(({ id, to }): readonly ProposalStep[] => {
    const now = standingOf(id, place.state)
    if (now === undefined) return []
    const { hash, status: from } = now
    if (to === 'accepted') return from === to ? [{ id, hash, from, to: 'skipped' }] : []
    return isOpen(from) ? [{ id, hash, from, to: 'accepted' }] : []
  })
}

/** The change whose id this is, or begins or ends with it; ids begin with their time and end with four letters of their own. */
export function changeNamed<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  name: string,
): Result<Entry> {
  const exact = entries.find(({ id }) => id === name)
  const near =
    exact === undefined ? entries.filter(({ id }) => id.startsWith(name) || id.endsWith(`-${name}`)) : [exact]
  const [first, second] = near
  if (first === undefined) return fail({ code: 'undo-unknown', id: name })
  return second === undefined ? ok(first) : fail({ code: 'name-ambiguous', name, matches: near.map(({ id }) => id) })
}

function readHistory(
  workspace: Workspace,
): Result<{ readonly entries: readonly JournalEntry[]; readonly recovered: readonly Recovery[] }> {
  const recovered = recover(workspace.place)
  if (!recovered.ok) return recovered
  const journal = new Journal(workspace.place.state)
  const entries = journal.finished().flatMap((id) => journal.read(id, 'done') ?? [])
  return ok({ entries, recovered: recovered.value })
}

/** Without a choice, a person decides about files that changed since and about values that are nowhere any more. */
function takeBack(
  entry: JournalEntry,
  workspace: Workspace,
  onConflict: ConflictChoice | undefined,
): Result<{ readonly changes: readonly Change[]; readonly removesBank: boolean }> {
  const { bank } = workspace.place
  const isDecided = onConflict === 'keep' || onConflict === 'overwrite'
  const { entry: whole, unknown } = unmaskEntry(entry, () => textsFor(entry, bank))
  const { changes: planned, removesBank = false } = inverse(whole)
  const masked = pathsWithMaskedText(whole, unknown)
  // What a refused command wrote may be reclaimed without the secret in it (S34).
  if (masked.size > 0 && entry.intent !== 'restore' && !isDecided)
    return fail({ code: 'undo-secret', id: entry.id, paths: [...masked] })
  const known = onConflict === 'keep' ? planned.filter((change) => !masked.has(change.path)) : planned
  const back = known.map((change) => keepingUserBlock(change, bank))
  const stale = back.flatMap((change) => (stillAsLeft(change, bank) ? [] : [change.path]))
  if (stale.length > 0 && !isDecided) return fail({ code: 'undo-stale', id: entry.id, paths: stale })
  const changes = back.flatMap((change) => {
    if (!stale.includes(change.path)) return [change]
    return onConflict === 'overwrite' ? overwriting(change, bank) : []
  })
  return ok({ changes, removesBank })
}

/** `hash`: of the plan that was shown, where it was made again since. */
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

/** Where a masked value may still be: in the bank as it is, and in what git has of these files. */
function textsFor(entry: JournalEntry, bank: string): readonly string[] {
  const snapshot = readBank(bank)
  const standing = snapshot.ok ? [...snapshot.value.files.values()].map((file) => file.text) : []
  const paths = new Set(entry.changes.flatMap(pathsOf))
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

function pastChange(entry: JournalEntry, undoneBy: string | undefined): PastChange {
  const { id, at, intent, undoes, changes, provenance = [] } = entry
  return { id, at, intent, undoes, undoneBy, changes, provenance }
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

/** What a person has written into the user block since is theirs: it stays, and is no conflict (S2). */
function keepingUserBlock(change: Change, bank: string): Change {
  if (change.kind !== 'edit') return change
  const now = readNow(bank, change.path)
  if (now === undefined || now === change.was || withUserBlockOf(now, change.path, change.was) !== now) return change
  return { ...change, was: now, text: withUserBlockOf(now, change.path, change.text) }
}

/** The text with the user block that `owner` has. */
function withUserBlockOf(owner: string, path: BankPath, text: string): string {
  const inner = pageOf(owner, path).user?.text
  const into = pageOf(text, path).parsed
  if (!into.ok || inner === undefined) return text
  return printBlocks(into.value.map((block) => (block.kind === 'user' ? { ...block, inner } : block)))
}

/** The same change, from what stands there now; the newer text stays in the journal. */
function overwriting(change: Change, bank: string): readonly Change[] {
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return [change]
    case 'create':
    case 'edit': {
      const now = readNow(bank, change.path)
      const text = now === undefined ? change.text : withUserBlockOf(now, change.path, change.text)
      return putting(change.path, now, text)
    }
    case 'remove':
      return removing(change.path, bank)
    case 'move':
      return [...putting(change.to, readNow(bank, change.to), change.text), ...removing(change.path, bank)]
  }
}

function putting(path: BankPath, was: string | undefined, text: string): readonly Change[] {
  if (was === undefined) return [{ kind: 'create', path, text }]
  return was === text ? [] : [{ kind: 'edit', path, was, text }]
}

function removing(path: BankPath, bank: string): readonly Change[] {
  const was = readNow(bank, path)
  return was === undefined ? [] : [{ kind: 'remove', path, was }]
}
