/**
 * A snapshot of the bank that reads each text on first use. Until then a file is known by its stamp.
 *
 * Equal stamps mean equal bytes, so results may be cached by stamp. A file written just before the snapshot has no
 * stamp: a second write could leave the same one. Git calls this a racy entry. `isConsistent` tells whether every text
 * read so far still had its stamp. If not, do not use anything derived from the texts.
 */

import { statSync } from 'node:fs'
import { Page } from '../../bank/page.ts'
import { type ReadableBank, type ReadableFile, readable } from '../../bank/snapshot.ts'
import type { BankPath } from '../../base/bank-path.ts'
import { LIMITS } from '../../base/limits.ts'
import { once } from '../../base/once.ts'
import { ok, type Result } from '../../base/result.ts'
import { causeOf, isSettled, stampOf } from '../disk.ts'
import { BANK_FILE, openRegular } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'
import { findBankFiles } from './list-bank.ts'
import { BANK_TOO_LARGE, type Progress, ReadBudget, readBank } from './read-bank.ts'

export interface LazySnapshot {
  readonly bank: ReadableBank
  /** Only files whose stamp is reliable. */
  readonly stamps: ReadonlyMap<BankPath, string>
  isConsistent(): boolean
}

export function takeLazySnapshot(bank: string, now: () => Date, progress?: Progress): Result<LazySnapshot> {
  const found = findBankFiles(bank)
  if (!found.ok) return found
  const { files: paths, others, folders } = found.value
  const files = new Map<BankPath, ReadableFile>()
  const stamps = new Map<BankPath, string>()
  const unreadable = [...found.value.unreadable]
  const budget = new ReadBudget()
  let isConsistent = true
  let reads = 0
  for (const path of paths) {
    // Both parts are normalised already, and `join` would cost as much as the stat.
    const file = `${bank}/${path}`
    const seen = budget.isExhausted() ? { cause: BANK_TOO_LARGE } : look(file, now)
    if ('cause' in seen) {
      unreadable.push({ path, cause: seen.cause })
      continue
    }
    budget.take(seen.size)
    if (seen.isSettled) stamps.set(path, seen.stamp)
    files.set(path, {
      path,
      mtime: seen.mtime,
      readPage: once(() => {
        progress?.(reads, paths.length)
        reads += 1
        const text = readAs(file, seen.stamp)
        if (text === undefined) isConsistent = false
        return new Page(path, text ?? '', seen.mtime)
      }),
    })
  }
  const { exists } = found.value
  return ok({ bank: { exists, files, others, folders, unreadable }, stamps, isConsistent: () => isConsistent })
}

/** Reads every text at once: slower, but consistent whatever happens meanwhile. */
export function readWholeSnapshot(bank: string, progress?: Progress): Result<LazySnapshot> {
  const snapshot = readBank(bank, progress)
  return snapshot.ok ? ok({ bank: readable(snapshot.value), stamps: new Map(), isConsistent: () => true }) : snapshot
}

interface Seen {
  readonly stamp: string
  readonly mtime: number
  readonly size: number
  readonly isSettled: boolean
}

function look(file: string, now: () => Date): Seen | { readonly cause: string } {
  try {
    const stat = statSync(file)
    // Only a large file can be over the limits, so only a large one is opened to check.
    const opened = stat.size > LIMITS.fileLines ? openRegular(file, BANK_FILE) : undefined
    if (opened?.kind === 'refused') return { cause: opened.cause }
    const { size, mtimeMs } = stat
    return { stamp: stampOf(stat), mtime: Math.trunc(mtimeMs), size, isSettled: isSettled(stat, now().getTime()) }
  } catch (error) {
    return { cause: causeOf(error) }
  }
}

/** The text with this stamp; undefined if the file has changed. `findBankFiles` has checked that it is in the bank. */
function readAs(file: string, stamp: string): string | undefined {
  const opened = openRegular(file, BANK_FILE)
  return opened.kind === 'file' && stampOf(opened.stat) === stamp ? decodeText(opened.bytes) : undefined
}
