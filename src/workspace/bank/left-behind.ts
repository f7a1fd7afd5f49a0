/** What commands of ours left in a place: interrupted transactions, locks of the dead, half-written files. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, removeIfThere } from '../disk.ts'
import type { BankPlace } from './apply-changes.ts'
import { Journal } from './journal.ts'
import { acquireLock, lockState } from './lock.ts'

export interface LeftBehind {
  /** Transactions that began and did not end. */
  readonly unfinished: readonly string[]
  readonly lock: 'free' | 'held' | 'stale'
  /** Files that a crash left half written: absolute paths. */
  readonly files: readonly string[]
}

/** Looks only. While somebody writes, what is under way is not left behind. */
export function findLeftBehind(place: BankPlace, bankFolder: string | undefined): LeftBehind {
  const lock = lockState(place.state)
  if (lock === 'held') return { unfinished: [], lock, files: [] }
  const unfinished = new Journal(place.state).unfinished().map((entry) => entry.id)
  const staged = bankFolder === undefined ? [] : filesBelow(bankFolder).filter((path) => STAGED.test(path))
  const own = filesBelow(place.state).filter((path) => /[\\/](?:lock\.[^\\/]+|journal[\\/][^\\/]+)\.tmp$/.test(path))
  // The files of a transaction that can still be settled belong to it.
  return { unfinished, lock, files: unfinished.length > 0 ? own : [...staged, ...own] }
}

/** Takes away the lock of a writer that died and files nobody will finish; call it after interrupted work is settled. */
export function clearLeftBehind(place: BankPlace, left: LeftBehind): void {
  if (left.lock === 'held') return
  if (left.lock === 'stale') {
    const lock = acquireLock(place.state, 0)
    if (lock.ok) lock.value.release()
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
