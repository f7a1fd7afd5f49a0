/**
 * How much of what a question asks a text speaks about: 0 when nothing of it, 1 when all.
 *
 * Ranking always finds a best section; this tells whether the best is any good. Rare words count more than common ones,
 * and a word the bank does not know at all counts most: that is what a question beyond the bank looks like.
 */

import { isOrdinary, isWeakHan, weakHanAt, weakness, withoutFrame } from './question-words.ts'
import type { Wanted } from './score.ts'
import type { SearchIndex } from './search-index.ts'
import { isStopCharacter, termsIn, tokenize } from './tokenize.ts'

/** One thing the question is about. */
export interface Point {
  /** As the question says it. */
  readonly text: string
  readonly weight: number
  /** The part of its weight that tells something where a text does not say it. */
  readonly absence: number
  /** Terms that speak about it, and how well each does. */
  readonly accepts: ReadonlyMap<string, number>
  /** What the word itself is made of, where that is several terms: all of them together speak about it. */
  readonly parts: readonly string[]
  /** A Han word that its characters alone may speak about. */
  readonly loose: boolean
}

export function pointsOf(question: string, wanted: readonly Wanted[], index: SearchIndex): readonly Point[] {
  const framed = withoutFrame(question)
  const points = [...latinPoints(framed, wanted, index), ...hanPoints(framed, wanted, index)]
  const told = toldApart(points)
  return told.map((point) => ({ ...point, weight: point.weight * trust(point, told.length, index) }))
}

/** A word said twice is asked for once, and so is one inside another (生成 in 生成器). */
function toldApart(points: readonly Point[]): readonly Point[] {
  const isInside = (text: string, other: string) => HAN.test(text) && text !== other && other.includes(text)
  return points.filter(({ text }, at) => {
    if (points.some((other) => isInside(text, other.text))) return false
    return points.findIndex((other) => other.text === text) === at
  })
}

/**
 * How much it tells that the bank does not know a word. In a question of a few words it tells most; among the hundred
 * words of a task, or of a word in the language that the bank is not written in, it tells little.
 */
function trust(point: Point, count: number, index: SearchIndex): number {
  const isKnown = [...point.accepts.keys(), ...point.parts].some((term) => index.countOf(term) > 0)
  if (isKnown) return 1
  const language = HAN.test(point.text) ? index.totals().hanShare : 1
  return Math.min(1, FEW / count) * Math.max(FOREIGN, Math.min(1, language / WRITTEN_IN))
}

const HAN = /\p{Script=Han}/u
/** So many points are a question; more of them are a task. */
const FEW = 8
const FOREIGN = 0.35
/** A bank is written in Chinese if the commonest characters stand in so many of its units. */
const WRITTEN_IN = 0.12

/** The terms of a text, or what can tell whether it has one. */
export interface Held {
  has(term: string): boolean
  /** Whether they stand near each other; in a short text they do. */
  together?(terms: readonly string[]): boolean
}

export function covers(points: readonly Point[], terms: Held): number {
  let total = 0
  let covered = 0
  for (const point of points) {
    const well = howWell(point, terms)
    total += point.weight * (well + (1 - well) * point.absence)
    covered += point.weight * well
  }
  return total === 0 ? 0 : covered / total
}

/** How much of the points a text covers; of a text of megabytes only the terms that are asked for are kept. */
export function coverageIn(points: readonly Point[]): (...texts: readonly string[]) => number {
  const asked = askedIn(points)
  return (...texts) => covers(points, termsIn(texts, asked))
}

/** All terms that speak about one of the points. */
export function askedIn(points: readonly Point[]): ReadonlySet<string> {
  return new Set(points.flatMap(({ accepts, parts, text }) => [...accepts.keys(), ...parts, ...text]))
}

export function howWell(point: Point, terms: Held): number {
  let best = Math.max(sharePresent(point.parts, terms), LOOSE * looseShare(point, terms))
  for (const [term, weight] of point.accepts) if (weight > best && terms.has(term)) best = weight
  return best
}

function sharePresent(parts: readonly string[], terms: Held): number {
  return parts.length === 0 ? 0 : parts.filter((part) => terms.has(part)).length / parts.length
}

/** What a Han word counts whose characters all stand in the text, but not together. */
const LOOSE = 0.6

/** Han words are often shortened (多仓 for 多个仓库): whether the text has all characters of the word. */
function looseShare(point: Point, terms: Held): number {
  if (!point.loose) return 0
  const characters = Array.from(point.text)
  const isHeld = terms.together?.(characters) ?? characters.every((character) => terms.has(character))
  return isHeld ? 1 : 0
}

function latinPoints(question: string, wanted: readonly Wanted[], index: SearchIndex): readonly Point[] {
  const points: Point[] = []
  const said = writtenForms(question)
  for (const want of wanted) {
    if (want.term.kind !== 'word') continue
    const accepts = new Map<string, number>([[want.term.text, 1]])
    for (const member of [...want.members, ...want.covers])
      accept(accepts, index.vocabulary.terms[member.id] ?? '', member.weight)
    const weak = weakness(want.term.text)
    const factor = weak === 'asking' ? 0 : weak === 'common' ? 0.3 : 1
    if (factor === 0) continue
    points.push({
      text: said.get(want.term.text) ?? want.term.text,
      weight: factor * rarity(accepts, index),
      absence: isOrdinary(want.term.text) ? ORDINARY_ABSENCE : 1,
      accepts,
      parts: [],
      loose: false,
    })
  }
  return points
}

