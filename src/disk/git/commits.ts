/** Commits: the last ones of a repository or a folder, what one changed in the bank, and when files came to this branch. */

import type { Arrival } from '../../bank/snapshot.ts'
import { type BankPath, bankPath } from '../../base/bank-path.ts'
import type { Change } from '../../base/change.ts'
import { LIMITS } from '../../base/limits.ts'
import { decodeText } from '../text-codec.ts'
import { git, readObjects, run, runFor, split } from './git.ts'
import { nameOnly } from './history.ts'

export interface GitCommit {
  readonly hash: string
  /** YYYY-MM-DD */
  readonly date: string
  readonly subject: string
  readonly body: string
  /** Relative to the folder that was asked about. */
  readonly files: readonly string[]
}

/** `isWhole` is false where time ran out: the oldest of them are missing. None outside git. */
export function recentCommits(
  folder: string,
  most: number,
  milliseconds: number,
): { readonly commits: readonly GitCommit[]; readonly isWhole: boolean } {
  const asked = ['log', 'HEAD', `-n${most}`, '--no-merges', '--no-color', '--no-show-signature', '--relative', '-z']
  // Git's own abbreviation grows with the repository, and a place that is named today would read otherwise tomorrow.
  const shown = ['--abbrev=8', '--name-only', '--no-renames', '--format=%x01%h%x00%cs%x00%s%x00%b%x00']
  const { output, isWhole } = runFor(folder, [...asked, ...shown], milliseconds)
  const told = output.split('\u0001').slice(1)
  // The last one may be cut in the middle.
  return { commits: (isWhole ? told : told.slice(0, -1)).flatMap(commitOf), isWhole }
}

export interface FolderCommit {
  readonly hash: string
  /** When it was made, ISO 8601. */
  readonly at: string
  /** A name, never an address. */
  readonly author: string
  readonly subject: string
  /** Relative to the folder. */
  readonly files: readonly string[]
}

/** The commits that changed something in this folder, newest first, without merges. None outside git. */
export function commitsOfFolder(
  folder: string,
  most: number,
  milliseconds: number,
): { readonly commits: readonly FolderCommit[]; readonly isWhole: boolean } {
  const asked = ['log', 'HEAD', `-n${most}`, '--no-merges', '--no-color', '--no-show-signature', '--relative', '-z']
  const shown = ['--name-only', '--no-renames', '--format=%x01%H%x00%cI%x00%an%x00%s%x00', '--', '.']
  const { output, isWhole } = runFor(folder, [...asked, ...shown], milliseconds)
  const told = output.split('\u0001').slice(1)
  return { commits: (isWhole ? told : told.slice(0, -1)).flatMap(folderCommitOf), isWhole }
}

function folderCommitOf(told: string): readonly FolderCommit[] {
  const [hash = '', at = '', author = '', subject = '', ...names] = told.split('\0')
  if (!/^[0-9a-f]{40,64}$/.test(hash)) return []
  return [{ hash, at, author: nameOnly(author), subject, files: filesIn(names) }]
}

/** The hash of HEAD, shortened; none before the first commit and outside git. */
export function headCommit(folder: string): string | undefined {
  const hash = git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD']).trim()
  return hash === '' ? undefined : hash.slice(0, 12)
}

/** Whether the repository has this commit, by its hash or the beginning of it. */
export function hasCommit(folder: string, hash: string): boolean {
  return run(folder, ['cat-file', '-e', `${hash}^{commit}`]) !== undefined
}

function commitOf(told: string): readonly GitCommit[] {
  const [hash = '', date = '', subject = '', body = '', ...names] = told.split('\0')
  if (!/^[0-9a-f]{8,}$/.test(hash)) return []
  return [{ hash, date, subject, body, files: filesIn(names) }]
}

/** The first of them stands on a new line. */
function filesIn(names: readonly string[]): readonly string[] {
  return names.map((name) => name.replace(/^\n/, '')).filter((name) => name !== '')
}

/** More texts than these are not read: the files are named, without their lines. */
const MOST_TEXTS = 400

/** Undefined where there is no such commit. */
export function commitChanges(bank: string, hash: string): readonly Change[] | undefined {
  const asked = ['diff-tree', '-r', '--root', '--no-commit-id', '--relative', '-M', '--raw', '-z', '--full-index']
  const told = run(bank, [...asked, hash, '--', '.'])
  if (told === undefined) return undefined
  const files = readRaw(split(decodeText(told)))
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

/** Those that are no larger than a file of a bank may be. */
function small(bank: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return []
  const sizes = run(bank, ['cat-file', '--batch-check'], `${[...new Set(ids)].join('\n')}\n`)
  const lines = sizes === undefined ? [] : decodeText(sizes).split('\n')
  return lines.flatMap((line) => {
    const [id = '', type, size] = line.split(' ')
    return type === 'blob' && Number(size) <= LIMITS.fileBytes ? [id] : []
  })
}

/** A file that no commit of this branch has, such as one of a merge that is not committed, is left out. */
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
  /** How many commits were made here since. */
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
  for (const token of split(git(bank, [...about, '--', ...paths]))) {
    const path = token.replace(/^\n/, '')
    if (path.startsWith('//')) {
      ;[commit = '', date = ''] = path.slice(2).split(' ')
      age += 1
    } else if (path !== '' && !found.has(path)) found.set(path, { commit, age, date })
  }
  return found
}
