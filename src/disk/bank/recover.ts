/**
 * What interrupted commands left behind: transactions that began and did not end, locks of the dead, half-written files.
 * `recover` finishes or undoes the transactions and says which; the rest is found and cleared for `doctor`.
 */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Recovery } from '../../base/change.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { causeOf, isMissing, removeIfThere } from '../disk.ts'
import { moveInIndex } from '../git/git.ts'
import { Ledger } from '../state/ledger.ts'
import { takeSteps, takeStepsBack } from '../state/proposal-store.ts'
import { type BankPlace, isBank, Journal, type JournalEntry, type Stage, shortId } from './journal.ts'
import { acquireLock, lockState } from './lock.ts'
import { editedSince, inverse, performAll, rollBack, standingTexts, unstageAll } from './transaction.ts'
import { unmaskEntry } from './unmask-entry.ts'

/** A transaction takes milliseconds; who reads meanwhile waits for it, so as not to see half of it. */
const UNDER_WAY_MS = 3_000

/** Settles what is unfinished. If another process is at work, it is not unfinished but under way: it is waited for. */
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

/** Nobody else writes or answers meanwhile; interrupted work is settled first. */
export function alone<T>(place: BankPlace, step: () => Result<T>): Result<T> {
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
    // Entries are renamed into place whole, so this one was damaged from outside.
    if (entry === undefined) return fail({ code: 'journal-unreadable', path: journal.pathOf(id, stage) })
    try {
      recovered.push({ id: shortId(id), intent: entry.intent, ...settle(entry, stage, place, journal) })
    } catch (error) {
      return fail({ code: 'write-failed', path: place.bank, cause: causeOf(error), restored: false })
    }
  }
  return ok(recovered)
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
  const { entry: whole, unknown } = unmaskEntry(entry, () => standingTexts(entry, bank))
  const without = (side: 'was' | 'text') => unknown.flatMap((one) => (one.side === side ? [one.change] : []))
  const takeBack = (): Pick<Recovery, 'outcome' | 'left'> => {
    const left = rollBack(whole, bank, new Set(without('was')))
    moveInIndex(bank, inverse(whole).changes)
    // A file that was held is recognised by its true text, not by the masked one.
    unstageAll(whole, bank)
    takeStepsBack(entry.proposals, state)
    journal.drop(entry.id, 'rollback')
    return { outcome: 'undone', left }
  }
  if (stage === 'rollback') return takeBack()
  const isEdited = without('text').length > 0 || editedSince(whole, bank).length > 0
  // What a person edited since is theirs; without it the change would be there by half (S16).
  if (isEdited || performAll(whole, bank).length > 0) {
    journal.advance(entry.id, stage, 'rollback')
    return takeBack()
  }
  takeSteps(entry.proposals, state)
  moveInIndex(bank, whole.changes)
  if (isBank(place) && entry.intent !== 'resolve') new Ledger(place).wrote(whole.changes)
  journal.advance(entry.id, stage, 'done')
  return { outcome: 'finished', left: [] }
}

export interface LeftBehind {
  /** Transactions that began and did not end. */
  readonly unfinished: readonly string[]
  readonly lock: 'free' | 'held' | 'stale'
  /** Files that a crash left half written: absolute paths. */
  readonly files: readonly string[]
  /** Changes of the history whose names grew while the clock was behind them. */
  readonly grown: readonly string[]
}

/** Looks only. While somebody writes, what is under way is not left behind. */
export function findLeftBehind(place: BankPlace, bankFolder: string | undefined): LeftBehind {
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

/**
 * Removes the lock of a writer that died and files nobody will finish, and shortens names that grew; call it after
 * interrupted work is settled.
 */
export function clearLeftBehind(place: BankPlace, left: LeftBehind): void {
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

/** A neighbour that a transaction writes: see `temporary` in transaction.ts. */
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
