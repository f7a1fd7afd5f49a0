/** When and by whom the lines of a file were written, from `git blame`. */

import { runGitFor } from './git.ts'

export interface LineOrigin {
  /** A name, never an e-mail address. */
  readonly author: string
  /** When the author wrote it, YYYY-MM-DD. */
  readonly on: string
  readonly commit: string
  /** When it was committed, YYYY-MM-DD. */
  readonly committed: string
}

/**
 * The origins of these lines of a file, or of all. Uncommitted lines have none, nor do lines that git did not report in
 * time.
 */
export function lineOrigins(
  folder: string,
  file: string,
  lines: readonly number[] | 'all',
  milliseconds: number,
): ReadonlyMap<number, LineOrigin> {
  const ranges = lines === 'all' ? [] : lines.flatMap((line) => ['-L', `${line},${line}`])
  const { output } = runGitFor(folder, ['blame', '--line-porcelain', ...ranges, '--', file], milliseconds)
  const origins = new Map<number, LineOrigin>()
  for (const [, commit = '', line, author = '', written, committed] of output.matchAll(BLAMED)) {
    if (/^0+$/.test(commit)) continue
    origins.set(Number(line), { author: nameOnly(author), on: dayOf(written), commit, committed: dayOf(committed) })
  }
  return origins
}

const BLAMED =
  /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?\nauthor (.*)\n(?:(?!author-time)\S+ .*\n)*?author-time (\d+)\n(?:(?!committer-time)\S+ .*\n)*?committer-time (\d+)$/gm

const LONGEST_NAME = 200

/** Removes an e-mail address, which some people use as their name. */
export function nameOnly(author: string): string {
  const name = author.slice(0, LONGEST_NAME)
  return name.replace(/\s*<?\S+@\S+>?/g, '').trim() || name.replace(/@.*/, '')
}

function dayOf(seconds = ''): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
}
