/** Whether the bank is still as the plan found it. */

import { accessSync, constants, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { type BankPath, baseName, directoryOf, knownPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import type { Problem } from '../../base/problem.ts'
import { causeOf, isFolder, isThere, leadsNowhere, namesIn } from '../disk.ts'
import { namesElsewhere } from '../git/names-elsewhere.ts'
import { readNow } from './read-now.ts'

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

/** Whether the path is a link: a write would change another file. */
export function isLink(bank: string, path: BankPath): boolean {
  try {
    return lstatSync(join(bank, path)).isSymbolicLink()
  } catch (error) {
    if (leadsNowhere(error)) return false
    throw error
  }
}

/**
 * Finds a new requirement whose number is already used in its folder: here, on another branch or in another worktree.
 * The file names differ, so comparing paths is not enough.
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

/** Whether the change makes a requirement with a number. */
export function isNumbered({ kind, path }: Change): boolean {
  return kind === 'create' && NUMBERED.test(baseName(path))
}

const NUMBERED = /^REQ-\d+(?!\d)/

/** The missing folders that the changes need, parents first. `''` is the bank's folder. */
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

/** The path of a change's file before and after. */
export function pathsOf(change: Change): readonly BankPath[] {
  return change.kind === 'move' ? [change.path, change.to] : [change.path]
}

function staleness(change: Change, bank: string): Problem | undefined {
  return contentProblem(change, bank) ?? pathsOf(change).flatMap((path) => leadsOut(bank, path) ?? [])[0]
}

function contentProblem(change: Change, bank: string): Problem | undefined {
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return isFile(join(bank, change.path)) ? { code: 'folder-expected', path: change.path } : undefined
    case 'create':
      return takenPath(change.path, bank)
    case 'edit':
    case 'remove':
      return staleText(change.path, change.was, bank)
    case 'move':
      return staleText(change.path, change.was, bank) ?? takenPath(change.to, bank)
  }
}

function isFile(path: string): boolean {
  return isThere(path) && !isFolder(path)
}

function staleText(path: BankPath, was: string, bank: string): Problem | undefined {
  try {
    if (readNow(bank, path) !== was) return { code: 'stale-file', path }
    accessSync(join(bank, path), constants.W_OK)
    return undefined
  } catch (error) {
    return leadsOut(bank, path) ?? { code: 'write-failed', path, cause: causeOf(error), restored: true }
  }
}

function takenPath(path: BankPath, bank: string): Problem | undefined {
  if (isThere(join(bank, path))) {
    // A plan that creates this path did not see the link, because it leads out of the bank or to nothing.
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
  if (!isThere(place)) return undefined // the bank's folder does not exist yet
  const real = realpathSync.native(place)
  const within = bank.endsWith(sep) ? bank : bank + sep // the root of a disk ends with a separator
  return real === bank || real.startsWith(within) ? undefined : { code: 'outside-bank', path }
}
