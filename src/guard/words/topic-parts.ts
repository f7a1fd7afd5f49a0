/**
 * Finds parts of a proposal named by subject: "the decision about retries", "the cache one", "关于缓存的", "重试那条".
 *
 * Precision first: every word must be in the headline of exactly one entry, and must not be an answer word. A single word
 * names nothing, because "just retry" and "cache it" are orders.
 */

import type { Topic } from '../../bank/proposal.ts'
import type { AdditionKind } from '../../base/addition.ts'
import { stem } from '../../base/stem.ts'
import type { Named } from './parts.ts'

/**
 * The part that the words from `at` on name. A name without a noun such as "entry" is bare: it names a part only next
 * to "only", "except" or "not".
 *
 * `isAnswer`: whether an answer word begins at a unit.
 */
export function topicAt(
  units: readonly string[],
  at: number,
  topics: readonly Topic[],
  isAnswer: (at: number) => boolean,
): Named | undefined {
  if (topics.length === 0) return undefined
  const read = { units, topics, isAnswer }
  return inChinese(read, at) ?? inEnglish(read, at)
}

interface Read {
  readonly units: readonly string[]
  readonly topics: readonly Topic[]
  readonly isAnswer: (at: number) => boolean
}

/** The end of a name, the entries it may mean, and the number of names joined by "and". */
interface Found {
  readonly end: number
  readonly entries: readonly number[]
  readonly names: number
}

function inEnglish(read: Read, at: number): Named | undefined {
  const { units, topics } = read
  const begin = afterArticle(units, at)
  const noun = nounAt(units, begin)
  if (noun !== undefined && ABOUT.has(units[begin + 1] ?? '')) {
    const words = wordsFrom(read, afterArticle(units, begin + 2))
    return words === undefined ? undefined : namedAs(at, words, noun, topics)
  }
  const words = wordsFrom(read, begin)
  if (words === undefined) return noun === undefined ? undefined : namedByKind(at, begin + 1, noun, topics)
  const after = nounAt(units, words.end)
  if (after !== undefined) return namedAs(at, { ...words, end: words.end + 1 }, after, topics)
  return begin > at ? named(at, words, true) : undefined
}

function afterArticle(units: readonly string[], at: number): number {
  return ARTICLES.has(units[at] ?? '') ? at + 1 : at
}

function nounAt(units: readonly string[], at: number): ReturnType<typeof NOUNS.get> {
  return NOUNS.get(units[at] ?? '')
}

function inChinese({ units, topics, isAnswer }: Read, at: number): Named | undefined {
  const hasAbout = units[at] === '关' && units[at + 1] === '于'
  const begin = hasAbout ? at + 2 : at
  const kind = chineseKind(units, begin)
  if (kind !== undefined) {
    const tail = chineseTail(units, begin + 2)
    return namedByKind(at, tail ?? begin + 2, { kind, isMany: true }, topics)
  }
  if (isAnswer(begin)) return undefined
  for (let end = Math.min(units.length, begin + LONGEST_RUN); end > begin; end -= 1) {
    const run = units.slice(begin, end).join('')
    const tail = chineseTail(units, end)
    if (tail === undefined) continue
    const entries = topics.flatMap(({ headline }, index) => (holds(headline, run) ? [index + 1] : []))
    if (entries.length > 0) return named(at, { end: tail, entries, names: 1 }, false)
  }
  return undefined
}

const LONGEST_RUN = 12
const HAN_WORD = /\p{Script=Han}{2}/u
const LATIN_WORD = /^[a-z][a-z0-9._/-]+$/

function holds(headline: string, run: string): boolean {
  const said = headline.normalize('NFKC').toLowerCase()
  if (LATIN_WORD.test(run)) return wordsIn(said).has(stem(run))
  return HAN_WORD.test(run) && said.replace(/\s+/g, '').includes(run)
}

/** The unit after "的", "那条", "的那一条" or "的决策", which mean an entry. */
function chineseTail(units: readonly string[], from: number): number | undefined {
  const found = /^(?:的(?:[那这]?(?:一)?[条个项点则])?|[那这](?:一)?[条个项点则])/u.exec(
    units.slice(from, from + 4).join(''),
  )
  const end = found === null ? from : from + [...found[0]].length
  if (chineseKind(units, end) !== undefined) return chineseTail(units, end + 2) ?? end + 2
  return found === null ? undefined : end
}

