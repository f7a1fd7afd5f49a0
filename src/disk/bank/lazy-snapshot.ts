/**
 * A snapshot of the bank whose texts are read when they are first asked for; until then each file is known by its stamp.
 *
 * Equal stamps mean equal bytes, so what was derived from a file may be kept with its stamp. A file written so shortly
 * before the snapshot that a second write could leave the same stamp has none (git calls this a racy entry).
 * `isConsistent` tells whether every text read so far still had its stamp; if not, nothing derived from the texts may
 * be used.
 */

import { statSync } from 'node:fs'
import { Page } from '../../bank/page.ts'
import { type ReadableBank, type ReadableFile, readable } from '../../bank/snapshot.ts'
import type { BankPath } from '../../base/bank-path.ts'
import { LIMITS } from '../../base/limits.ts'
import { once } from '../../base/once.ts'
import { ok, type Result } from '../../base/result.ts'
import { causeOf, isSettled, stampOf } from '../disk.ts'
import { BANK_FILE, openInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'
import { BANK_TOO_LARGE, BankRoom, findBankFiles, type Progress, readBank } from './read-bank.ts'

export interface LazySnapshot {
  readonly bank: ReadableBank
  /** Of the files whose stamp can be relied on. */
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
  const room = new BankRoom()
  let isConsistent = true
  let reads = 0
  for (const path of paths) {
    // Both parts are normal paths already, and `join` would cost as much as the stat.
    const file = `${bank}/${path}`
    const seen = room.isUsedUp() ? { cause: BANK_TOO_LARGE } : look(bank, file, now)
    if ('cause' in seen) {
      unreadable.push({ path, cause: seen.cause })
      continue
    }
    room.take(seen.size)
    if (seen.isSettled) stamps.set(path, seen.stamp)
    files.set(path, {
      path,
      mtime: seen.mtime,
      readPage: once(() => {
        progress?.(reads, paths.length)
        reads += 1
        const text = readAs(bank, file, seen.stamp)
        if (text === undefined) isConsistent = false
        return new Page(path, text ?? '', seen.mtime)
      }),
    })
  }
  const { exists } = found.value
  return ok({ bank: { exists, files, others, folders, unreadable }, stamps, isConsistent: () => isConsistent })
}

/** Reads every text at once, which is slower but consistent whatever happens meanwhile. */
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

function look(bank: string, file: string, now: () => Date): Seen | { readonly cause: string } {
  try {
    const stat = statSync(file)
    // Only a large file can be too large or too long, and only then is it opened to tell.
    const opened = stat.size > LIMITS.fileLines ? openInside(bank, file, BANK_FILE) : undefined
    if (opened?.kind === 'refused') return { cause: opened.cause }
    const { size, mtimeMs } = stat
    return { stamp: stampOf(stat), mtime: Math.trunc(mtimeMs), size, isSettled: isSettled(stat, now().getTime()) }
  } catch (error) {
    return { cause: causeOf(error) }
  }
}

/** The text that goes with the stamp; undefined if the file is another by now. */
function readAs(bank: string, file: string, stamp: string): string | undefined {
  const opened = openInside(bank, file, BANK_FILE)
  return opened.kind === 'file' && stampOf(opened.stat) === stamp ? decodeText(opened.bytes) : undefined
}
