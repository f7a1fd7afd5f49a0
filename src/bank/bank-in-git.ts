/** What git knows about a bank that its files do not show (S10). */

import type { BankPath } from '../base/bank-path.ts'

export interface BankInGit {
  /** Files that a merge, a rebase or a stash left unmerged in git's index. */
  readonly unmerged: readonly BankPath[]
  /** Files that git has and that a sparse checkout leaves out of the folder. */
  readonly leftOut: readonly BankPath[]
  /** Nothing of the bank is in git, and git is told to ignore it. */
  readonly isIgnored: boolean
  /** Git did not answer in time: all of this may be otherwise. */
  readonly isLate: boolean
}

export const NOT_IN_GIT: BankInGit = { unmerged: [], leftOut: [], isIgnored: false, isLate: false }