function chineseKind(units: readonly string[], at: number): AdditionKind | undefined {
  return CHINESE_KINDS.get(`${units[at] ?? ''}${units[at + 1] ?? ''}`)
}

/** A row of words of one entry, or several rows joined by "and". */
function wordsFrom(read: Read, from: number): Found | undefined {
  const first = rowFrom(read, from)
  if (first === undefined || !JOINS.has(read.units[first.end] ?? '')) return first
  const next = wordsFrom(read, ARTICLES.has(read.units[first.end + 1] ?? '') ? first.end + 2 : first.end + 1)
  if (next === undefined || first.entries.length !== 1 || next.entries.length > next.names) return first
  return { end: next.end, entries: [...new Set([...first.entries, ...next.entries])], names: next.names + 1 }
}

function rowFrom({ units, topics, isAnswer }: Read, from: number): Found | undefined {
  let entries: readonly number[] = topics.map((_, index) => index + 1)
  let end = from
  while (LATIN_WORD.test(units[end] ?? '') && !isAnswer(end) && !NOUNS.has(units[end] ?? '')) {
    const word = stem(units[end] ?? '')
    entries = entries.filter((entry) => wordsIn(topics[entry - 1]?.headline.toLowerCase() ?? '').has(word))
    if (entries.length === 0) return undefined
    end += 1
  }
  return end === from ? undefined : { end, entries, names: 1 }
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set((text.match(/[a-z][a-z0-9._/-]*/g) ?? []).map(stem))
}

interface Noun {
  /** Undefined for generic nouns such as "one" and "entry". */
  readonly kind: AdditionKind | undefined
  readonly isMany: boolean
}

function namedAs(at: number, found: Found, { kind, isMany }: Noun, topics: readonly Topic[]): Named | undefined {
  const entries = found.entries.filter((entry) => kind === undefined || topics[entry - 1]?.kind === kind)
  return named(at, { ...found, entries, names: isMany ? entries.length : found.names }, false)
}

/** "the decisions", in a proposal that also has other kinds. */
function namedByKind(at: number, end: number, { kind, isMany }: Noun, topics: readonly Topic[]): Named | undefined {
  const entries = topics.flatMap((topic, index) => (topic.kind === kind ? [index + 1] : []))
  if (entries.length === 0 || entries.length === topics.length || (entries.length > 1 && !isMany)) return undefined
  return { length: end - at, parts: () => entries, bare: false, byTopic: true }
}

/** An ambiguous name names nothing. */
function named(at: number, { end, entries, names }: Found, bare: boolean): Named | undefined {
  if (entries.length === 0 || entries.length > names) return undefined
  return { length: end - at, parts: () => entries, bare, byTopic: true }
}

const ARTICLES = new Set(['the', 'that', 'your'])
const ABOUT = new Set(['about', 'on', 'regarding', 'concerning', 'for'])
const JOINS = new Set(['and', '和', '&'])

const NOUNS: ReadonlyMap<string, Noun> = new Map(
  Object.entries({
    one: undefined,
    entry: undefined,
    item: undefined,
    part: undefined,
    note: undefined,
    decision: 'decision',
    learning: 'learning',
    lesson: 'learning',
    requirement: 'requirement',
    design: 'design',
    focus: 'focus',
    progress: 'progress',
  } as const).flatMap(([word, kind]): [string, Noun][] => [
    [word, { kind, isMany: false }],
    [word === 'entry' ? 'entries' : `${word}s`, { kind, isMany: true }],
  ]),
)

const CHINESE_KINDS: ReadonlyMap<string, AdditionKind> = new Map([
  ['决策', 'decision'],
  ['决定', 'decision'],
  ['经验', 'learning'],
  ['教训', 'learning'],
  ['需求', 'requirement'],
  ['设计', 'design'],
  ['焦点', 'focus'],
  ['进度', 'progress'],
])
