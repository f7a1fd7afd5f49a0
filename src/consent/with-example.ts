/** A problem of a memory_propose call, with an example of a right call in one line as its next step (S43). */

import { ADDITION_KINDS, type AdditionKind, type ProposedKind } from '../base/addition.ts'
import type { Words } from '../base/language.ts'
import type { Problem } from '../base/problem.ts'
import { exampleOf, kindOfAddition } from '../bank/decode-addition.ts'

/** `input`: what the tool was called with. */
export function withExample(problem: Problem, input: unknown): Problem {
  if (problem.code === 'addition-incomplete') return { ...problem, next: example(problem.kind) }
  if (problem.code !== 'addition-invalid') return problem
  return { ...problem, next: example(kindsIn(input)[0] ?? ADDITION_KINDS[0]) }
}

function example(kind: ProposedKind): Words {
  return {
    en: `Call memory_propose again; an entry of this kind: ${exampleOf(kind)}`,
    zh: `请重新调用 memory_propose；这类条目的写法：${exampleOf(kind)}`,
  }
}

function kindsIn(input: unknown): readonly AdditionKind[] {
  if (typeof input !== 'object' || input === null) return []
  const entries = 'entries' in input && Array.isArray(input.entries) ? input.entries : [input]
  return entries.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'kind' in entry ? (kindOfAddition(entry.kind) ?? []) : [],
  )
}
