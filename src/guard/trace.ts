/**
 * What a proposal leaves behind in a session, so that it is known again when it comes back: hashes alone, no text.
 *
 * The same is what has the same title in the same place, or four fifths of the words (S36).
 */

import { type BankPath, directoryOf } from '../core/bank-path.ts'

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
