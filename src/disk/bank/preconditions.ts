/** Whether the bank still stands as the plan found it. */

import { accessSync, constants, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { type BankPath, baseName, directoryOf, knownPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import type { Problem } from '../../base/problem.ts'
import { causeOf, isFolder, isThere, leadsNowhere, namesIn } from '../disk.ts'
import { namesElsewhere } from '../git/names-elsewhere.ts'
import { BANK_FILE, type Bounds, openInside, textInside, WATCHED } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

export function firstStale(changes: readonly Change[], bank: string): Problem | undefined {
  for (const change of changes) {
    try {
      const problem = staleness(change, bank)
      if (problem !== undefined) return problem
    } catch (error) {
      return { code: 'write-failed', path: change.path, cause: causeOf(error), restored: true }
    }
  }
  return undefined
}

/** Whether a link stands there: what is written to it would go to another file. */
export function isLink(bank: string, path: BankPath): boolean {
  try {
    return lstatSync(join(bank, path)).isSymbolicLink()
  } catch (error) {
    if (leadsNowhere(error)) return false
    throw error
  }
}

/**
 * A new requirement whose number a file of its folder has taken meanwhile, here, on another branch or in another worktree:
 * their names differ, so neither path tells.
 */
export function takenNumber(changes: readonly Change[], bank: string): Problem | undefined {
  const taken = changes.filter(isNumbered).find(({ path }) => {
    const number = NUMBERED.exec(baseName(path))?.[0]
    const folder = directoryOf(path)
    return [...namesIn(join(bank, folder)), ...namesElsewhere(bank, folder)].some(
      (name) => NUMBERED.exec(name)?.[0] === number,
    )
  })
  return taken === undefined ? undefined : { code: 'path-taken', path: taken.path }
}

/** Whether it makes a requirement with a number of its own. */
export function isNumbered({ kind, path }: Change): boolean {
  return kind === 'create' && NUMBERED.test(baseName(path))
}

const NUMBERED = /^REQ-\d+(?!\d)/

/** The folders that the changes need and that are not there, parents first; `''` is the bank's own. */
export function foldersToMake(changes: readonly Change[], bank: string): readonly string[] {
  const wanted = new Set<string>()
  const want = (folder: string) => {
    if (folder !== '') want(directoryOf(folder))
    if (!isFolder(join(bank, folder))) wanted.add(folder)
  }
  for (const change of changes) {
    if (change.kind === 'make-folder') want(change.path)
    else if (change.kind === 'move') want(directoryOf(change.to))
    else if (change.kind === 'create') want(directoryOf(change.path))
  }
  return [...wanted].sort()
}

/** Where a change's file stands, and where it will. */
export function pathsOf(change: Change): readonly BankPath[] {
  return change.kind === 'move' ? [change.path, change.to] : [change.path]
}

/**
 * The text of a file of the bank as it is now; undefined where there is none. One that may not be opened is an error.
 * What a program made of a page may be larger than any page, and must be put back all the same.
 */
export function readNow(bank: string, path: BankPath, bounds: Bounds = WATCHED): string | undefined {
  const opened = openInside(bank, join(bank, path), bounds)
  // As the disk says it: what stands there cannot be read, and that is no bug.
  if (opened.kind === 'refused') throw Object.assign(new Error(opened.cause), { syscall: 'open', path })
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

/** The same of a page, for those who go on without it: a file that is no page says nothing. */
export function pageNow(bank: string, path: BankPath): string | undefined {
  return textInside(bank, join(bank, path), BANK_FILE)
}

function staleness(change: Change, bank: string): Problem | undefined {
  return whatStands(change, bank) ?? pathsOf(change).flatMap((path) => leadsOut(bank, path) ?? [])[0]
}

function whatStands(change: Change, bank: string): Problem | undefined {
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return isFile(join(bank, change.path)) ? { code: 'folder-expected', path: change.path } : undefined
    case 'create':
      return notFree(change.path, bank)
    case 'edit':
    case 'remove':
      return reads(change.path, change.was, bank)
    case 'move':
      return reads(change.path, change.was, bank) ?? notFree(change.to, bank)
  }
}

function isFile(path: string): boolean {
  return isThere(path) && !isFolder(path)
}

function reads(path: BankPath, was: string, bank: string): Problem | undefined {
  try {
    if (readNow(bank, path) !== was) return { code: 'stale-file', path }
    accessSync(join(bank, path), constants.W_OK)
    return undefined
  } catch (error) {
    return leadsOut(bank, path) ?? { code: 'write-failed', path, cause: causeOf(error), restored: true }
  }
}

function notFree(path: BankPath, bank: string): Problem | undefined {
  if (isThere(join(bank, path))) {
    // A link that leads out or nowhere is no file of the bank: no plan knows of it, and none ever will.
    return lstatSync(join(bank, path)).isSymbolicLink() ? { code: 'outside-bank', path } : { code: 'path-taken', path }
  }
  for (let folder = directoryOf(path); folder !== ''; folder = directoryOf(folder)) {
    if (isFile(join(bank, folder))) return { code: 'folder-expected', path: knownPath(folder) }
  }
  return undefined
}

/** A link may point elsewhere within the bank, never out of it. */
function leadsOut(bank: string, path: BankPath): Problem | undefined {
  let place = join(bank, path)
  while (!isThere(place) && place.length > bank.length) place = dirname(place)
  if (!isThere(place)) return undefined // the bank itself is still to be made
  const real = realpathSync.native(place)
  const within = bank.endsWith(sep) ? bank : bank + sep // the root of a disk ends with one
  return real === bank || real.startsWith(within) ? undefined : { code: 'outside-bank', path }
}
