/**
 * The trace of a proposal: hashes that recognise it later without its text.
 *
 * Two proposals are the same if they have the same title in the same place, or share four fifths of the words (S36).
 */

import { type BankPath, directoryOf } from '../base/bank-path.ts'

export interface Trace {
  readonly targets: readonly BankPath[]
  readonly title: string
  readonly words: readonly string[]
}

/** Whether the second proposal repeats the first. */
export function isProposedAgain(before: Trace, now: Trace): boolean {
  const isPlaced = now.targets.some((path) => isAt(before, path))
  return (isPlaced && before.title === now.title) || holdsMost(before, new Set(now.words))
}

/**
 * The declined proposals after an answer. An accepted proposal is removed from them. A part declined by name (counted
 * from 1) is added, whatever happens to the other parts.
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

/**
 * Whether a path is a place of the proposal. For documents only the folder counts, because their names can be chosen
 * freely.
 */
export function isAt({ targets }: Trace, path: BankPath): boolean {
  return targets.some((target) => target === path || (isDocument(path) && directoryOf(target) === directoryOf(path)))
}

export function holdsMost({ words }: Trace, said: ReadonlySet<string>): boolean {
  return words.length >= FEWEST_WORDS && words.filter((word) => said.has(word)).length >= words.length * MOST
}

/** Fewer words may occur together by chance. */
const FEWEST_WORDS = 5
const MOST = 0.8

function isDocument(path: BankPath): boolean {
  return /^details\/(?:design|requirements|learnings)\//.test(path)
}
