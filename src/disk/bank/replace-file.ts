/**
 * One file takes the place of another while an editor may still save into it.
 *
 * A file that makes way is held by a second name until its transaction is over: what an editor still saves into it is
 * found there, and the file gets its place back. A new file takes no name that somebody else took first.
 */

import { linkSync, lstatSync, mkdirSync, realpathSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { LIMITS } from '../../base/limits.ts'
import { cannotLink, codeOf, isMissing, isThere, removeIfThere, writeDurably } from '../disk.ts'
import { openRegular } from '../open-file.ts'
import { decodeText, encodeText } from '../text-codec.ts'

/** The neighbours of one change's file: its new text, and the file that makes way for it. */
export interface Neighbours {
  readonly staged: string
  readonly held: string
}

/** The staged neighbour takes the file's name; the file itself is held until the transaction is over. */
export function replaceFile(was: string, text: string, { staged, held }: Neighbours, target: string): boolean {
  stageAgain(staged, text, target)
  if (!letGo(was, held, target) || !hold(held, target)) return false
  if (isThere(held) && (textAt(held) !== was || !isSameFile(held, target))) {
    removeIfThere(held) // saved since we looked: it stands where it was saved
    return false
  }
  renameSync(staged, target)
  return isHeldAs(was, held) || giveBack(held, target)
}

/** Puts a new file in place; false where somebody took the name meanwhile: it is theirs. */
export function putNew(staged: string, text: string, target: string): boolean {
  stageAgain(staged, text, target)
  if (!linkNew(staged, target)) return false
  removeIfThere(staged)
  return true
}

/** Removes a file. It is renamed first and read then, so that what was saved in between comes back. */
export function takeAway(was: string, held: string, path: string): boolean {
  if (!letGo(was, held, path)) return false
  if (lstatSync(path).isSymbolicLink()) {
    unlinkSync(path)
    return true
  }
  renameSync(path, held)
  return isHeldAs(was, held) || giveBack(held, path)
}

/** False where the name is taken. Disks that cannot link rename, and have looked a moment before. */
function linkNew(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!cannotLink(error)) throw error
    renameSync(from, to)
    return true
  }
}

/** False where the file has gone meanwhile. Disks that cannot link hold nothing. */
function hold(held: string, target: string): boolean {
  try {
    linkSync(target, held)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (!cannotLink(error)) throw error
    return true
  }
}

function isHeldAs(was: string, held: string): boolean {
  return !isThere(held) || textAt(held) === was
}

/** Somebody still saved into the file that made way: it gets its place back, and ours does not stand there. */
function giveBack(held: string, target: string): false {
  renameSync(held, target)
  return false
}

/**
 * Removes the file that made way, since its transaction is over or begins again. False where somebody saved into it
 * since: then it gets its place back, or, where somebody saved into the new file too, both are left.
 */
export function letGo(was: string, held: string, target: string, text?: string): boolean {
  if (!isThere(held)) return true
  if (textAt(held) === was || isSameFile(held, target)) {
    removeIfThere(held)
    return true
  }
  const isOurs = !isThere(target) || (text !== undefined && textAt(target) === text)
  return isOurs && giveBack(held, target)
}

/** What stands there as a text; undefined where no file does, or one that can be none of ours. */
export function textAt(path: string): string | undefined {
  const opened = openRegular(path, { bytes: LIMITS.watchedBytes })
  if (opened.kind === 'refused' && opened.error !== undefined) throw opened.error
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}

/** A neighbour that a crash lost or cut short is written again from the journal. */
function stageAgain(staged: string, text: string, target: string): void {
  if (textAt(staged) === text) return
  removeIfThere(staged)
  mkdirSync(dirname(target), { recursive: true })
  writeDurably(staged, encodeText(text), modeOf(target))
}

/** A link inside the bank stays a link: the file it names is the one that changes. */
export function realTarget(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (isMissing(error)) return path
    throw error
  }
}

export function modeOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : stat.mode & 0o777
}
