/**
 * Cleans up after interrupted commands. `recover` finishes or undoes their transactions and reports which. `doctor`
 * finds and removes the rest: stale locks and half-written files.
 */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Recovery } from '../../base/change.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { causeOf, isMissing, removeIfThere } from '../disk.ts'
import { moveInIndex } from '../git/git.ts'
import { Ledger } from '../state/ledger.ts'
import { applySteps, revertSteps } from '../state/proposal-store.ts'
import { type BankPlace, isBank, Journal, type JournalEntry, type Stage, shortId } from './journal.ts'
import { acquireLock, lockState } from './lock.ts'
import { editedSince, inverse, performAll, rollBack, textsInPlace, unstageAll } from './transaction.ts'
import { unmaskEntry } from './unmask-entry.ts'

/** How long a reader waits for another process's transaction, which usually takes milliseconds. */
const UNDER_WAY_MS = 3_000

/** Settles unfinished transactions. If another process is at work, waits for it. */
export function recover(place: BankPlace): Result<readonly Recovery[]> {
  const journal = new Journal(place.state)
  try {
    if (journal.unfinished().length === 0) return ok([])
  } catch (error) {
    return fail({ code: 'state-unavailable', path: place.state, cause: causeOf(error) })
  }
  const lock = acquireLock(place.state, UNDER_WAY_MS)
  if (!lock.ok) return lock.problem.code === 'locked' ? ok([]) : lock
  try {
    return recoverUnderLock(place, journal)
  } finally {
    lock.value.release()
  }
}

/** Runs a step under the bank's lock, after interrupted work is settled. */
export function withBankLock<T>(place: BankPlace, step: () => Result<T>): Result<T> {
  const lock = acquireLock(place.state)
  if (!lock.ok) return lock
  try {
    const recovered = recoverUnderLock(place, new Journal(place.state))
    return recovered.ok ? step() : recovered
  } finally {
    lock.value.release()
  }
}

export function recoverUnderLock(place: BankPlace, journal: Journal): Result<readonly Recovery[]> {
  const recovered: Recovery[] = []
  let unfinished: readonly { readonly id: string; readonly stage: Stage; readonly entry: JournalEntry | undefined }[]
  try {
    unfinished = journal.unfinished().map(({ id, stage }) => ({ id, stage, entry: journal.read(id, stage) }))
  } catch (error) {
    return fail({ code: 'state-unavailable', path: place.state, cause: causeOf(error) })
  }
  for (const { id, stage, entry } of unfinished) {
    // Entries are renamed into place whole, so something else damaged this one.
    if (entry === undefined) return fail({ code: 'journal-unreadable', path: journal.pathOf(id, stage) })
    try {
      recovered.push({ id: shortId(id), intent: entry.intent, ...settle(entry, stage, place, journal) })
    } catch (error) {
      return fail({ code: 'write-failed', path: place.bank, cause: causeOf(error), restored: false })
    }
  }
  return ok(recovered)
}

/** A damaged entry can neither be finished nor undone, and no change can begin before it is out of the way. */
export function setDamagedAside({ state }: BankPlace): readonly string[] {
  const lock = acquireLock(state, 0)
  if (!lock.ok) return []
  try {
    return new Journal(state).setDamagedAside()
  } finally {
    lock.value.release()
  }
}

function settle(
  entry: JournalEntry,
  stage: Stage,
  place: BankPlace,
  journal: Journal,
): Pick<Recovery, 'outcome' | 'left'> {
  const { bank, state } = place
  if (stage === 'done') return { outcome: 'finished', left: [] }
  if (stage === 'prepare') {
    unstageAll(entry, bank)
    journal.drop(entry.id, stage)
    return { outcome: 'undone', left: [] }
  }
  const { entry: whole, unknown } = unmaskEntry(entry, () => textsInPlace(entry, bank))
  const without = (side: 'was' | 'text') => unknown.flatMap((one) => (one.side === side ? [one.change] : []))
  const takeBack = (): Pick<Recovery, 'outcome' | 'left'> => {
    const left = rollBack(whole, bank, new Set(without('was')))
    moveInIndex(bank, inverse(whole).changes)
    // A held file is recognised by its unmasked text.
    unstageAll(whole, bank)
    revertSteps(entry.proposals, state)
    journal.drop(entry.id, 'rollback')
    return { outcome: 'undone', left }
  }
  if (stage === 'rollback') return takeBack()
  const isEdited = without('text').length > 0 || editedSince(whole, bank).length > 0
  // Keep an edit that a person made since, and undo the change: it is never applied only in part (S16).
  if (isEdited || performAll(whole, bank).length > 0) {
    journal.advance(entry.id, stage, 'rollback')
    return takeBack()
  }
  applySteps(entry.proposals, state)
  moveInIndex(bank, whole.changes)
  if (isBank(place) && entry.intent !== 'resolve') new Ledger(place).recordChanges(whole.changes)
  journal.advance(entry.id, stage, 'done')
  return { outcome: 'finished', left: [] }
}

export interface Leftovers {
  /** Transactions that began and did not end. */
  readonly unfinished: readonly string[]
  readonly lock: 'free' | 'held' | 'stale'
  /** Absolute paths of half-written files that a crash left. */
  readonly files: readonly string[]
  /** Finished transactions to which an older version gave long file names. */
  readonly grown: readonly string[]
}

/** Changes nothing. While a writer holds the lock, its files are not leftovers. */
export function findLeftovers(place: BankPlace, bankFolder: string | undefined): Leftovers {
  const lock = lockState(place.state)
  if (lock === 'held') return { unfinished: [], lock, files: [], grown: [] }
  const journal = new Journal(place.state)
  const unfinished = journal.unfinished().map((entry) => shortId(entry.id))
  const staged = bankFolder === undefined ? [] : filesBelow(bankFolder).filter((path) => STAGED.test(path))
  const own = filesBelow(place.state).filter((path) =>
    /[\\/](?:lock\.[^\\/]+|(?:journal|proposals)[\\/][^\\/]+)\.tmp$/.test(path),
  )
  // The files of a transaction that can still be settled belong to it.
  return { unfinished, lock, files: unfinished.length > 0 ? own : [...staged, ...own], grown: journal.grown() }
}

/** Removes stale locks and half-written files, and shortens long file names. Call it after `recover`. */
export function clearLeftovers(place: BankPlace, left: Leftovers): void {
  if (left.lock === 'held') return
  if (left.lock === 'stale' || left.grown.length > 0) {
    const lock = acquireLock(place.state, 0)
    if (lock.ok) {
      new Journal(place.state).shortenNames()
      lock.value.release()
    }
  }
  for (const path of left.files) removeIfThere(path)
}

export function bytesBelow(folder: string): number {
  return filesBelow(folder).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
}

/** A temporary file of a transaction: see `temporary` in transaction.ts. */
const STAGED = /[\\/]\.[^\\/]+\.\d{8}-\d{9}-[0-9a-z]+(?:\.back)?\.\d+\.tmp$/

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
