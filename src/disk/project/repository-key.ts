/**
 * What a repository is known by without reading it: its commit, and each file that is not as committed, by its stamp.
 *
 * While git sees no difference the key is the same, and any change that git lists makes another key. The bank is no
 * part of it, nor are files that git ignores.
 */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { BANK_FOLDER } from '../../base/layout.ts'
import { settledStamp } from '../disk.ts'
import type { GitStatus } from '../git/status.ts'

/** Looking at more changed files than this takes longer than the key saves. */
const MOST_CHANGED = 2_000

/** Undefined where too much has changed, or where a file was written so recently that a second write could leave the same stamp. */
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
