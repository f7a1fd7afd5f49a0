/** The shape of a table of problems: the facts of each code, its words, and its exit code. */

import type { Words } from './language.ts'

export type ProblemTable = Readonly<Record<string, ProblemEntry<never>>>

export interface ProblemEntry<Facts> {
  readonly words: (facts: Facts) => readonly [what: Words, next: Words]
  /** `failure` if left out. */
  readonly exit?: ProblemExit
}

/**
 * failure: something failed · usage: the call was wrong · notConfirmed: the user did not confirm · conflict: another
 * change is in the way
 */
export type ProblemExit = 'failure' | 'usage' | 'notConfirmed' | 'conflict'
