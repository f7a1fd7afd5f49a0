/** Who wrote the lines of a file, as git remembers it. */

import { runFor } from './git.ts'

export interface LineAuthor {
  /** A name, never an address. */
  readonly author: string
  /** YYYY-MM-DD */
  readonly on: string
}

/** Who wrote these lines of a file, or all of them, as far as git tells in that time. What is not committed has nobody. */
export function authorsOfLines(
  folder: string,
  file: string,
  lines: readonly number[] | 'all',
  milliseconds: number,
): ReadonlyMap<number, LineAuthor> {
  const asked = lines === 'all' ? [] : lines.flatMap((line) => ['-L', `${line},${line}`])
  const { output } = runFor(folder, ['blame', '--line-porcelain', ...asked, '--', file], milliseconds)
  const told = new Map<number, LineAuthor>()
  for (const [, commit = '', line, author = '', time] of output.matchAll(BLAMED))
    if (!/^0+$/.test(commit)) told.set(Number(line), { author: nameOnly(author), on: dayOf(Number(time)) })
  return told
}

const BLAMED = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?\nauthor (.*)\n(?:author-mail .*\n)?author-time (\d+)$/gm

const LONGEST_NAME = 200

/** Some put their address where their name should be. */
export function nameOnly(author: string): string {
  const name = author.slice(0, LONGEST_NAME)
  return name.replace(/\s*<?\S+@\S+>?/g, '').trim() || name.replace(/@.*/, '')
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
