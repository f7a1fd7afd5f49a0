/**
 * What git's index holds of files that a merge left unmerged, and how it is told that they are merged.
 *
 * A side is read as a checkout would write it, so that line ends are those of the work tree.
 */

import { join } from 'node:path'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import { ok, type Result } from '../../base/result.ts'
import { isThere } from '../disk.ts'
import { decodeText } from '../text-codec.ts'
import { inTime } from './changed-lines.ts'
import { COMMAND_MILLISECONDS, git, prefixOf, run, split, TimedGit } from './git.ts'

export interface UnmergedFile {
  readonly path: BankPath
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
  /** The text with markers that git wrote into the work tree, where git remembers it. */
  readonly written: string | undefined
  /** Each side is a regular file, not a link and not a repository. */
  readonly isRegular: boolean
  /** The blobs of our side and of theirs, as far as there are such. */
  readonly blobs: readonly string[]
}

/** What git is in the middle of; undefined where nothing is under way, as after a merge that was committed with its markers. */
export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'am'

interface Staged {
  readonly mode: string
  readonly hash: string
  readonly stage: string
  readonly path: string
}

/** The files of a bank that are unmerged in the index of the repository it stands in; none outside git. */
export function readUnmerged(bank: string): Result<readonly UnmergedFile[]> {
  return inTime(bank, (git) => ok(unmergedIn(git)))
}

function unmergedIn(git: TimedGit): readonly UnmergedFile[] {
  const listed = git.ask(['ls-files', '-u', '-z', '--', '.'])
  const entries = split(listed === undefined ? '' : decodeText(listed)).flatMap(readStaged)
  if (entries.length === 0) return []
  const prefix = git.lines(['rev-parse', '--show-prefix'])?.[0] ?? ''
  return [...new Set(entries.map(({ path }) => path))].flatMap((raw): readonly UnmergedFile[] => {
    const path = bankPath(raw)
    // A name that only git can spell is left to git.
    if (path !== raw) return []
    const own = entries.filter((entry) => entry.path === raw)
    const side = (stage: string) => {
      const entry = own.find((one) => one.stage === stage)
      return entry === undefined ? undefined : textOf(git, entry.hash, `${prefix}${raw}`)
    }
    return [
      {
        path,
        base: side('1'),
        ours: side('2'),
        theirs: side('3'),
        written: textOf(git, `AUTO_MERGE:${prefix}${raw}`, `${prefix}${raw}`),
        isRegular: own.every(({ mode }) => mode.startsWith('100')),
        blobs: own.flatMap(({ stage, hash }) => (stage === '1' ? [] : [hash])),
      },
    ]
  })
}

function readStaged(line: string): readonly Staged[] {
  const [, mode, hash, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]+)$/.exec(line) ?? []
  if (mode === undefined || hash === undefined || stage === undefined || path === undefined) return []
  return [{ mode, hash, stage, path }]
}

function textOf(git: TimedGit, object: string, path: string): string | undefined {
  const bytes = git.ask(['cat-file', '--filters', `--path=${path}`, object])
  return bytes === undefined ? undefined : decodeText(bytes)
}

/** Tells whether the sides of a file are in the commits that git is bringing together, not only in its index. */
export function areCommitted(bank: string): (file: UnmergedFile) => boolean {
  const git = new TimedGit(bank, COMMAND_MILLISECONDS)
  const listed = SIDES.flatMap((side) => {
    const tree = git.ask(['ls-tree', '-r', '-z', side, '--', '.'])
    return tree === undefined ? [] : split(decodeText(tree))
  })
  const blobs = new Map<string, Set<string>>()
  for (const line of listed) {
    const [, hash, path] = /^\d+ blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? []
    if (hash !== undefined && path !== undefined) blobs.set(path, (blobs.get(path) ?? new Set<string>()).add(hash))
  }
  return (file) => file.blobs.every((hash) => blobs.get(file.path)?.has(hash) === true)
}

const SIDES = ['HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REVERT_HEAD^', 'REBASE_HEAD', 'refs/stash']

/** What both sides of a merge come from whose stages are gone: one that is under way, or the one that last changed the file. */
export function baseOfMerge(bank: string, path: BankPath): string | undefined {
  const underWay = words(bank, ['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'])
  const last = words(bank, ['log', '-1', '--full-history', '--format=%P', '--', path])
  const sides = underWay[0] === undefined ? last : ['HEAD', underWay[0]]
  if (sides.length !== 2) return undefined
  const [base] = words(bank, ['merge-base', ...sides])
  return base === undefined
    ? undefined
    : textOf(new TimedGit(bank, COMMAND_MILLISECONDS), `${base}:./${path}`, `${prefixOf(bank)}${path}`)
}

const HEADS: readonly (readonly [string, Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['MERGE_HEAD', 'merge'],
]

export function operationUnderWay(bank: string): Operation | undefined {
  const folder = git(bank, ['rev-parse', '--absolute-git-dir']).trimEnd()
  return folder === '' ? undefined : HEADS.find(([name]) => isThere(join(folder, name)))?.[1]
}

/** As `git add` and `git rm` would. False where the index is locked or damaged; then it is as it was. */
export function stageMerged(bank: string, paths: readonly BankPath[]): boolean {
  if (paths.length === 0) return true
  const list = paths.map((path) => `${path}\0`).join('')
  return run(bank, ['update-index', '--add', '--remove', '-z', '--stdin'], list) !== undefined
}

/** Gives the sides of these files back to the index, which remembers them until the merge is committed. */
export function unstageMerged(bank: string, paths: readonly BankPath[]): boolean {
  return paths.length === 0 || run(bank, ['update-index', '--unresolve', ...paths]) !== undefined
}

function words(bank: string, args: readonly string[]): readonly string[] {
  return git(bank, args)
    .split(/\s+/)
    .filter((word) => word !== '')
}
