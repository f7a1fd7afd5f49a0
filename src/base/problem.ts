/** Every expected failure as data, and in words: the problem and one next step. */

import { ADDITION_PROBLEMS } from './addition-problems.ts'
import { BANK_PROBLEMS } from './bank-problems.ts'
import type { Language } from './language.ts'
import { nextForModel } from './next-for-model.ts'
import type { ProblemEntry, ProblemExit } from './problem-table.ts'
import { WORK_PROBLEMS } from './work-problems.ts'

const PROBLEMS = { ...BANK_PROBLEMS, ...WORK_PROBLEMS, ...ADDITION_PROBLEMS }

type Code = keyof typeof PROBLEMS
type Facts = { [C in Code]: (typeof PROBLEMS)[C] extends { words: (facts: infer F) => unknown } ? F : never }
type ProblemOf<C extends Code> = { [K in C]: { readonly code: K } & Facts[K] }[C]
export type Problem = ProblemOf<Code>

export interface Explanation {
  readonly what: string
  readonly next: string
}

export function explain(problem: Problem, language: Language): Explanation {
  const [what, next] = entryOf(problem.code).words(problem)
  return { what: what[language], next: next[language] }
}

/** The same for a model: the user takes a step that only a person may take (S42). */
export function explainToModel(problem: Problem, language: Language): Explanation {
  const { what, next } = explain(problem, language)
  return { what, next: nextForModel(next, 'doctor', language) }
}

/** The exit code of a command that ends with this problem. */
export function exitOf(problem: Problem): ProblemExit {
  return entryOf(problem.code).exit ?? 'failure'
}

const TABLE: { readonly [C in Code]: ProblemEntry<ProblemOf<C>> } = PROBLEMS

function entryOf<C extends Code>(code: C): ProblemEntry<ProblemOf<C>> {
  return TABLE[code]
}
