/** The shape of a table of problems: what a code's facts are, how they read, and what a command then exits with. */

import type { Words } from './language.ts'

export type ProblemTable = Readonly<Record<string, ProblemEntry<never>>>

export interface ProblemEntry<Facts> {
  /** What is wrong, and the one next step. */
  readonly words: (facts: Facts) => readonly [what: Words, next: Words]
  /** `failure` if left out. */
  readonly exit?: ProblemExit
}

/** failure: something failed · usage: the call was wrong · notConfirmed: nobody agreed · conflict: somebody else's change is in the way */
export type ProblemExit = 'failure' | 'usage' | 'notConfirmed' | 'conflict'
