/** The merge driver's side of git: the files that it is given, where it is registered, and a real merge to prove it. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { childProcess } from '../built-in.ts'
import { makeScratchFolder } from '../project/scratch-folder.ts'
import { decodeText, encodeText } from '../text-codec.ts'
import { git, prefixOf, run } from './git.ts'

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

export interface DriverPlace {
  /** The config of this repository, for all its worktrees; not shared. */
  readonly config: string
  /** Attributes of this repository on every branch; not shared. */
  readonly localAttributes: string
  /** Attributes that travel with the branch. */
  readonly sharedAttributes: string
  /** The files of the bank, as an attributes file at the top names them. */
  readonly pattern: string
}

/** `bank` is the bank's real folder. Undefined outside git, and where no line can hold the path. */
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

/** In C's style where a space or a quote would end the pattern. */
function quoted(pattern: string): string {
  return /[\s"]/.test(pattern) ? `"${pattern.replace(/["\\]/g, (character) => `\\${character}`)}"` : pattern
}

function lineOf(folder: string, args: readonly string[]): string | undefined {
  const line = git(folder, args).replace(/\r?\n$/, '')
  return line === '' ? undefined : line
}

/** The command that this name stands for in the config that holds here, wherever it stands. */
export function configuredDriver(folder: string, name: string): string | undefined {
  return lineOf(folder, ['config', '--get', `merge.${name}.driver`])
}

/** The driver that attributes name for this file here and now. */
export function namedDriver(folder: string, file: string): string | undefined {
  const answer = run(folder, ['check-attr', '-z', 'merge', '--', file])
  return answer?.toString('utf8').split('\0')[2]
}

const FILE = 'memory-bank/progress.md'
const BASE = '# Progress\n\n- [ ] one\n'

export function seeMerge(command: string, name: string): { readonly isMerged: boolean; readonly said: string } {
  const scratch = makeScratchFolder()
  const { folder } = scratch
  const as = ['-c', 'user.name=Memory Bank', '-c', 'user.email=nobody@localhost', '-c', 'commit.gpgsign=false']
  const commit = (text: string) => {
    scratch.write({ [join(folder, FILE)]: text })
    run(folder, ['add', '-A'])
    run(folder, [...as, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'one'])
  }
  try {
    run(folder, ['init', '-q', '-b', 'ours'])
    run(folder, ['config', `merge.${name}.driver`, command])
    scratch.write({ [join(folder, '.gitattributes')]: `/memory-bank/**/*.md merge=${name}\n` })
    commit(BASE)
    run(folder, ['checkout', '-q', '-b', 'theirs'])
    commit(`${BASE}- [ ] theirs\n`)
    run(folder, ['checkout', '-q', 'ours'])
    commit(`${BASE}- [ ] ours\n`)
    // A merge that conflicts ends with 1; a driver that fails, with more.
    const said = run(folder, [...as, 'merge', '-m', 'two', 'theirs'], undefined, { statuses: [1, 2, 128] })
    const text = readFileSync(join(folder, FILE), 'utf8')
    const isMerged = ['ours', 'theirs'].every((side) => text.includes(`- [ ] ${side}\n`)) && !text.includes('<<<<<<<')
    return { isMerged, said: said?.toString('utf8').trim().split('\n')[0] ?? '' }
  } finally {
    scratch.remove()
  }
}
