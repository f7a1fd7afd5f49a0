/**
 * Whether two titles speak of nearly the same thing, for a person to judge: one title reworded, or one that says what
 * the other says and a little more, or another answer to the same question (`SQLite for order storage`, `Postgres for
 * order storage`). Otherwise titles that each name something the other does not are two topics.
 */

import { type Topic, type TopicWord, topicOf } from './topic-words.ts'

export function nearTopic(one: string, other: string): boolean {
  return isNear(topicOf(one), topicOf(other))
}

function isNear(one: Topic, other: Topic): boolean {
  const { exact, left } = compared(one.words, other.words)
  const [fewer, more] = [left[0].length, left[1].length].toSorted((a, b) => a - b)
  const shared = one.words.length - left[0].length
  if (shared === 0 || fewer === undefined || more === undefined) return false
  // What is left over on both sides tells them apart.
  if (fewer > 0) return shared > 1 && one.hasPurpose && other.hasPurpose && left.every(isOneName)
  if (more === 0) return shared > 1 || exact.some(isName)
  // Said the other way round, it is the same topic only if nothing else is different.
  if (one.negated !== other.negated) return false
  // By synonyms alone only a whole title is told: a part of one may be about anything.
  if (exact.length === 0 || (shared === 1 && !exact.some(isName))) return false
  return more <= Math.max(MOST_EXTRA, Math.floor(shared / 2))
}

function isOneName(words: readonly TopicWord[]): boolean {
  return words.length === 1 && words.every(isName)
}

/** So much a title may say beyond the other: a purpose, a place. */
const MOST_EXTRA = 2

/** A name, and no word of the trade: `SQLite` tells a topic by itself, `cache` does not. */
function isName(word: TopicWord): boolean {
  return word.sets.length === 0 && (word.text.length > 2 || /\p{Script=Han}{2}/u.test(word.text))
}

/** Their words paired, each once, the same ones first, then those that mean the same; and what either has left. */
function compared(
  one: readonly TopicWord[],
  other: readonly TopicWord[],
): { readonly exact: readonly TopicWord[]; readonly left: readonly [readonly TopicWord[], readonly TopicWord[]] } {
  const theirs = new Map(other.map((word) => [word.text, word]))
  const exact = one.filter((word) => theirs.delete(word.text))
  const ours = one.filter((word) => {
    if (exact.includes(word)) return false
    const meant = [...theirs.values()].find((candidate) => meansTheSame(word, candidate))
    if (meant !== undefined) theirs.delete(meant.text)
    return meant === undefined
  })
  return { exact, left: [ours, [...theirs.values()]] }
}

function meansTheSame(one: TopicWord, other: TopicWord): boolean {
  if (one.sets.length > 0 || other.sets.length > 0) return one.sets.some((set) => other.sets.includes(set))
  // A name in full or short: `Postgres` and `PostgreSQL`.
  const [short, long] = [one.text, other.text].toSorted((a, b) => a.length - b.length)
  return short !== undefined && short.length >= 5 && long?.startsWith(short) === true && long.length - short.length <= 2
}
