/** The three files that git gives a merge driver, and git's own line merge of them. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { childProcess } from '../built-in.ts'
import { decodeText, encodeText } from '../text-codec.ts'

/** Named by git, from the folder it starts the driver in. */
export interface DriverFiles {
  readonly base: string
  /** Where git reads the result. */
  readonly ours: string
  readonly theirs: string
  readonly markerSize: number
}

export function readSides(files: DriverFiles): {
  readonly base: string
  readonly ours: string
  readonly theirs: string
} {
  const read = (path: string) => decodeText(readFileSync(path))
  return { base: read(files.base), ours: read(files.ours), theirs: read(files.theirs) }
}

/** The file is the old one or the new one, also where the disk is full. */
export function writeResult({ ours }: DriverFiles, text: string): void {
  const neighbour = `${ours}.memory-bank`
  try {
    writeFileSync(neighbour, encodeText(text))
    renameSync(neighbour, ours)
  } finally {
    rmSync(neighbour, { force: true })
  }
}

/** For one file. */
const MILLISECONDS = 20_000

/** How many conflicts git's own merge left in the file of our side; undefined where it failed and changed nothing. */
export function mergeByGit({ base, ours, theirs, markerSize }: DriverFiles): number | undefined {
  const labels = ['-L', 'ours', '-L', 'base', '-L', 'theirs']
  const args = ['merge-file', '-q', ...labels, `--marker-size=${markerSize}`, '--', ours, base, theirs]
  const { status } = childProcess().spawnSync('git', args, { stdio: 'ignore', timeout: MILLISECONDS })
  return status === null || status > 127 ? undefined : status
}
