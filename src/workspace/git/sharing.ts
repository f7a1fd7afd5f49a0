/** Whether git takes a file to others: what holds on one machine only does not belong into such a file. */

import { relative, resolve, sep } from 'node:path'
import { git, run } from './git.ts'

/** `open`: git does not have it and would take it with the next `git add`. What git does not know of is not shared. */
export type Sharing = 'tracked' | 'open' | 'not'

/** `top` is the top level of the repository that the file stands in. */
export function sharingOf(path: string, top: string): Sharing {
  const name = relative(top, path).split(sep).join('/')
  if (name === '' || name.startsWith('../')) return 'not'
  const listed = run(top, ['ls-files', '-z', '--', name])
  if (listed === undefined) return 'not'
  if (listed.length > 0) return 'tracked'
  return run(top, ['check-ignore', '-q', '--', name], undefined, { patterns: true }) === undefined ? 'open' : 'not'
}

/** The list of files that this clone alone leaves out of git. */
export function excludeListOf(top: string): string | undefined {
  const path = git(top, ['rev-parse', '--git-path', 'info/exclude']).replace(/\r?\n$/, '')
  return path === '' ? undefined : resolve(top, path)
}
