/** The state of a bank in git, which its files do not show (S10). */

import type { BankPath } from '../base/bank-path.ts'

export interface BankInGit {
  /** Files that a merge, a rebase or a stash left unmerged in git's index. */
  readonly unmerged: readonly BankPath[]
  /** Files that git has but that a sparse checkout leaves out of the folder. */
  readonly leftOut: readonly BankPath[]
  /** No file of the bank is in git, and git ignores it. */
  readonly isIgnored: boolean
  /** Git did not answer in time, so the other fields may be wrong. */
  readonly isLate: boolean
}

export const NOT_IN_GIT: BankInGit = { unmerged: [], leftOut: [], isIgnored: false, isLate: false }
