/**
 * When files of the bank came to this branch: what was made here by its commit, what another branch brought by the merge.
 *
 * Git is asked twice, however many files are named. Outside git nothing is known.
 */

import type { Arrival } from '../../bank/snapshot.ts'
import type { BankPath } from '../../core/bank-path.ts'
import { git, split } from './git.ts'

/** A file that no commit of this branch has, such as one of a merge that is not committed, is left out. */
export function arrivals(bank: string, paths: readonly BankPath[]): ReadonlyMap<BankPath, Arrival> {
  if (paths.length === 0) return new Map()
  const brought = additions(bank, ['--first-parent', '--diff-merges=first-parent'], paths)
  const made = additions(bank, [], paths)
  return new Map(
    paths.flatMap((path) => {
      const came = brought.get(path)
      return came === undefined ? [] : [[path, { ...came, made: made.get(path)?.date ?? came.date }] as const]
    }),
  )
}

interface Addition {
  readonly commit: string
  /** How many commits were made here since. */
  readonly age: number
  readonly date: string
}

/** The commit that last added each path. */
function additions(bank: string, how: readonly string[], paths: readonly BankPath[]): ReadonlyMap<string, Addition> {
  const about = [
    'log',
    ...how,
    '--diff-filter=A',
    '--no-renames',
    '--relative',
    '--name-only',
    '-z',
    '--format=//%H %aI',
  ]
  const found = new Map<string, Addition>()
  let [commit, date, age] = ['', '', -1]
  for (const token of split(git(bank, [...about, '--', ...paths]))) {
    const path = token.replace(/^\n/, '')
    if (path.startsWith('//')) {
      ;[commit = '', date = ''] = path.slice(2).split(' ')
      age += 1
    } else if (path !== '' && !found.has(path)) found.set(path, { commit, age, date })
  }
  return found
}
