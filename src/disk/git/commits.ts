/**
 * Reads commits: the recent ones of a folder, the changes of one in the bank, and when files were last committed or
 * first came to this branch.
 */

import type { Arrival } from '../../bank/snapshot.ts'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import { LIMITS } from '../../base/limits.ts'
import { type Memo, NO_MEMO } from '../../base/memo.ts'
import { decodeText } from '../text-codec.ts'
import { nameOnly } from './blame.ts'
import { gitOutput, readObjects, runGit, runGitFor, splitNul } from './git.ts'
import type { GitStatus } from './status.ts'

export interface GitCommit {
  readonly hash: string
  /** When it was made, ISO 8601. */
  readonly at: string
  /** A name, never an e-mail address. */
  readonly author: string
  readonly subject: string
  readonly body: string
  /** Relative to the folder. */
  readonly files: readonly string[]
}

/**
 * The last commits that changed something in this folder, newest first, without merges. Empty outside git. `isWhole` is
 * false if time ran out and the oldest are missing.
 */
export function recentCommits(
  folder: string,
  most: number,
  milliseconds: number,
): { readonly commits: readonly GitCommit[]; readonly isWhole: boolean } {
  const args = ['log', 'HEAD', `-n${most}`, '--no-merges', '--no-color', '--no-show-signature', '--relative', '-z']
  const format = ['--name-only', '--no-renames', '--format=%x01%H%x00%cI%x00%an%x00%s%x00%b%x00', '--', '.']
  const { output, isWhole } = runGitFor(folder, [...args, ...format], milliseconds)
  const records = output.split('\u0001').slice(1)
  // The last record may be cut in the middle.
  return { commits: (isWhole ? records : records.slice(0, -1)).flatMap(commitOf), isWhole }
}

function commitOf(record: string): readonly GitCommit[] {
  const [hash = '', at = '', author = '', subject = '', body = '', ...names] = record.split('\0')
  if (!/^[0-9a-f]{40,64}$/.test(hash)) return []
  // The first name is on a new line.
  const files = names.map((name) => name.replace(/^\n/, '')).filter((name) => name !== '')
  return [{ hash, at, author: nameOnly(author), subject, body, files }]
}

/** The short hash of HEAD. Undefined before the first commit and outside git. */
export function headCommit(folder: string): string | undefined {
  const hash = gitOutput(folder, ['rev-parse', '--verify', '--quiet', 'HEAD']).trim()
  return hash === '' ? undefined : hash.slice(0, 12)
}

/** Whether the repository has the commit with this hash or prefix. */
export function hasCommit(folder: string, hash: string): boolean {
  return runGit(folder, ['cat-file', '-e', `${hash}^{commit}`]) !== undefined
}

export interface LastCommit {
  /** YYYY-MM-DD, by the committer's clock. */
  readonly date: string
  readonly author: string
  /** How many commits of the bank are newer. */
  readonly age: number
}

