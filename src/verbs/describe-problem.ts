/** A problem as text, with secrets masked (S35). */

import type { ProblemText } from '../bank/page-answers.ts'
import type { Language } from '../base/language.ts'
import { exitOf, explain, type Problem } from '../base/problem.ts'
import { maskSecrets } from '../secrets/mask.ts'

export { exitOf }

export function describeProblem(problem: Problem, language: Language): ProblemText {
  const { what, next } = explain(problem, language)
  return { code: problem.code, message: maskSecrets(what), next: maskSecrets(next) }
}
