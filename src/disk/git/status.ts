/** The state of files in git: changed, staged, unmerged, shared or ignored. */

import { lstatSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { type BankInGit, NOT_IN_GIT } from '../../bank/bank-in-git.ts'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import { BANK_FOLDER } from '../../base/layout.ts'
import { isFolder, isThere, settledStamp } from '../disk.ts'
import type { Project } from '../project/find-project.ts'
import { decodeText } from '../text-codec.ts'
import { gitOutput, prefixOf, runGit, splitNul, stagedFiles, TimedGit } from './git.ts'

export interface GitStatus {
  readonly head: string
  /** The time of the call. */
  readonly at: number
  /** Paths relative to the folder. A file that was removed from the index only is listed twice: deleted, and new. */
  readonly entries: readonly { readonly path: string; readonly listed: string }[]
}

const MILLISECONDS = 2_000
const HEAD = '# branch.oid '

/** Undefined if git fails or takes too long; on a timeout `onTimeout` is called. */
export function gitStatus(folder: string, now: () => Date, onTimeout: () => void = () => {}): GitStatus | undefined {
  const at = now().getTime()
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames', '--', '.']
  const answer = runGit(folder, args, undefined, { milliseconds: MILLISECONDS, onTimeout })
  const fields = answer === undefined ? [] : decodeText(answer).split('\0')
  const head = fields.find((entry) => entry.startsWith(HEAD))?.slice(HEAD.length)
  if (head === undefined) return undefined
  const changed = fields.filter((entry) => entry !== '' && !entry.startsWith('# '))
  const prefix = changed.length > 0 ? prefixOf(folder) : ''
  return { head, at, entries: changed.map((entry) => readEntry(entry, prefix)) }
}

/**
 * The bank's part of the project's status. A bank behind a link is in a repository of its own, so git is called there.
 */
export function statusOfBank(
  { root, bank }: Pick<Project, 'root' | 'bank'>,
  whole: GitStatus | undefined,
  now: () => Date,
  onTimeout?: () => void,
): GitStatus | undefined {
  if (whole === undefined || bank !== join(root, BANK_FOLDER)) return gitStatus(bank, now, onTimeout)
  const folder = `${BANK_FOLDER}/`
  const entries = whole.entries.flatMap(({ path, listed }) =>
    path.startsWith(folder) ? [{ path: path.slice(folder.length), listed }] : [],
  )
  return { head: whole.head, at: whole.at, entries }
}

/** `1 XY … <path>`, `u XY … <path>` and `? <path>`, with the path from the top level of the repository. */
function readEntry(entry: string, prefix: string): GitStatus['entries'][number] {
  const fields = entry.split(' ')
  const [kind = '', listed = ''] = fields
  const path = fields.slice(kind === '1' ? 8 : kind === 'u' ? 10 : 1).join(' ')
  return { path: path.slice(prefix.length), listed: kind === '?' ? '?' : listed }
}

/** Stat'ing more changed files than this takes longer than the key saves. */
const MOST_CHANGED = 2_000

/**
 * A key of the repository's content, made without reading it: the commit, and the stamp of each file that differs from
 * it. Any change that git lists changes the key. The bank and ignored files do not count. Undefined if too much has
 * changed, or if a file was written so recently that a second write could leave the same stamp.
 */
export function repositoryKey(root: string, status: GitStatus): string | undefined {
  const changed = changedFiles(status)
  if (changed.length > MOST_CHANGED) return undefined
  const stamps = changed.map(({ path, listed }) => {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
    const stamp = stat === undefined ? 'missing' : settledStamp(stat, status.at)
    return stamp === undefined ? undefined : `${listed} ${stamp} ${path}`
  })
  return stamps.includes(undefined) ? undefined : [status.head, ...stamps].join('\0')
}

/** Whether every file outside the bank is as committed. */
export function isClean(status: GitStatus): boolean {
  return changedFiles(status).length === 0
}

function changedFiles({ entries }: GitStatus): GitStatus['entries'] {
  return entries.filter(({ path }) => !path.startsWith(`${BANK_FOLDER}/`))
}

/** The blob ids of the bank's files in git's index, several for an unmerged file. Undefined if git fails. */
export function indexIds(bank: string): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  const listed = runGit(bank, ['ls-files', '-s', '-z', '--', '.'], undefined, { milliseconds: MILLISECONDS })
  if (listed === undefined) return undefined
  const ids = new Map<string, Set<string>>()
  for (const { path, id } of stagedFiles(listed)) ids.set(path, (ids.get(path) ?? new Set<string>()).add(id))
  return ids
}

/**
 * `open`: untracked, and the next `git add` would take it. `not`: outside git or ignored. `unknown`: git took too long.
 */
export type Sharing = 'tracked' | 'open' | 'not' | 'unknown'

/** `top` is the top level of the file's repository. */
export function sharingOf(path: string, top: string): Sharing {
  const name = relative(top, path).split(sep).join('/')
  if (name === '' || name.startsWith('../')) return 'not'
  const git = new TimedGit(top, MILLISECONDS)
  const listed = git.ask(['ls-files', '-z', '--', name])
  if (listed === undefined) return git.isLate ? 'unknown' : 'not'
  if (listed.length > 0) return 'tracked'
  if (git.ask(['check-ignore', '-q', '--', name], undefined, { patterns: true }) !== undefined) return 'not'
  return git.isLate ? 'unknown' : 'open'
}

/** The exclude file of this clone, which is not shared. */
export function excludeListOf(top: string): string | undefined {
  const path = gitOutput(top, ['rev-parse', '--git-path', 'info/exclude']).replace(/\r?\n$/, '')
  return path === '' ? undefined : resolve(top, path)
}

/** One call of git for a tracked bank, two for an untracked one. If git fails, the bank counts as not in git. */
export function readBankInGit({ root, bank, gitFolder }: Project): BankInGit {
  if (gitFolder === undefined) return NOT_IN_GIT
  // A bank behind a link belongs to another repository. If there is no bank yet, git runs in the root.
  const [folder, prefix] = isFolder(bank) ? [bank, ''] : [root, `${BANK_FOLDER}/`]
  const git = new TimedGit(folder, MILLISECONDS)
  const listed = git.ask(['ls-files', '-z', '-t', '--', prefix === '' ? '.' : BANK_FOLDER])
  if (listed === undefined) return { ...NOT_IN_GIT, isLate: git.isLate }
  const files = splitNul(decodeText(listed))
  if (files.length === 0) return { ...NOT_IN_GIT, isIgnored: isIgnored(git, prefix), isLate: git.isLate }
  // A file may be marked as skipped and still exist.
  const leftOut = pathsWithTag(files, 'S', prefix).filter((path) => !isThere(join(bank, path)))
  return { ...NOT_IN_GIT, unmerged: pathsWithTag(files, 'M', prefix), leftOut }
}

/** `M <path>` once per side of an unmerged file, `S <path>` for a skipped one. */
function pathsWithTag(files: readonly string[], tag: string, prefix: string): readonly BankPath[] {
  const paths = files.flatMap((file) => (file.startsWith(`${tag} `) ? [file.slice(2 + prefix.length)] : []))
  return [...new Set(paths)].flatMap((path) => bankPath(path) ?? [])
}

function isIgnored(git: TimedGit, prefix: string): boolean {
  const args = ['check-ignore', '-q', '--', `${prefix}MEMORY.md`]
  return git.ask(args, undefined, { patterns: true }) !== undefined
}
