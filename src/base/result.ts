/** An expected outcome as a value: it worked, or a problem says what is wrong. A throw is a bug. */

import type { Problem } from './problem.ts'

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function fail(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem }
}
