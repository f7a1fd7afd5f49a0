/**
 * Replaces a file while an editor may still save into it.
 *
 * The replaced file is held under a second name until the transaction ends. If an editor saves into it meanwhile, the
 * change is found there and the file moves back into place. A new file never replaces one that was created meanwhile,
 * except on a disk without hard links.
 */

import { linkSync, lstatSync, mkdirSync, realpathSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { LIMITS } from '../../base/limits.ts'
import { cannotLink, codeOf, isMissing, isThere, removeIfThere, writeDurably } from '../disk.ts'
import { openRegular } from '../open-file.ts'
import { decodeText, encodeText } from '../text-codec.ts'

/** The temporary files beside one changed file: its new text, and the held old file. */
export interface Neighbours {
  readonly staged: string
  readonly held: string
}

/** Puts the staged file in place and holds the old one. False if somebody saved into the old one meanwhile. */
export function replaceFile(was: string, text: string, { staged, held }: Neighbours, target: string): boolean {
  stageAgain(staged, text, target)
  if (!releaseHeld(was, held, target) || !holdFile(held, target)) return false
  if (isThere(held) && (textAt(held) !== was || !isSameFile(held, target))) {
    removeIfThere(held) // saved meanwhile: the saved file is already in place
    return false
  }
  renameSync(staged, target)
  return isUnsaved(was, held) || restoreHeld(held, target)
}

/** Puts a new file in place. False if the name was taken meanwhile. */
export function putNewFile(staged: string, text: string, target: string): boolean {
  stageAgain(staged, text, target)
  if (!linkNew(staged, target)) return false
  removeIfThere(staged)
  return true
}

/** Removes a file. Renames it before reading it, so that a save in between can be restored. */
export function removeFile(was: string, held: string, path: string): boolean {
  if (!releaseHeld(was, held, path)) return false
  if (lstatSync(path).isSymbolicLink()) {
    unlinkSync(path)
    return true
  }
  renameSync(path, held)
  return isUnsaved(was, held) || restoreHeld(held, path)
}

/** False if the name is taken. Without hard links, renames the file: its name was free a moment before. */
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

/** False if the file was removed meanwhile. Without hard links, nothing is held. */
function holdFile(held: string, target: string): boolean {
  try {
    linkSync(target, held)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (!cannotLink(error)) throw error
    return true
  }
}

function isUnsaved(was: string, held: string): boolean {
  return !isThere(held) || textAt(held) === was
}

/** Moves the held file back into place, because an editor saved into it. */
function restoreHeld(held: string, target: string): false {
  renameSync(held, target)
  return false
}

/**
 * Removes the held file when its transaction ends or restarts. False if somebody saved into the held file: it moves
 * back into place, or stays where it is if somebody also saved into the new file.
 */
export function releaseHeld(was: string, held: string, target: string, text?: string): boolean {
  if (!isThere(held)) return true
  if (textAt(held) === was || isSameFile(held, target)) {
    removeIfThere(held)
    return true
  }
  const isOurs = !isThere(target) || (text !== undefined && textAt(target) === text)
  return isOurs && restoreHeld(held, target)
}

/** The text of a file; undefined if it is missing, too large or not a regular file. */
export function textAt(path: string): string | undefined {
  const opened = openRegular(path, { bytes: LIMITS.watchedBytes })
  if (opened.kind === 'refused' && opened.error !== undefined) throw opened.error
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}

/** Writes a staged file again from the journal, if a crash lost it or cut it short. */
function stageAgain(staged: string, text: string, target: string): void {
  if (textAt(staged) === text) return
  removeIfThere(staged)
  mkdirSync(dirname(target), { recursive: true })
  writeDurably(staged, encodeText(text), modeOf(target))
}

/** A link inside the bank stays a link: its target is the file that changes. */
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
