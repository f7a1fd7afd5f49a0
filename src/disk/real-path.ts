/** Paths as the system resolves them: links followed, and letter case as the disk treats it. */

import { readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { isMissing, leadsNowhere } from './disk.ts'

/** A longer chain of links counts as a loop. */
const MOST_LINKS = 40

/** Resolves the part of a path that exists and keeps the rest as written. Also follows a dangling link. */
export function realPath(path: string, links = 0): string {
  const rest: string[] = []
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), ...rest)
    } catch (error) {
      if (!isMissing(error) || at === dirname(at)) return resolve(path)
    }
    const target = links < MOST_LINKS ? linkTarget(at) : undefined
    if (target !== undefined)
      return realPath(join(resolve(realPath(dirname(at), links + 1), target), ...rest), links + 1)
    rest.unshift(basename(at))
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined // not a link
  }
}

export function isInside(path: string, folder: string, blind = false): boolean {
  const inner = foldCase(path, blind)
  const outer = foldCase(folder, blind)
  return inner === outer || inner.startsWith(outer + sep)
}

export function foldCase(path: string, blind: boolean): string {
  return blind ? path.toLowerCase() : path
}

/** Whether `memory-bank` and `MEMORY-BANK` are the same folder on this disk. */
export function isCaseBlind(bank: string): boolean {
  const here = statIfThere(bank)
  const other = statIfThere(join(dirname(bank), basename(bank).toUpperCase()))
  return here !== undefined && other !== undefined && here.ino === other.ino && here.dev === other.dev
}

/** The path with all links resolved; undefined if it leads nowhere or may not be examined. */
export function realIfThere(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** The stat of a file, links followed; undefined if there is none. */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (leadsNowhere(error)) return undefined
    throw error
  }
}
