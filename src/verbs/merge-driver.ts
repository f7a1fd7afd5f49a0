/**
 * The git merge driver for one file.
 *
 * If the merge engine fails, git's own line merge is used. If that fails too, the file is unchanged and git reports a
 * failure. It needs no project, state or lock.
 */

import { bankPath, knownPath } from '../base/bank-path.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { type DriverFiles, mergeByGit, readSides, writeResult } from '../disk/git/driver.ts'
import { mergeFile } from '../merge/merge-file.ts'

export type Driven = 'merged' | 'conflict' | 'failed'

/** Merging a larger file by entries would take minutes. */
const MOST_CHARACTERS = 4_000_000

/** Arguments `%O %A %B %L %P` of git. */
export function driveMerge([base, ours, theirs, size, path = '']: readonly string[]): Driven {
  if (base === undefined || ours === undefined || theirs === undefined) return 'failed'
  const markerSize = Number(size)
  const files: DriverFiles = {
    base,
    ours,
    theirs,
    markerSize: Number.isInteger(markerSize) && markerSize > 0 && markerSize < 200 ? markerSize : 7,
  }
  return byEngine(files, path) ?? byGit(files)
}

/** Undefined if the engine cannot merge the file. */
function byEngine(files: DriverFiles, path: string): Driven | undefined {
  try {
    const sides = readSides(files)
    const texts = [sides.base, sides.ours, sides.theirs]
    if (texts.some((text) => text.length > MOST_CHARACTERS || text.includes('\0'))) return undefined
    const labels = { ours: 'ours', theirs: 'theirs' }
    const { markerSize } = files
    const merged = mergeFile({ ...sides, base: sides.base, path: inBank(path), markerSize, labels })
    writeResult(files, merged.text)
    return merged.conflicts.length === 0 ? 'merged' : 'conflict'
  } catch {
    return undefined // fall back to git's merge
  }
}

function byGit(files: DriverFiles): Driven {
  const conflicts = mergeByGit(files)
  return conflicts === undefined ? 'failed' : conflicts === 0 ? 'merged' : 'conflict'
}

/** Git's path starts at the top of the repository. The bank may be in any folder below it. */
function inBank(path: string): ReturnType<typeof knownPath> {
  const at = `/${path}`.lastIndexOf(`/${BANK_FOLDER}/`)
  return bankPath(at === -1 ? path : path.slice(at + BANK_FOLDER.length + 1)) ?? knownPath('unnamed.md')
}
