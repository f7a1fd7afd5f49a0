/** Git's side of the merge driver: the files it passes, and where the driver is registered. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { childProcess } from '../built-in.ts'
import { decodeText, encodeText } from '../text-codec.ts'
import { gitOutput, prefixOf, runGit } from './git.ts'

/** The paths that git passes, relative to the folder in which it starts the driver. */
export interface DriverFiles {
  readonly base: string
  /** Git reads the result here. */
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

/** Writes through a temporary file, so that a full disk leaves the old file intact. */
export function writeResult({ ours }: DriverFiles, text: string): void {
  const neighbour = `${ours}.memory-bank`
  try {
    writeFileSync(neighbour, encodeText(text))
    renameSync(neighbour, ours)
  } finally {
    rmSync(neighbour, { force: true })
  }
}

/** The time limit for one file. */
const MILLISECONDS = 20_000

/** The number of conflicts that git's own merge left in `ours`. Undefined if it failed and changed nothing. */
export function mergeByGit({ base, ours, theirs, markerSize }: DriverFiles): number | undefined {
  const labels = ['-L', 'ours', '-L', 'base', '-L', 'theirs']
  const args = ['merge-file', '-q', ...labels, `--marker-size=${markerSize}`, '--', ours, base, theirs]
  const { status } = childProcess().spawnSync('git', args, { stdio: 'ignore', timeout: MILLISECONDS })
  return status === null || status > 127 ? undefined : status
}

export interface DriverPlace {
  /** The config of this repository, for all its worktrees; not shared. */
  readonly config: string
  /** Attributes of this repository on every branch; not shared. */
  readonly localAttributes: string
  /** Attributes that are committed with the branch. */
  readonly sharedAttributes: string
  /** A pattern for the files of the bank, for an attributes file at the top level. */
  readonly pattern: string
}

/** `bank` is the bank's real folder. Undefined outside git, and if an attributes line cannot hold the path. */
export function findDriverPlace(bank: string): DriverPlace | undefined {
  const folder = lineOf(bank, ['rev-parse', '--git-common-dir'])
  const top = lineOf(bank, ['rev-parse', '--show-toplevel'])
  const prefix = prefixOf(bank)
  if (folder === undefined || top === undefined || /[\r\n]/.test(prefix)) return undefined
  const common = resolve(bank, folder)
  return {
    config: join(common, 'config'),
    localAttributes: join(common, 'info', 'attributes'),
    sharedAttributes: join(top, '.gitattributes'),
    pattern: quoted(`/${prefix.replace(/[*?[\\]/g, (character) => `\\${character}`)}**/*.md`),
  }
}

/** Quoted as in C if a space or a quote would end the pattern. */
function quoted(pattern: string): string {
  return /[\s"]/.test(pattern) ? `"${pattern.replace(/["\\]/g, (character) => `\\${character}`)}"` : pattern
}

function lineOf(folder: string, args: readonly string[]): string | undefined {
  const line = gitOutput(folder, args).replace(/\r?\n$/, '')
  return line === '' ? undefined : line
}

/** The command of this driver in the effective git config. */
export function configuredDriver(folder: string, name: string): string | undefined {
  return lineOf(folder, ['config', '--get', `merge.${name}.driver`])
}

/** The driver that the attributes give this file. */
export function driverOfFile(folder: string, file: string): string | undefined {
  const answer = runGit(folder, ['check-attr', '-z', 'merge', '--', file])
  return answer?.toString('utf8').split('\0')[2]
}
