/**
 * Finds titles that are similar enough to mention when an entry is added: with other word forms, with more words, or
 * with another answer to the same question (`SQLite for order storage`, `Postgres for order storage`).
 *
 * Words are compared by form, never by meaning. Otherwise, two titles that each have a word the other lacks are two
 * topics.
 */

import { numberIn, withoutNumber } from '../../bank/entry.ts'
import { pageOf } from '../../bank/page.ts'
import { plainWords, sameTopic } from '../../bank/same-topic.ts'
import { type BankPath, baseName, directoryOf } from '../../base/bank-path.ts'
import { stem } from '../../base/stem.ts'
import { wordSet } from '../../base/word-set.ts'

export function nearTopic(one: string, other: string): boolean {
  const [mine, theirs] = [titleOf(one), titleOf(other)]
  const { shared, left } = compareWords(mine.words, theirs.words)
  const [fewer = 0, more = 0] = left.map(({ length }) => length).toSorted((a, b) => a - b)
  if (shared.length === 0) return false
  // Unshared words on both sides mean two topics, unless each side has just a name, with the same purpose.
  if (fewer > 0)
    return (
      shared.length > 1 &&
      mine.hasPurpose &&
      theirs.hasPurpose &&
      left.every(([name, ...rest]) => isName(name) && rest.length === 0)
    )
  if (more === 0) return shared.length > 1 || shared.some(isName)
  if (mine.isNegated !== theirs.isNegated) return false
  if (shared.length === 1 && !shared.some(isName)) return false
  return more <= Math.max(MOST_EXTRA, Math.floor(shared.length / 2))
}

/** The number of words that a longer title may add. */
const MOST_EXTRA = 2

/** True if the word alone can identify a topic. */
function isName(word = ''): boolean {
  return word.length > 2 || /\p{Script=Han}{2}/u.test(word)
}

interface TitleWords {
  readonly words: readonly string[]
  readonly isNegated: boolean
  readonly hasPurpose: boolean
}

function titleOf(title: string): TitleWords {
  const plain = plainWords(title).normalize('NFKC').toLowerCase()
  const latin = plain.match(/(?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:[+#]+(?![\p{L}\p{N}]))?/gu) ?? []
  const han = (plain.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) => run.split(EMPTY_HAN))
  const words = [...latin.filter((word) => !EMPTY.has(word)).map(stem), ...han.filter((word) => word !== '')]
  return { words: [...new Set(words)], isNegated: NEGATION.test(plain), hasPurpose: /\bfor\b|用于|用来/.test(plain) }
}

function compareWords(
  one: readonly string[],
  other: readonly string[],
): { readonly shared: readonly string[]; readonly left: readonly [readonly string[], readonly string[]] } {
  const theirs = new Set(other)
  const shared: string[] = []
  const mine = one.filter((word) => {
    const found = theirs.has(word)
      ? word
      : [...theirs].find((candidate) => !one.includes(candidate) && isShortFor(word, candidate))
    if (found === undefined) return true
    theirs.delete(found)
    shared.push(word)
    return false
  })
  return { shared, left: [mine, [...theirs]] }
}

/** True for a short and a full name: `Postgres` and `PostgreSQL`, `雪花算法` and `雪花算法生成`. */
function isShortFor(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  return (
    (short.length >= 5 || (short.length >= 2 && /^\p{Script=Han}/u.test(short))) &&
    long.startsWith(short) &&
    long.length - short.length <= 2
  )
}

const NEGATION = /\b(?:not|never|no|without|avoid|stop|don'?t|dont)\b|不(?!同|少|断|止|变)|禁止|避免|勿/

/** Function words, and words that any decision may contain. */
const EMPTY = wordSet(`
  the a an and or of for to in on at by with from as is are be was were been it its this that these those there
  we our us i you your they their all any every each some no not never only always also just now then than so
  do does did dont don t s can could may might will would should must shall have has had let lets want need
  use uses used using usage adopt adopts adopted choose chose chosen pick prefer decide decided decision
  how what why where which who when switch switched move moved make makes made live lives hold holds kept keep keeps stand stands put new instead
  rather via through into over under per while if between within`)
const EMPTY_HAN =
  /我们|使用|采用|选用|选择|选定|决定|决策|改用|改为|换成|统一|所有|全部|一律|必须|应该|应当|需要|通过|进行|作为|用于|用来|基于|利用|每个|各个|相关|一个|为什么|怎么|怎样|如何|什么|不再|不要|不用|禁止|用(?!户)|以|做|为|的|在|与|和|及|将|把|对|是|由|按|均|都|了|要|不/

export interface TitledDocument {
  readonly path: BankPath
  /** Without a requirement's number. */
  readonly title: string
}

/** Another document on this topic: first by title, number or name, then by a similar title. */
export function sameDocument(
  path: BankPath,
  text: string,
  others: readonly { readonly path: BankPath; readonly text: string }[],
): TitledDocument | undefined {
  const one = documentOf(path, text)
  const beside = others
    .filter((other) => other.path !== path && directoryOf(other.path) === directoryOf(path))
    .map((other) => documentOf(other.path, other.text))
  return (
    beside.find((other) => isSame(one, other) || isCopy(one.name, other.name)) ??
    beside.find((other) => nearTopic(one.title, other.title))
  )
}

interface NamedDocument extends TitledDocument {
  readonly name: string
  readonly number: number | undefined
}

function documentOf(path: BankPath, text: string): NamedDocument {
  const file = baseName(path).replace(/\.md$/i, '')
  const title = pageOf(text).title ?? file
  return { path, title: withoutNumber(title), name: withoutNumber(file), number: numberIn(file) ?? numberIn(title) }
}

function isSame(one: NamedDocument, other: NamedDocument): boolean {
  if (one.number !== undefined && one.number === other.number) return true
  return sameTopic(one.title, other.title) || sameTopic(one.name, other.title) || sameTopic(one.title, other.name)
}

function isCopy(name: string, of: string): boolean {
  const bare = name.replace(/[-_ ]?(?:v?\d+|new|copy|副本|新版?)$/i, '')
  return bare !== name && /\p{L}{3}|\p{Script=Han}{2}/u.test(bare) && bare.toLowerCase() === of.toLowerCase()
}
