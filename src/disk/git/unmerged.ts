/**
 * The unmerged files in git's index, and how to stage them as merged.
 *
 * A side is read as a checkout would write it, so that its line ends are those of the work tree.
 */

import { join } from 'node:path'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import { ok, type Result } from '../../base/result.ts'
import { isThere } from '../disk.ts'
import { decodeText } from '../text-codec.ts'
import { withinTime } from './changed-lines.ts'
import { COMMAND_MILLISECONDS, gitOutput, prefixOf, runGit, splitNul, stagedFiles, TimedGit } from './git.ts'

export interface UnmergedFile {
  readonly path: BankPath
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
  /** The text with markers that git wrote into the work tree, if git remembers it. */
  readonly written: string | undefined
  /** Each side is a regular file, not a link or a submodule. */
  readonly isRegular: boolean
  /** The blobs of both sides, without the base. */
  readonly blobs: readonly string[]
}

/** An operation that git has not finished. */
export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'am'

/** The unmerged files of a bank. Empty outside git. */
export function readUnmerged(bank: string): Result<readonly UnmergedFile[]> {
  return withinTime(bank, (git) => ok(unmergedIn(git)))
}

function unmergedIn(git: TimedGit): readonly UnmergedFile[] {
  const listed = git.ask(['ls-files', '-u', '-z', '--', '.'])
  const entries = stagedFiles(listed)
  if (entries.length === 0) return []
  const prefix = git.lines(['rev-parse', '--show-prefix'])?.[0] ?? ''
  return [...new Set(entries.map(({ path }) => path))].flatMap((raw): readonly UnmergedFile[] => {
    const path = bankPath(raw)
    // Leave names that are not bank paths to git.
    if (path !== raw) return []
    const own = entries.filter((entry) => entry.path === raw)
    const side = (stage: string) => {
      const entry = own.find((one) => one.stage === stage)
      return entry === undefined ? undefined : textOf(git, entry.id, `${prefix}${raw}`)
    }
    return [
      {
        path,
        base: side('1'),
        ours: side('2'),
        theirs: side('3'),
        written: textOf(git, `AUTO_MERGE:${prefix}${raw}`, `${prefix}${raw}`),
        isRegular: own.every(({ mode }) => mode.startsWith('100')),
        blobs: own.flatMap(({ stage, id }) => (stage === '1' ? [] : [id])),
      },
    ]
  })
}

function textOf(git: TimedGit, object: string, path: string): string | undefined {
  const bytes = git.ask(['cat-file', '--filters', `--path=${path}`, object])
  return bytes === undefined ? undefined : decodeText(bytes)
}

/** Returns a function that tells whether the sides of a file are committed somewhere, or exist in git's index only. */
export function areCommitted(bank: string): (file: UnmergedFile) => boolean {
  const git = new TimedGit(bank, COMMAND_MILLISECONDS)
  const listed = SIDES.flatMap((side) => {
    const tree = git.ask(['ls-tree', '-r', '-z', side, '--', '.'])
    return tree === undefined ? [] : splitNul(decodeText(tree))
  })
  const blobs = new Map<string, Set<string>>()
  for (const line of listed) {
    const [, hash, path] = /^\d+ blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? []
    if (hash !== undefined && path !== undefined) blobs.set(path, (blobs.get(path) ?? new Set<string>()).add(hash))
  }
  return (file) => file.blobs.every((hash) => blobs.get(file.path)?.has(hash) === true)
}

const SIDES = ['HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REVERT_HEAD^', 'REBASE_HEAD', 'refs/stash']

/**
 * The merge base of a file that has no stages in the index: from the merge under way, or else from the merge commit
 * that last changed the file.
 */
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

/** Undefined also after a merge that was committed with its markers. */
export function operationUnderWay(bank: string): Operation | undefined {
  const folder = gitOutput(bank, ['rev-parse', '--absolute-git-dir']).trimEnd()
  return folder === '' ? undefined : HEADS.find(([name]) => isThere(join(folder, name)))?.[1]
}

/** Stages like `git add` and `git rm`. False if the index is locked or damaged; then it is unchanged. */
export function stageMerged(bank: string, paths: readonly BankPath[]): boolean {
  if (paths.length === 0) return true
  const list = paths.map((path) => `${path}\0`).join('')
  return runGit(bank, ['update-index', '--add', '--remove', '-z', '--stdin'], list) !== undefined
}

/** Marks these files as unmerged again. Git remembers the sides until the merge is committed. */
export function unstageMerged(bank: string, paths: readonly BankPath[]): boolean {
  return paths.length === 0 || runGit(bank, ['update-index', '--unresolve', ...paths]) !== undefined
}

function words(bank: string, args: readonly string[]): readonly string[] {
  return gitOutput(bank, args)
    .split(/\s+/)
    .filter((word) => word !== '')
}
