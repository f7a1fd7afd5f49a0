/** Calls a function at most once, when its value is first needed. */

export function once<T>(ask: () => T): () => T {
  let answer: { readonly value: T } | undefined
  return () => {
    answer ??= { value: ask() }
    return answer.value
  }
}
