/**
 * What a proposal leaves behind in a session, so that it is known again when it comes back: hashes alone, no text.
 *
 * The same is what has the same title in the same place, or four fifths of the words (S36).
 */

import { type BankPath, directoryOf } from '../base/bank-path.ts'

export interface Trace {
  readonly targets: readonly BankPath[]
  readonly title: string
  readonly words: readonly string[]
}

/** Is what was proposed proposed again? */
export function isProposedAgain(before: Trace, now: Trace): boolean {
  const isPlaced = now.targets.some((path) => isAt(before, path))
  return (isPlaced && before.title === now.title) || holdsMost(before, new Set(now.words))
}

/**
 * What a session's person has declined after their answer to what left these traces: what they agreed to after all is no
 * longer declined; a part they said no to by name (counted from 1) is, whatever became of the others.
 */
export function declinedAfter(
  declined: readonly Trace[],
  traces: readonly Trace[],
  answer: { readonly kind: 'no' } | { readonly kind: 'yes'; readonly butNot: readonly number[] } | undefined,
): readonly Trace[] {
  if (answer === undefined) return declined
  if (answer.kind === 'no') return [...declined, ...traces].slice(-MOST_DECLINED)
  const refused = traces.filter((_, index) => answer.butNot.includes(index + 1))
  const agreed = traces.filter((trace) => !refused.includes(trace))
  const kept = declined.filter((one) => !agreed.some((trace) => isProposedAgain(one, trace)))
  return [...kept, ...refused].slice(-MOST_DECLINED)
}

const MOST_DECLINED = 40

/** Files of a folder of documents are named as anybody likes: the folder is the place. */
export function isAt({ targets }: Trace, path: BankPath): boolean {
  return targets.some((target) => target === path || (isDocument(path) && directoryOf(target) === directoryOf(path)))
}

export function holdsMost({ words }: Trace, said: ReadonlySet<string>): boolean {
  return words.length >= FEWEST_WORDS && words.filter((word) => said.has(word)).length >= words.length * MOST
}

/** Fewer words are found together by chance. */
const FEWEST_WORDS = 5
const MOST = 0.8

function isDocument(path: BankPath): boolean {
  return /^details\/(?:design|requirements|learnings)\//.test(path)
}
