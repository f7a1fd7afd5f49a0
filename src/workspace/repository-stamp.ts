/**
 * What a repository is known by without reading it: its commit, and each file that is not as committed, by its stamp.
 *
 * Two states that git tells apart have two stamps. The bank is no part of it, nor are files that git ignores.
 */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { BANK_FOLDER } from '../core/layout.ts'
import { stampOf } from './disk.ts'
import { prefixOf, run } from './git.ts'
import { decodeText } from './text-codec.ts'

/** A work tree in upheaval is not worth knowing again. */
const MOST_CHANGED = 2_000
const MILLISECONDS = 2_000

/** Undefined where git cannot say. */
export function repositoryStamp(root: string): string | undefined {
  const about = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames']
  const answer = run(root, [...about, '--', '.', `:(exclude)${BANK_FOLDER}`], undefined, {
    milliseconds: MILLISECONDS,
    patterns: true,
    isWhole: true,
  })
  if (answer === undefined) return undefined
  const entries = decodeText(answer)
    .split('\0')
    .filter((entry) => entry !== '' && !/^# branch\.(?:upstream|ab|head) /.test(entry))
  if (entries.length > MOST_CHANGED || !entries.some((entry) => entry.startsWith('# branch.oid '))) return undefined
  const prefix = entries.length > 1 ? prefixOf(root) : ''
  return entries.map((entry) => `${entry} ${stampAt(root, prefix, entry)}`).join('\n')
}

/** `1 … <path>`, `u … <path>` and `? <path>`; the path is as seen from the top of the repository. */
function stampAt(root: string, prefix: string, entry: string): string {
  const fields = { '1': 8, u: 10, '?': 1 }[entry[0] ?? '']
  if (fields === undefined) return ''
  const path = entry.split(' ').slice(fields).join(' ')
  const stat = lstatSync(join(root, path.slice(prefix.length)), { throwIfNoEntry: false })
  return stat === undefined ? 'missing' : stampOf(stat)
}