const ORDINARY_ABSENCE = 0.4

function accept(accepts: Map<string, number>, term: string, weight: number): void {
  accepts.set(term, Math.max(accepts.get(term) ?? 0, standsFor(weight)))
}

/** A synonym's weight in ranking is cautious; for knowing whether a matter is spoken of, it counts nearly in full. */
function standsFor(weight: number): number {
  return weight >= 1 ? 1 : Math.min(1, 0.5 + 0.5 * weight)
}

/** By stem: the word as the question writes it. */
function writtenForms(question: string): ReadonlyMap<string, string> {
  const forms = new Map<string, string>()
  // A pattern of all letters there are takes a while to make.
  const isAscii = Array.from(question).every((character) => character < '\x80')
  for (const match of question.matchAll(isAscii ? /\w+/g : /[\p{L}\p{N}_]+/gu)) {
    for (const term of tokenize(match[0])) if (!forms.has(term.text)) forms.set(term.text, match[0])
  }
  return forms
}

/** Han text has no spaces: it is read as the likeliest words, known ones before pairs the bank has, those before others. */
function hanPoints(question: string, wanted: readonly Wanted[], index: SearchIndex): readonly Point[] {
  const members = new Map(wanted.map((want) => [want.term.text, [...want.members, ...want.covers]]))
  const runs = question.match(/\p{Script=Han}+/gu) ?? []
  return runs.flatMap((run) =>
    wordsOfRun(run, index).map(({ text, isAlone }) => {
      const point = hanPoint(text, pairsOf(text), members, index)
      // A character between two words says little alone.
      return isAlone ? { ...point, weight: point.weight * 0.3 } : point
    }),
  )
}

interface HanWord {
  readonly text: string
  /** A single character that no list knows as a word. */
  readonly isAlone: boolean
}

/** The cheapest way to read a run as words, from its end to its beginning. */
function wordsOfRun(run: string, index: SearchIndex): readonly HanWord[] {
  const best: { readonly cost: number; readonly words: readonly HanWord[] }[] = [{ cost: 0, words: [] }]
  for (let at = run.length - 1; at >= 0; at -= 1) {
    const readings = readingsAt(run, at, index).map(({ text, cost, isWord }) => {
      const rest = best[run.length - at - text.length] ?? { cost: 0, words: [] }
      const word = { text, isAlone: text.length === 1 }
      return { cost: cost + rest.cost, words: isWord ? [word, ...rest.words] : rest.words }
    })
    best.push(readings.reduce((least, reading) => (reading.cost < least.cost ? reading : least)))
  }
  return best.at(-1)?.words ?? []
}

interface Reading {
  readonly text: string
  readonly cost: number
  readonly isWord: boolean
}

/** What may stand at a place: a word of the lists, two characters, one. */
function readingsAt(run: string, at: number, index: SearchIndex): readonly Reading[] {
  const character = run[at] ?? ''
  const isStop = isStopCharacter(character)
  const readings: Reading[] = [{ text: character, cost: isStop ? COST.stop : COST.alone, isWord: !isStop }]
  for (const word of [...index.synonyms.hanWordsAt(run, at), weakHanAt(run, at) ?? '']) {
    if (word !== '') readings.push({ text: word, cost: COST.listed, isWord: true })
  }
  const pair = run.slice(at, at + 2)
  if (pair.length === 2 && !isStop && !isStopCharacter(pair[1] ?? '')) {
    readings.push({ text: pair, cost: isKnown(pair, index) ? COST.held : COST.unknown, isWord: true })
  }
  return readings
}

const COST = { listed: 1, held: 1.2, unknown: 2, alone: 1.3, stop: 0.3 } as const

function hanPoint(
  text: string,
  terms: readonly string[],
  members: ReadonlyMap<string, Wanted['members']>,
  index: SearchIndex,
): Point {
  const accepts = new Map<string, number>()
  if (terms.length === 1) accept(accepts, terms[0] ?? '', 1)
  for (const term of terms) {
    for (const member of members.get(term) ?? []) {
      const other = index.vocabulary.terms[member.id] ?? ''
      if (!terms.includes(other)) accept(accepts, other, member.weight)
    }
  }
  const weight = Math.min(rarity(accepts, index), ...terms.map((term) => rarity(new Map([[term, 1]]), index)))
  return {
    text,
    weight: weight * (isWeakHan(text) ? 0.3 : 1),
    absence: 1,
    accepts,
    parts: terms,
    loose: text.length > 1,
  }
}

function pairsOf(word: string): readonly string[] {
  if (word.length < 2) return [word]
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
}

function isKnown(pair: string, index: SearchIndex): boolean {
  return pair.length === 2 && index.countOf(pair) > 0
}

function rarity(accepts: ReadonlyMap<string, number>, index: SearchIndex): number {
  let holders = 0
  for (const [term, weight] of accepts) holders += weight * index.countOf(term)
  const total = Math.max(20, index.unitCount)
  return Math.log(1 + total / (Math.min(holders, total) + 0.5))
}
