/** A problem as the page tells it: what is wrong and the one next step, without the value of a secret (S35). */

import type { Language } from '../base/language.ts'
import type { ToldProblem } from '../bank/reports.ts'
import { explain, type Problem } from '../base/problem.ts'
import { maskSecrets } from '../secrets/mask.ts'

export function toldProblem(problem: Problem, language: Language): ToldProblem {
  const { what, next } = explain(problem, language)
  return { code: problem.code, message: maskSecrets(what), next: maskSecrets(next) }
}
