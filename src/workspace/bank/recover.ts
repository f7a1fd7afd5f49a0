/** Finish or undo what an interrupted command left behind, and say which. */

import type { Recovery } from '../../core/change.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import { causeOf } from '../disk.ts'
import type { AfterMoves, BankPlace } from './apply-changes.ts'
import { Journal, type JournalEntry, type Stage } from './journal.ts'
import { acquireLock } from './lock.ts'
import { unmaskEntry } from './masked-entry.ts'
import { inverse, performAll, standingTexts, unstageAll } from './transaction.ts'

/** A transaction takes milliseconds; who reads meanwhile waits for it, so as not to see half of it. */
const UNDER_WAY_MS = 3_000

/** Settle what is unfinished. If another process is at work, it is not unfinished but under way: it is waited for. */
export function recover(place: BankPlace, afterMoves: AfterMoves): Result<readonly Recovery[]> {
  const journal = new Journal(place.state)
  try {
    if (journal.unfinished().length === 0) return ok([])
  } catch (error) {
    return fail({ code: 'state-unavailable', path: place.state, cause: causeOf(error) })
  }
  const lock = acquireLock(place.state, UNDER_WAY_MS)
  if (!lock.ok) return lock.problem.code === 'locked' ? ok([]) : lock
  try {
    return recoverUnderLock(place, journal, afterMoves)
  } finally {
    lock.value.release()
  }
}

export function recoverUnderLock(
  place: BankPlace,
  journal: Journal,
  afterMoves: AfterMoves,
): Result<readonly Recovery[]> {
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
      const settled = settle(stage)
      recovered.push({ id, intent: entry.intent, outcome: settled.outcome, left: settled.left })
    } catch (error) {
      return fail({ code: 'write-failed', path: place.bank, cause: causeOf(error), restored: false })
    }

    function settle(at: Stage): Pick<Recovery, 'outcome' | 'left'> {
      if (entry === undefined || at === 'done') return { outcome: 'finished', left: [] }
      if (at === 'prepare') {
        unstageAll(entry, place.bank)
        journal.drop(id, at)
        return { outcome: 'undone', left: [] }
      }
      const { entry: whole, unknown } = unmaskEntry(entry, () => standingTexts(entry, place.bank))
      const without = (side: 'was' | 'text') => unknown.flatMap((one) => (one.side === side ? [one.change] : []))
      if (at === 'rollback') {
        const last = entry.changes.length - 1
        const left = performAll(inverse(whole), place.bank, new Set(without('was').map((index) => last - index)))
        // What was held is known by its true text, not by the masked one.
        unstageAll(whole, place.bank)
        journal.drop(id, at)
        return { outcome: 'undone', left }
      }
      const left = performAll(whole, place.bank, new Set(without('text')))
      afterMoves(whole.changes)
      journal.advance(id, at, 'done')
      return { outcome: 'finished', left }
    }
  }
  return ok(recovered)
}
