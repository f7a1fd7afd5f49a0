/** The shape of a table of problems: what a code's facts are, how they read, and what a command then exits with. */

import type { Words } from './language.ts'

export type ProblemTable = Readonly<Record<string, ProblemEntry<never>>>

export interface ProblemEntry<Facts> {
  /** What is wrong, and the one next step. */
  readonly words: (facts: Facts) => readonly [what: Words, next: Words]
  /** `failure`, unless it says otherwise. */
  readonly exit?: ProblemExit
}

/** failure: something failed · usage: asked for wrongly · notConfirmed: nobody agreed · conflict: somebody else's change stands in the way */
export type ProblemExit = 'failure' | 'usage' | 'notConfirmed' | 'conflict'