/** The last commit of each file that is tracked and clean. The log is read once per HEAD. */
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
  const tracked = new Set(splitNul(gitOutput(bank, ['ls-tree', '-r', '-z', '--name-only', head, '--', '.'])))
  const commits = new Map<BankPath, LastCommit>()
  const log = gitOutput(bank, [
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
  for (const token of splitNul(log)) {
    if (token.startsWith('//')) {
      current = { date: token.slice(2, 12), author: token.slice(13), age }
      age += 1
      continue
    }
    const path = bankPath(token.replace(/^\n/, '')) // the first path of a commit is on a new line
    if (path !== undefined && current !== undefined && tracked.has(path) && !commits.has(path))
      commits.set(path, current)
    if (commits.size === tracked.size) break
  }
  return commits
}

/** Beyond this many texts, files are listed without their lines. */
const MOST_TEXTS = 400

/** Undefined if there is no such commit. */
export function commitChanges(bank: string, hash: string): readonly Change[] | undefined {
  const args = ['diff-tree', '-r', '--root', '--no-commit-id', '--relative', '-M', '--raw', '-z', '--full-index']
  const output = runGit(bank, [...args, hash, '--', '.'])
  if (output === undefined) return undefined
  const files = readRaw(splitNul(decodeText(output)))
  const ids = files.flatMap(({ from, to }) => [from, to]).filter((id) => !/^0+$/.test(id))
  const objects = readObjects(bank, small(bank, ids.slice(0, MOST_TEXTS)))
  const textOf = (id: string) => {
    const bytes = objects.get(id)?.bytes
    return bytes === undefined || bytes.includes(0) ? '' : decodeText(bytes)
  }
  return files.map(({ status, path, moved, from, to }): Change => {
    switch (status) {
      case 'A':
        return { kind: 'create', path, text: textOf(to) }
      case 'D':
        return { kind: 'remove', path, was: textOf(from) }
      case 'R':
        return { kind: 'move', path, was: textOf(from), to: moved, text: textOf(to) }
      default:
        return { kind: 'edit', path, was: textOf(from), text: textOf(to) }
    }
  })
}

interface RawFile {
  readonly status: string
  readonly path: BankPath
  readonly moved: BankPath
  readonly from: string
  readonly to: string
}

/** `:<mode> <mode> <id> <id> <status>`, then a path, or two of a rename. */
function readRaw(tokens: readonly string[]): readonly RawFile[] {
  const files: RawFile[] = []
  for (let at = 0; at < tokens.length; ) {
    const [, , from = '', to = '', status = ''] = (tokens[at] ?? '').split(' ')
    const isMoved = /^[RC]/.test(status)
    const path = bankPath(tokens[at + 1] ?? '')
    const moved = isMoved ? bankPath(tokens[at + 2] ?? '') : path
    at += isMoved ? 3 : 2
    if (path !== undefined && moved !== undefined) files.push({ status: status.slice(0, 1), path, moved, from, to })
  }
  return files
}

/** The ids of texts within the size limit of a bank file. */
function small(bank: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return []
  const sizes = runGit(bank, ['cat-file', '--batch-check'], `${[...new Set(ids)].join('\n')}\n`)
  const lines = sizes === undefined ? [] : decodeText(sizes).split('\n')
  return lines.flatMap((line) => {
    const [id = '', type, size] = line.split(' ')
    return type === 'blob' && Number(size) <= LIMITS.fileBytes ? [id] : []
  })
}

/** Omits files that no commit of this branch has, such as those of an uncommitted merge. */
export function arrivals(bank: string, paths: readonly BankPath[]): ReadonlyMap<BankPath, Arrival> {
  if (paths.length === 0) return new Map()
  const brought = additions(bank, ['--first-parent', '--diff-merges=first-parent'], paths)
  const made = additions(bank, [], paths)
  return new Map(
    paths.flatMap((path) => {
      const came = brought.get(path)
      return came === undefined ? [] : [[path, { ...came, made: made.get(path)?.date ?? came.date }] as const]
    }),
  )
}

interface Addition {
  readonly commit: string
  /** How many commits were made on this branch since. */
  readonly age: number
  readonly date: string
}

/** The commit that last added each path. */
function additions(bank: string, how: readonly string[], paths: readonly BankPath[]): ReadonlyMap<string, Addition> {
  const about = [
    'log',
    ...how,
    '--diff-filter=A',
    '--no-renames',
    '--relative',
    '--name-only',
    '-z',
    '--format=//%H %aI',
  ]
  const found = new Map<string, Addition>()
  let [commit, date, age] = ['', '', -1]
  for (const token of splitNul(gitOutput(bank, [...about, '--', ...paths]))) {
    const path = token.replace(/^\n/, '')
    if (path.startsWith('//')) {
      ;[commit = '', date = ''] = path.slice(2).split(' ')
      age += 1
    } else if (path !== '' && !found.has(path)) found.set(path, { commit, age, date })
  }
  return found
}
