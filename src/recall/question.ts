/** A question as what it asks for: its terms, each with the terms that stand for it in this bank. */

import { weakness, withoutFrame } from './question-words.ts'
import type { Asks, Member, Wanted } from './score.ts'
import type { SearchIndex } from './search-index.ts'
import type { Instead, Phrase } from './synonyms.ts'
import { type Term, tokenize } from './tokenize.ts'

export function understand(question: string, index: SearchIndex): readonly Wanted[] {
  const terms = tokenize(withoutFrame(question))
  const named = namedIn(question)
  const instead = synonymsOf(terms, index)
  const wanted: Wanted[] = []
  const seen = new Set<string>()
  for (const term of terms) {
    if (seen.has(term.text)) continue
    seen.add(term.text)
    const members = membersOf(term, index)
    for (const [id, weight] of instead.anchored.get(term.text) ?? []) {
      if (!members.some((member) => member.id === id)) members.push({ id, weight })
    }
    const weight = weightOf(term, index) * (named.has(term.text) ? index.weights.named : 1)
    wanted.push({ term, weight, members, covers: instead.covers.get(term.text) ?? [] })
  }
  return wanted
}

/**
 * Terms that name one thing: identifiers, capitalised words inside a sentence, and any Latin word in a Chinese question,
 * where every Han word counts more than once (its pair, its characters).
 */
function namedIn(question: string): ReadonlySet<string> {
  const chinese = /\p{Script=Han}/u.test(question)
  const named = new Set<string>()
  if (!chinese && !/[A-Z_]/.test(question)) return named
  for (const match of question.matchAll(
    chinese ? /[A-Za-z][\w.-]*/g : /(?<=[\p{L}\p{N},;:] )[A-Z][\w.-]*|\b\w*?[a-z][A-Z]\w*|\b\w[^\W_]*_\w+/gu,
  )) {
    for (const term of tokenize(match[0])) named.add(term.text)
  }
  return named
}

interface InsteadOf {
  /** By the term that carries its phrase: the terms of this bank that say the same. */
  readonly anchored: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** By every term of a phrase. */
  readonly covers: ReadonlyMap<string, readonly Member[]>
}

function synonymsOf(terms: readonly Term[], index: SearchIndex): InsteadOf {
  const anchored = new Map<string, Map<number, number>>()
  const covers = new Map<string, Member[]>()
  for (const { said, instead } of index.synonyms.find(terms)) {
    const anchor = rarest(said, index) ?? telling(said)
    if (anchor === undefined) continue
    const ids = anchored.get(anchor) ?? new Map<number, number>()
    for (const other of instead) {
      const stands = rarest(other.phrase, index)
      const id = stands === undefined ? undefined : index.vocabulary.find(stands)
      if (id === undefined) continue
      const weight = weightOfInstead(said, other, index)
      if (weight === 0) continue
      ids.set(id, Math.max(ids.get(id) ?? 0, weight))
      for (const term of said.terms) covers.set(term.text, [...(covers.get(term.text) ?? []), { id, weight }])
    }
    anchored.set(anchor, ids)
  }
  return { anchored, covers }
}

function weightOfInstead(said: Phrase, other: Instead, index: SearchIndex): number {
  if (isHan(said) !== isHan(other.phrase)) return index.weights.translation
  switch (other.field) {
    case 'domain':
      return isHan(said) ? index.weights.hanSynonym : index.weights.synonym
    case 'everyday':
      return index.weights.everyday
    case 'translation':
      return 0
  }
}

/** Of a phrase the bank does not have, the word that says most. */
function telling(phrase: Phrase): string | undefined {
  return (phrase.terms.find((term) => weakness(term.text) === undefined) ?? phrase.terms[0])?.text
}

/** A phrase is found by its rarest term, provided the bank has all of them. */
function rarest(phrase: Phrase, index: SearchIndex): string | undefined {
  let best: { readonly text: string; readonly count: number } | undefined
  for (const term of phrase.terms) {
    const count = index.countOf(term.text)
    if (count === 0) return undefined
    if (best === undefined || count < best.count) best = { text: term.text, count }
  }
  return best?.text
}

function isHan(phrase: Phrase): boolean {
  return phrase.terms[0]?.kind === 'pair' || phrase.terms[0]?.kind === 'character'
}

/** What the form of the question asks for. */
export function formOf(question: string): Asks {
  return {
    when: WHEN.test(question),
    aboutAsker: FIRST_PERSON.test(question),
    why: WHY.test(question),
    cure: CURE.test(question),
    prevention: PREVENTION.test(question),
  }
}

const WHEN = /\bwhen\b|\bwhat (?:date|day|month|year)\b|\bhow long\b|什么时候|何时|哪一?[天年月]|几[月号]|日期|多久/i
const FIRST_PERSON = /\b(?:i|my|me|mine|i'm|i've)\b|我(?!们)/i
const WHY = /\bwhy\b|\breasons?\b|\bcaus(?:e|es|ed|ing)\b|\brationale\b|为什么|为啥|为何|原因|根因|造成|怎么回事/i
const CURE = /\bfix(?:ed|es)?\b|\bsol(?:ve|ved|ution)\b|\bresolved?\b|\bworkaround\b|解决|怎么修|怎么改|修复|修好/i
const PREVENTION = /\bprevent\w*\b|\bavoid\w*\b|预防|避免|防止/i

function weightOf(term: Term, index: SearchIndex): number {
  switch (term.kind) {
    case 'whole':
      return index.weights.whole
    case 'character':
      return index.weights.character
    case 'word':
      return wordWeight(term.text, index)
    case 'pair':
      return 1
  }
}

function wordWeight(word: string, index: SearchIndex): number {
  switch (weakness(word)) {
    case 'asking':
      return index.weights.asking
    case 'common':
      return index.weights.common
    case undefined:
      return 1
  }
}

function membersOf(term: Term, index: SearchIndex): Member[] {
  const members: Member[] = []
  const id = index.vocabulary.find(term.text)
  if (id !== undefined) members.push({ id, weight: 1 })
  if (term.kind === 'word' && index.weights.alike > 0) {
    const isHeld = (other: number) => index.postings.count(other) > 0
    const { alikeFrom } = index.weights
    for (const { term: other, similarity } of index.similar.find(term.text, alikeFrom, isHeld)) {
      members.push({ id: other, weight: index.weights.alike * similarity })
    }
  }
  return members
}
