/**
 * The words a title is about: what it names and what for, each as one concept whatever its form or language.
 *
 * Words that any decision has (use, adopt, 采用), articles and prepositions are no part of it; forms of a word are one
 * word; a term of the trade knows the sets of words that mean the same (`数据库`, `database`, `db`).
 */

import { plainWords } from '../../bank/already-said.ts'
import { once } from '../../base/once.ts'
import { stem } from '../../base/stem.ts'
import { DOMAIN } from './synonym-list.ts'

export interface TopicWord {
  readonly text: string
  /** The sets of the list it stands in; none of a name that only this project has (`SQLite`, `OrderService`). */
  readonly sets: readonly number[]
}

export interface Topic {
  readonly words: readonly TopicWord[]
  /** Says what is not to be. */
  readonly negated: boolean
  /** Says what something is for. */
  readonly hasPurpose: boolean
}

export function topicOf(title: string): Topic {
  const plain = plainWords(title).normalize('NFKC').toLowerCase()
  const words = new Map<string, TopicWord>()
  const runs = [...plain.matchAll(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:[+#]+(?![\p{L}\p{N}]))?/gu)]
  const pending: string[] = []
  const settle = () => {
    for (const word of phrasesIn(pending.splice(0))) words.set(word.text, word)
  }
  for (const [run] of runs) {
    if (!/^\p{Script=Han}/u.test(run)) {
      pending.push(run)
      continue
    }
    settle()
    for (const word of wordsOfHan(run)) words.set(word.text, word)
  }
  settle()
  return { words: [...words.values()], negated: NEGATION.test(plain), hasPurpose: PURPOSE.test(plain) }
}

/** Words of several parts that the list has (`rate limit`) are one; empty words fall out. */
function phrasesIn(run: readonly string[]): readonly TopicWord[] {
  const found: TopicWord[] = []
  for (let at = 0; at < run.length; ) {
    const taken = [3, 2].find((count) => at + count <= run.length && setsOf(run.slice(at, at + count)).length > 0) ?? 1
    const said = run.slice(at, at + taken)
    at += taken
    if (taken === 1 && EMPTY.has(said[0] ?? '')) continue
    found.push({ text: keyOf(said), sets: setsOf(said) })
  }
  return found
}

/** The longest word of the list at each place; what lies between is a word of its own. */
function wordsOfHan(run: string): readonly TopicWord[] {
  const found: TopicWord[] = []
  let unknown = ''
  const settle = () => {
    if (unknown !== '') found.push({ text: unknown, sets: [] })
    unknown = ''
  }
  for (let at = 0; at < run.length; ) {
    const listed = [4, 3, 2].map((length) => run.slice(at, at + length)).find((word) => DICTIONARY().has(word))
    const empty = EMPTY_HAN.find((word) => run.startsWith(word, at))
    if (listed === undefined && empty === undefined) {
      unknown += run[at] ?? ''
      at += 1
      continue
    }
    settle()
    // `使用` is empty though the list has it; `用户` is none, though it begins like one.
    const isEmpty = empty !== undefined && empty.length >= (listed?.length ?? 0)
    if (!isEmpty && listed !== undefined) found.push({ text: listed, sets: setsOf([listed]) })
    at += isEmpty ? empty.length : (listed?.length ?? 1)
  }
  settle()
  return found
}

function setsOf(words: readonly string[]): readonly number[] {
  return DICTIONARY().get(keyOf(words)) ?? []
}

function keyOf(words: readonly string[]): string {
  return words.map((word) => NUMBERS[word] ?? stem(word)).join(' ')
}

const DICTIONARY = once(() => {
  const sets = new Map<string, number[]>()
  for (const [index, set] of DOMAIN.split(/[;\n]/).entries()) {
    for (const word of set.trim().split('|')) {
      // A single Han character stands in too many words to be one.
      if (word === '' || /^\p{Script=Han}$/u.test(word)) continue
      const key = keyOf(word.split(/[\s-]+/))
      sets.set(key, [...(sets.get(key) ?? []), index])
    }
  }
  return sets
})

const NUMBERS: Readonly<Record<string, string>> = {
  both: '2',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  ten: '10',
}

const NEGATION = /\b(?:not|never|no|without|avoid|stop|don'?t|dont)\b|不(?!同|少|断|止|变)|禁止|避免|勿/

const PURPOSE = /\bfor\b|用于|用来/

const EMPTY = new Set(
  (
    'the a an and or of for to in on at by with from as is are be was were been it its this that these those there ' +
    'we our us i you your they their all any every each some no not never only always also just now then than so ' +
    'do does did dont don t s can could may might will would should must shall have has had let lets want need ' +
    'use uses used using usage adopt adopts adopted choose chose chosen pick prefer decide decided decision ' +
    'how what why where which who when switch switched move moved make makes made live lives hold holds kept keep keeps stand stands put new instead ' +
    'rather via through into over under per while if between within'
  ).split(' '),
)
/** Longer ones first. */
const EMPTY_HAN = (
  '我们 使用 采用 选用 选择 选定 决定 决策 改用 改为 换成 统一 所有 全部 一律 必须 应该 应当 需要 通过 进行 作为 用于 用来 ' +
  '基于 利用 每个 各个 相关 一个 为什么 怎么 怎样 如何 什么 不再 不要 不用 禁止 用 以 做 为 的 在 与 和 及 将 把 对 是 由 按 均 都 了 要 不'
).split(' ')
