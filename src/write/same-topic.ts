/**
 * Whether two titles speak of the same thing, or of nearly the same.
 *
 * The same is said strictly, because it decides what is updated: the words alike, decoration, dates and punctuation
 * aside. Nearly is a hint for a person and changes nothing.
 */

import { onlyLetters } from '../core/letters.ts'
import { normal } from '../core/sayings.ts'

export function sameTopic(one: string, other: string): boolean {
  const topic = topicOf(one)
  return topic !== '' && topic === topicOf(other)
}

export function nearTopic(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.size < FEWEST_WORDS || b.size < FEWEST_WORDS) return false
  const shared = [...a].filter((word) => b.has(word)).length
  return (2 * shared) / (a.size + b.size) >= NEAR
}

/** Half of the words shared, of at least three: below that, everything is near everything. */
const NEAR = 0.5
const FEWEST_WORDS = 3

function topicOf(text: string): string {
  return onlyLetters(normal(text).normalize('NFKC'))
}

const EMPTY_WORDS = new Set(
  'the a an and or of for to in on at by with from as is are be use uses using we our it its not no all any new'.split(
    ' ',
  ),
)

/** Latin words, and pairs of Han characters. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = normal(text).normalize('NFKC')
  const latin = [...plain.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(([word]) =>
    /\p{Script=Han}/u.test(word) || EMPTY_WORDS.has(word) ? [] : [word],
  )
  const han = [...plain.matchAll(/\p{Script=Han}+/gu)].flatMap(([run]) =>
    Array.from({ length: Math.max(1, run.length - 1) }, (_, at) => run.slice(at, at + 2)),
  )
  return new Set([...latin, ...han])
}
