/** Whether git takes a file to others: what holds on one machine only does not belong into such a file. */

import { relative, resolve, sep } from 'node:path'
import { git, TimedGit } from './git.ts'

/**
 * `open`: git does not have it and would take it with the next `git add`. What git does not know of is not shared;
 * `unknown` where it does not say in time.
 */
export type Sharing = 'tracked' | 'open' | 'not' | 'unknown'

const MILLISECONDS = 2_000

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
