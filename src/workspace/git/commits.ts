/** The last commits of a repository, newest first, without merges: what each says, and the files it changed. */

import { git, run, runFor } from './git.ts'
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
