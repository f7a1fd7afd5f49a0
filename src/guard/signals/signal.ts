/** A signal: something in the session that is worth a proposal (S40), without a word of it. */

export interface Signal {
  readonly kind: SignalKind
  /** What it is about, as hashes of its words. */
  readonly terms: readonly string[]
  /** Shown by a call: it is gone when what the call did is taken back. */
  readonly called?: true
}

export type SignalKind = 'decision' | 'requirement' | 'finding' | 'workflow' | 'tech' | 'focus' | 'design' | 'conflict'

/** Do two matters share most of the words of the smaller one? */
export function isSameMatter(a: readonly string[], b: readonly string[]): boolean {
  const [few, many] = a.length <= b.length ? [a, new Set(b)] : [b, new Set(a)]
  return few.length > 0 && few.filter((term) => many.has(term)).length >= few.length * SHARED
}

const SHARED = 0.6
