/** How files are in git: committed or changed, in the index, unmerged, shared with others or ignored. */

import { join, relative, resolve, sep } from 'node:path'
import { type BankInGit, NOT_IN_GIT } from '../../bank/bank-in-git.ts'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import { BANK_FOLDER } from '../../base/layout.ts'
import { type Memo, NO_MEMO } from '../../base/memo.ts'
import { isFolder, isThere } from '../disk.ts'
import type { Project } from '../project/find-project.ts'
import { decodeText } from '../text-codec.ts'
import { git, prefixOf, run, split, TimedGit } from './git.ts'

export interface GitStatus {
  readonly head: string
  /** When git was asked. */
  readonly at: number
  /** Paths as seen from the folder. A file that was removed from the index only stands there twice: deleted, and new. */
  readonly entries: readonly { readonly path: string; readonly listed: string }[]
}

const MILLISECONDS = 2_000
const HEAD = '# branch.oid '

/** Undefined where git has no answer, or none in time; of that `onCut` hears. */
export function gitStatus(folder: string, now: () => Date, onCut: () => void = () => {}): GitStatus | undefined {
  const at = now().getTime()
  const about = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames', '--', '.']
  const answer = run(folder, about, undefined, { milliseconds: MILLISECONDS, onCut })
  const told = answer === undefined ? [] : decodeText(answer).split('\0')
  const head = told.find((entry) => entry.startsWith(HEAD))?.slice(HEAD.length)
  if (head === undefined) return undefined
  const changed = told.filter((entry) => entry !== '' && !entry.startsWith('# '))
  const prefix = changed.length > 0 ? prefixOf(folder) : ''
  return { head, at, entries: changed.map((entry) => readEntry(entry, prefix)) }
}

/** The bank's part of its project's status. A bank behind a link stands in a repository of its own, which is asked. */
export function statusOfBank(
  { root, bank }: Pick<Project, 'root' | 'bank'>,
  whole: GitStatus | undefined,
  now: () => Date,
  onCut?: () => void,
): GitStatus | undefined {
  if (whole === undefined || bank !== join(root, BANK_FOLDER)) return gitStatus(bank, now, onCut)
  const folder = `${BANK_FOLDER}/`
  const entries = whole.entries.flatMap(({ path, listed }) =>
    path.startsWith(folder) ? [{ path: path.slice(folder.length), listed }] : [],
  )
  return { head: whole.head, at: whole.at, entries }
}

/** `1 XY … <path>`, `u XY … <path>` and `? <path>`; the path is as seen from the top of the repository. */
function readEntry(entry: string, prefix: string): GitStatus['entries'][number] {
  const fields = entry.split(' ')
  const [kind = '', listed = ''] = fields
  const path = fields.slice(kind === '1' ? 8 : kind === 'u' ? 10 : 1).join(' ')
  return { path: path.slice(prefix.length), listed: kind === '?' ? '?' : listed }
}

export interface LastCommit {
  /** YYYY-MM-DD, as the committer's clock had it. */
  readonly date: string
  readonly author: string
  /** How many commits of the bank are newer. */
  readonly age: number
}

/** When each file that is tracked and clean was last committed, and by whom. The log up to a commit is read once. */
export function lastCommits(
  bank: string,
  status: GitStatus | undefined,
  memo: Memo = NO_MEMO,
): ReadonlyMap<BankPath, LastCommit> {
  if (status === undefined) return new Map()
  const commits = memo.of('last-commits-by-age', status.head, () => [...commitsAt(bank, status.head)])
  const changed = new Set(status.entries.map(({ path }) => path))
  return new Map(commits.filter(([path]) => !changed.has(path)))
}

function commitsAt(bank: string, head: string): ReadonlyMap<BankPath, LastCommit> {
  const tracked = new Set(split(git(bank, ['ls-tree', '-r', '-z', '--name-only', head, '--', '.'])))
  const commits = new Map<BankPath, LastCommit>()
  const log = git(bank, [
    'log',
    head,
    '--relative',
    '--name-only',
    '--no-renames',
    '-z',
    '--format=//%cs/%an',
    '--',
    '.',
  ])
  let current: LastCommit | undefined
  let age = 0
  for (const token of split(log)) {
    if (token.startsWith('//')) {
      current = { date: token.slice(2, 12), author: token.slice(13), age }
      age += 1
      continue
    }
    const path = bankPath(token.replace(/^\n/, '')) // a commit's first path stands on a new line
    if (path !== undefined && current !== undefined && tracked.has(path) && !commits.has(path))
      commits.set(path, current)
    if (commits.size === tracked.size) break
  }
  return commits
}

/** What git's index has of each file of the bank; several ids for one that is unmerged. Undefined where git does not say. */
export function indexIds(bank: string): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  const listed = run(bank, ['ls-files', '-s', '-z', '--', '.'], undefined, { milliseconds: MILLISECONDS })
  if (listed === undefined) return undefined
  const ids = new Map<string, Set<string>>()
  for (const line of split(decodeText(listed))) {
    const [, id, path] = /^\d+ ([0-9a-f]+) \d\t([\s\S]+)$/.exec(line) ?? []
    if (id !== undefined && path !== undefined) ids.set(path, (ids.get(path) ?? new Set<string>()).add(id))
  }
  return ids
}

/**
 * `open`: git does not have it and would take it with the next `git add`. What git does not know of is not shared;
 * `unknown` where it does not say in time.
 */
export type Sharing = 'tracked' | 'open' | 'not' | 'unknown'

/** `top` is the top level of the repository that the file stands in. */
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

/** The list of files that this clone alone leaves out of git. */
export function excludeListOf(top: string): string | undefined {
  const path = git(top, ['rev-parse', '--git-path', 'info/exclude']).replace(/\r?\n$/, '')
  return path === '' ? undefined : resolve(top, path)
}

/** One question for a bank that git has, two for one that it does not have. Nothing is known where git has no answer. */
export function readBankInGit({ root, bank, gitFolder }: Project): BankInGit {
  if (gitFolder === undefined) return NOT_IN_GIT
  // A bank behind a link is asked about in the repository it really stands in; one that is not there, from the root.
  const [folder, prefix] = isFolder(bank) ? [bank, ''] : [root, `${BANK_FOLDER}/`]
  const git = new TimedGit(folder, MILLISECONDS)
  const listed = git.ask(['ls-files', '-z', '-t', '--', prefix === '' ? '.' : BANK_FOLDER])
  if (listed === undefined) return { ...NOT_IN_GIT, isLate: git.isLate }
  const files = split(decodeText(listed))
  if (files.length === 0) return { ...NOT_IN_GIT, isIgnored: isIgnored(git, prefix), isLate: git.isLate }
  // A file may carry the mark of being left out and be there all the same.
  const leftOut = tagged(files, 'S', prefix).filter((path) => !isThere(join(bank, path)))
  return { ...NOT_IN_GIT, unmerged: tagged(files, 'M', prefix), leftOut }
}

/** `M <path>` once for each side of an unmerged file, `S <path>` for one that is left out. */
function tagged(files: readonly string[], tag: string, prefix: string): readonly BankPath[] {
  const paths = files.flatMap((file) => (file.startsWith(`${tag} `) ? [file.slice(2 + prefix.length)] : []))
  return [...new Set(paths)].flatMap((path) => bankPath(path) ?? [])
}

function isIgnored(git: TimedGit, prefix: string): boolean {
  const asked = ['check-ignore', '-q', '--', `${prefix}MEMORY.md`]
  return git.ask(asked, undefined, { patterns: true }) !== undefined
}
