/**
 * Whether the bank covers a question: yes, weakly, no (S23).
 *
 * Two shares say it: how much of what is asked an entry speaks about, and how much of it stands in one passage. Words
 * that stand together speak about one matter; the same words scattered over a page meet there by chance.
 */

import type { Covered } from '../core/pack.ts'
import { estimateTokens } from '../text/tokens.ts'
import { type Found, linesOf, type Reader } from './choose.ts'
import { askedIn, covers, type Point } from './coverage.ts'
import { isTask } from './rank-task.ts'
import type { SearchIndex } from './search-index.ts'
import { termsIn } from './tokenize.ts'
import { hasFlag } from './unit-flags.ts'

/** The share of the question from which on the bank speaks about it, and from which on it has all of it. */
const KNOWN = 0.45
const COVERED = 0.7

/** By the best entry, and half by the one that has most of the question, which may be another. */
export function coveredBy(
  ranked: readonly Found[],
  points: readonly Point[],
  index: SearchIndex,
  read: Reader,
): Covered {
  const [top] = ranked
  if (top === undefined) return 'no'
  const most = ranked.reduce((best, candidate) => (candidate.share > best.share ? candidate : best))
  // Of a task each has the share of the sentence it answers best.
  const shareOf = (candidate: Found) =>
    isTask(points) ? candidate.share : (candidate.share + inOnePassage(candidate, points, index, read)) / 2
  const share = most === top ? shareOf(top) : (shareOf(top) + shareOf(most)) / 2
  return share >= COVERED ? 'yes' : share >= KNOWN ? 'weakly' : 'no'
}

/** How much of the question stands in the few sentences of an entry that have most of it, its headings included. */
function inOnePassage(candidate: Found, points: readonly Point[], index: SearchIndex, read: Reader): number {
  const asked = askedIn(points)
  const headings = termsIn(headingsOf(candidate, index), asked)
  const sentences = linesOf(candidate, read)
    .flatMap((line) => line.split(SENTENCE_END))
    .map((text) => ({ tokens: estimateTokens(text), terms: termsIn([text], asked) }))
  let most = covers(points, headings)
  for (const [first, { terms }] of sentences.entries()) {
    if (terms.size === 0) continue
    const passage = [headings]
    let tokens = 0
    for (const sentence of sentences.slice(first, first + MOST_SENTENCES)) {
      tokens += sentence.tokens
      if (tokens > PASSAGE && passage.length > 1) break
      passage.push(sentence.terms)
    }
    most = Math.max(most, covers(points, { has: (term) => passage.some((held) => held.has(term)) }))
  }
  return most
}

/** Of a row or an item the headings above it are those of all its neighbours. */
function headingsOf({ path, unit, trail, heading }: Found, index: SearchIndex): readonly string[] {
  if (hasFlag(index.unit(unit)?.flags ?? 0, 'apart')) return []
  return [index.file(path)?.title ?? '', ...trail, heading]
}

const SENTENCE_END = /(?<=[.!?;])\s+|(?<=[。！？；|])\s*/
/** A passage in tokens, and in sentences, of which some have one word. */
const PASSAGE = 70
const MOST_SENTENCES = 12
