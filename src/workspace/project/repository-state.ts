/**
 * What a repository is known by without reading it: its commit, and each file that is not as committed, by its stamp.
 *
 * Two states that git tells apart are two states, and between them it is known which files may differ. The bank is no
 * part of it, nor are files that git ignores.
 */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { BANK_FOLDER } from '../../core/layout.ts'
import { settledStamp } from '../disk.ts'
import { run } from '../git/git.ts'
import type { GitStatus } from '../git/status.ts'
import { decodeText } from '../text-codec.ts'

export interface RepositoryState {
  readonly head: string
  /** By path, as seen from the root: how git lists it, and its stamp; none for a file that a second write could leave looking the same. */
  readonly files: Readonly<Record<string, { readonly listed: string; readonly stamp?: string }>>
}

export interface RepositoryChange {
  readonly paths: ReadonlySet<string>
  /** Whether there are files that were not listed before, or are no longer. */
  readonly isRelisted: boolean
}

/** A work tree in upheaval is not worth knowing again. */
const MOST_CHANGED = 2_000
const MILLISECONDS = 2_000
const NOT_THE_BANK = ['--', '.', `:(exclude)${BANK_FOLDER}`]

/** By what git says of its root; undefined where that is too much. */
export function repositoryState(root: string, { head, entries, at }: GitStatus): RepositoryState | undefined {
  const told = entries.filter(({ path }) => !path.startsWith(`${BANK_FOLDER}/`))
  if (told.length > MOST_CHANGED) return undefined
  const files: Record<string, { listed: string; stamp?: string }> = {}
  for (const { listed, path } of told) {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
    const stamp = stat === undefined ? 'missing' : settledStamp(stat, at)
    // What was taken from the index only is told twice: as deleted, and as new.
    const also = Object.hasOwn(files, path) ? (files[path]?.listed ?? '') : ''
    files[path] = { listed: also + listed, ...(stamp === undefined ? {} : { stamp }) }
  }
  return { head, files }
}

/** What may differ between two states; undefined where git cannot say, or where it is very much. */
export function changeBetween(
  root: string,
  before: RepositoryState,
  after: RepositoryState,
): RepositoryChange | undefined {
  const paths = new Set<string>()
  let isRelisted = false
  if (before.head !== after.head) {
    const about = ['diff', '--name-status', '-z', '--no-renames', '--relative', '--no-ext-diff']
    const told = listOf(root, [...about, before.head, after.head, ...NOT_THE_BANK])
    if (told === undefined) return undefined
    for (let at = 0; at + 1 < told.length; at += 2) {
      paths.add(told[at + 1] ?? '')
      isRelisted ||= told[at] === 'A' || told[at] === 'D'
    }
  }
  for (const path of new Set([...Object.keys(before.files), ...Object.keys(after.files)])) {
    const [was, is] = [entryAt(before, path), entryAt(after, path)]
    if (was?.listed === is?.listed && was?.stamp !== undefined && was.stamp === is?.stamp) continue
    paths.add(path)
    isRelisted ||= listing(was?.listed) !== listing(is?.listed)
  }
  return paths.size > MOST_CHANGED ? undefined : { paths, isRelisted }
}

/** Those of the paths that git tracks, or would. */
export function listedAmong(root: string, paths: readonly string[]): ReadonlySet<string> | undefined {
  if (paths.length === 0) return new Set()
  const listed = listOf(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths], false)
  return listed === undefined ? undefined : new Set(listed)
}

function entryAt({ files }: RepositoryState, path: string): RepositoryState['files'][string] | undefined {
  return Object.hasOwn(files, path) ? files[path] : undefined
}

/** A file that is only changed is listed as the commit has it. */
function listing(listed: string | undefined): string {
  return listed === undefined ? '' : listed.replaceAll(/[^?AD]/g, '').replace(/^D$/, listed[0] === 'D' ? 'D' : '')
}

function listOf(root: string, args: readonly string[], patterns = true): readonly string[] | undefined {
  const answer = run(root, args, undefined, { milliseconds: MILLISECONDS, patterns, isWhole: true })
  return answer === undefined
    ? undefined
    : decodeText(answer)
        .split('\0')
        .filter((entry) => entry !== '')
}
