/** Splits a span into words of the lexicon, longest phrase first. Unknown words are `other`. */

import type { Topic } from '../../bank/proposal.ts'
import { longestPhrase, lookUp, type WordKind } from './lexicon.ts'
import { type Named, partAt } from './parts.ts'
import { topicAt } from './topic-parts.ts'

export interface Token {
  readonly kind: WordKind
  readonly text: string
  /** The parts of the proposal that the span names. */
  readonly named?: Named
}

/** `topics`: the entries of a proposal, which a person may name by subject. */
export function tokensOf(units: readonly string[], topics: readonly Topic[] = []): readonly Token[] {
  const tokens = readTokens(units, topics)
  return tokens.map((token, index) => {
    if (token.kind === 'number') return isPart(tokens, index) ? { ...token, kind: 'part' } : token
    if (token.kind !== 'topic') return token
    return { ...token, kind: TOPIC_PICKS.has(beyondTheList(tokens, index, -1)?.kind ?? 'other') ? 'part' : 'other' }
  })
}

/** Reads each word alone. The words around it decide later whether a number or a topic names a part. */
function readTokens(units: readonly string[], topics: readonly Topic[]): readonly Token[] {
  const tokens: Token[] = []
  const isAnswer = (at: number) => (phraseAt(units, at)?.kind ?? 'other') !== 'other'
  let at = 0
  while (at < units.length) {
    const topic = topicAt(units, at, topics, isAnswer)
    const read = topic === undefined ? wordOrPart(units, at) : topicPhrase(units, at, topic)
    tokens.push(read)
    at += read.length
  }
  return tokens
}

function topicPhrase(units: readonly string[], at: number, named: Named): Phrase {
  const text = units.slice(at, at + named.length).join(' ')
  return { kind: named.bare ? 'topic' : 'part', text, named, length: named.length }
}

function wordOrPart(units: readonly string[], at: number): Phrase {
  const text = units[at] ?? ''
  const phrase = phraseAt(units, at) ?? { kind: 'other', text, length: 1 }
  const named = phrase.kind === 'other' ? partAt(units, at) : undefined
  return named === undefined ? phrase : { kind: named.bare ? 'number' : 'part', text, named, length: named.length }
}

type Phrase = Token & { readonly length: number }

function phraseAt(units: readonly string[], at: number): Phrase | undefined {
  // "要不要", "行不行", "写没写": the repeated word makes it a question.
  if (/^[不没]$/.test(units[at + 1] ?? '') && units[at] === units[at + 2]) {
    return { kind: 'ask', text: `${units[at]}${units[at + 1]}${units[at]}`, length: 3 }
  }
  let found: Phrase | undefined
  let key = ''
  const most = Math.min(longestPhrase(), units.length - at)
  for (let length = 1; length <= most; length += 1) {
    key = length === 1 ? (units[at] ?? '') : `${key} ${units[at + length - 1]}`
    const kind = lookUp(key)
    if (kind !== undefined) found = { kind, text: key.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, ''), length }
  }
  return found
}

/** A plain number names a part next to a word that writes, denies or picks: "写1和3", "only 2", "3不用". */
function isPart(tokens: readonly Token[], at: number): boolean {
  const before = beyondTheList(tokens, at, -1)
  const after = beyondTheList(tokens, at, 1)
  const picked = before !== undefined && (PICKS.has(before.kind) || PICKING.has(before.text))
  return picked || after?.kind === 'write' || after?.kind === 'no'
}

/** The word before or after a list of numbers. */
function beyondTheList(tokens: readonly Token[], at: number, step: 1 | -1): Token | undefined {
  for (let index = at + step; Math.abs(index - at) < 12; index += step) {
    const token = tokens[index]
    if (token === undefined || !LISTS.test(`${token.kind} ${token.text}`)) return token
  }
  return undefined
}

const LISTS = /^(?:number|topic|part|conj)|^(?:then and|fill to|fill 到)$/
const PICKS: ReadonlySet<WordKind> = new Set(['write', 'only', 'except', 'no'])
/** "save the cache" is other work, "only the cache" is an answer. */
const TOPIC_PICKS: ReadonlySet<WordKind> = new Set(['only', 'except', 'no'])
const PICKING = new Set(['yes to', 'ok to', 'number', 'item', 'items', 'part', 'parts', 'point', 'points'])
