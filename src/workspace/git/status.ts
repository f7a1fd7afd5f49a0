/** What is not as committed below a folder of a repository, and the commit: git's own answer, taken apart. */

import { join } from 'node:path'
import { BANK_FOLDER } from '../../core/layout.ts'
import type { Project } from '../project/find-project.ts'
import { decodeText } from '../text-codec.ts'
import { prefixOf, run } from './git.ts'

export interface GitStatus {
  readonly head: string
  /** When git was asked. */
  readonly at: number
  /** Paths as seen from the folder; one that is taken from the index only stands there twice, as deleted and as new. */
  readonly entries: readonly { readonly path: string; readonly listed: string }[]
}

const MILLISECONDS = 2_000
const HEAD = '# branch.oid '

/** Undefined where git cannot say, or not in time. */
export function gitStatus(folder: string, now: () => Date): GitStatus | undefined {
  const at = now().getTime()
  const about = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames', '--', '.']
  const answer = run(folder, about, undefined, { milliseconds: MILLISECONDS, isWhole: true })
  const told = answer === undefined ? [] : decodeText(answer).split('\0')
  const head = told.find((entry) => entry.startsWith(HEAD))?.slice(HEAD.length)
  if (head === undefined) return undefined
  const changed = told.filter((entry) => entry !== '' && !entry.startsWith('# '))
  const prefix = changed.length > 0 ? prefixOf(folder) : ''
  return { head, at, entries: changed.map((entry) => readEntry(entry, prefix)) }
}

/** Of the bank, out of what was said of its project; a bank that a link leads to stands in a repository of its own. */
export function statusOfBank(
  { root, bank }: Pick<Project, 'root' | 'bank'>,
  whole: GitStatus | undefined,
  now: () => Date,
): GitStatus | undefined {
  if (whole === undefined || bank !== join(root, BANK_FOLDER)) return gitStatus(bank, now)
  const folder = `${BANK_FOLDER}/`
  const entries = whole.entries.flatMap(({ path, listed }) =>
    path.startsWith(folder) ? [{ path: path.slice(folder.length), listed }] : [],
  )
  return { head: whole.head, at: whole.at, entries }
}

/** `1 XY … <path>`, `u XY … <path>` and `? <path>`; the path is as seen from the top of the repository. */
function readEntry(entry: string, prefix: string): GitStatus['entries'][number] {
  const fields = entry.split(' ')
  const [kind = '', listed = ''] = fields
  const path = fields.slice(kind === '1' ? 8 : kind === 'u' ? 10 : 1).join(' ')
  return { path: path.slice(prefix.length), listed: kind === '?' ? '?' : listed }
}
