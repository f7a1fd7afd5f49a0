/**
 * What git's merge driver does with one file: the engine's merge, written where git reads the result.
 *
 * Whatever happens to us, nothing is lost: where the engine fails, git's own line merge takes its place, and where that
 * fails too, our side's file is as it was and git is told of a failure. It needs no project, no state and no lock.
 */

import { bankPath, knownPath } from '../base/bank-path.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { mergeFile } from '../merge/merge-file.ts'
import { type DriverFiles, mergeByGit, readSides, writeResult } from '../disk/git/driver.ts'

export type Driven = 'merged' | 'conflict' | 'failed'

/** No bank that people read has such a file, and comparing its lines by entry would take minutes. */
const MOST_CHARACTERS = 4_000_000

/** `%O %A %B %L %P` as git fills them in. */
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

/** Undefined where the engine cannot do it. */
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
    return undefined // then git's own merge of the same files answers
  }
}

function byGit(files: DriverFiles): Driven {
  const conflicts = mergeByGit(files)
  return conflicts === undefined ? 'failed' : conflicts === 0 ? 'merged' : 'conflict'
}

/** Git names the file from the top of its repository; a bank may stand anywhere below it. */
function inBank(path: string): ReturnType<typeof knownPath> {
  const at = `/${path}`.lastIndexOf(`/${BANK_FOLDER}/`)
  return bankPath(at === -1 ? path : path.slice(at + BANK_FOLDER.length + 1)) ?? knownPath('unnamed.md')
}
