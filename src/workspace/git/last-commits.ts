/** When each file of the bank was last committed, and by whom. */

import { type BankPath, bankPath } from '../../core/bank-path.ts'
import { type Memo, NO_MEMO } from '../../core/memo.ts'
import { git, split } from './git.ts'
import type { GitStatus } from './status.ts'

export interface LastCommit {
  /** YYYY-MM-DD, as the committer's clock had it. */
  readonly date: string
  readonly author: string
}

/** The last commit of every file that is tracked and clean. What the log of a commit says is worked out once. */
export function lastCommits(
  bank: string,
  status: GitStatus | undefined,
  memo: Memo = NO_MEMO,
): ReadonlyMap<BankPath, LastCommit> {
  if (status === undefined) return new Map()
  const commits = memo.of('last-commits', status.head, () => [...commitsAt(bank, status.head)])
  const changed = new Set(status.entries.map(({ path }) => path))
  return new Map(commits.filter(([path]) => !changed.has(path)))
}

function commitsAt(bank: string, head: string): ReadonlyMap<BankPath, LastCommit> {
  const tracked = new Set(split(git(bank, ['ls-tree', '-r', '-z', '--name-only', head, '--', '.'])))
  const commits = new Map<BankPath, LastCommit>()
  const log = git(bank, [
    'log',
    head,
    '--relative',
    '--name-only',
    '--no-renames',
    '-z',
    '--format=//%cs/%an',
    '--',
    '.',
  ])
  let current: LastCommit | undefined
  for (const token of split(log)) {
    if (token.startsWith('//')) {
      current = { date: token.slice(2, 12), author: token.slice(13) }
      continue
    }
    const path = bankPath(token.replace(/^\n/, '')) // a commit's first path stands on a new line
    if (path !== undefined && current !== undefined && tracked.has(path) && !commits.has(path))
      commits.set(path, current)
    if (commits.size === tracked.size) break
  }
  return commits
}
