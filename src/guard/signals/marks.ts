/**
 * What a statement is weighed by: its words and pairs of words, the classes they belong to, what its clauses begin and end
 * with, and how long it is. A mark is a short text without a blank, so that the table of weights can be read.
 */

import { stem } from '../../text/stem.ts'
import { type Span, spansOf } from '../words/units.ts'
import { classesInHan, classesOf, longestAt } from './word-classes.ts'

export function marksOf(statement: string): readonly string[] {
  const clauses = spansOf(statement)
  const marks = new Set<string>([/\p{Script=Han}/u.test(statement) ? '=zh' : '=en'])
  const classes = new Set<string>(LOG.test(statement) ? ['!'] : [])
  for (const clause of clauses) readClause(clause, marks, classes)
  readOpening(clauses, marks, classes)
  readLength(clauses, marks, classes)
  // A class alone, and each two together: "a customer" and "must".
  const letters = [...classes].sort()
  for (const [at, one] of letters.entries()) {
    marks.add(`#${one}`)
    for (const other of letters.slice(at + 1)) marks.add(`#${one}${other}`)
  }
  return [...marks]
}

function readClause({ units: all, label }: Span, marks: Set<string>, classes: Set<string>): void {
  const units = all.slice(0, MOST_UNITS)
  const words = units.map(wordOf)
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    marks.add(word)
    if (before !== undefined) marks.add(pairOf(before, word))
  }
  const letters = classesInOrder(units)
  for (const [at, some] of letters.entries())
    for (const letter of some) {
      classes.add(letter)
      for (const next of letters[at + 1] ?? '') marks.add(`#${letter}>${next}`)
    }
  for (const letter of classesOf(firstWord(units))) marks.add(`^#${letter}`)
  const [first = '', second = '', last = '', beforeLast = ''] = [words[0], words[1], words.at(-1), words.at(-2)]
  marks.add(`^${first}`).add(`${last}$`)
  if (isHan(second)) marks.add(`^${first}${second}`)
  if (beforeLast !== '' && isHan(last)) marks.add(`${beforeLast}${last}$`)
  if (label) marks.add('=:').add(`${last}:`)
}

/** What the statement begins with, behind "ok", "and" and "so". */
function readOpening(clauses: readonly Span[], marks: Set<string>, classes: Set<string>): void {
  const units = clauses.flatMap((clause) => clause.units.slice(0, 8))
  const start = units.findIndex((unit) => !FILLERS.has(unit))
  if (start === -1) return
  const [first = '', second] = units.slice(start)
  marks.add(`>${wordOf(first)}`)
  if (second !== undefined) marks.add(`>${pairOf(wordOf(first), wordOf(second))}`)
  for (const letter of classesOf(firstWord(units.slice(start)))) classes.add(`>${letter}`)
}

function readLength(clauses: readonly Span[], marks: Set<string>, classes: Set<string>): void {
  let length = 0
  for (const { units } of clauses) for (const unit of units) length += isHan(unit) ? WORDS_PER_HAN : 1
  for (const least of LENGTHS) if (length >= least) marks.add(`=${least}`)
  for (const least of [2, 3, 4]) if (clauses.length >= least) marks.add(`=,${least}`)
  if (length < SHORT) classes.add('-')
  if (length > LONG) classes.add('+')
  if (clauses.length > 1) classes.add(',')
}

/** The classes of a clause's words, one text of letters for each word that has any. */
function classesInOrder(units: readonly string[]): readonly string[] {
  const found: string[] = []
  let run = ''
  for (const unit of [...units, ' ']) {
    if (isHan(unit)) run += unit
    else {
      found.push(...classesInHan(run), classesOf(unit))
      run = ''
    }
  }
  return found.filter((letters) => letters !== '')
}

/** A Chinese word is a few units. */
function firstWord(units: readonly string[]): string {
  const [first = ''] = units
  return isHan(first) ? longestAt(units.slice(0, 5).join(''), 0) : first
}

/** A unit as the table knows it: figures, names and quotations are all alike. */
function wordOf(unit: string): string {
  if (unit === '\uFFFC') return '<code>'
  if (/^[+-]?\d/.test(unit)) return /[a-z%]/.test(unit) ? '<unit>' : '<num>'
  if (/[._/@:]/.test(unit)) return '<name>'
  return stem(unit)
}

function pairOf(one: string, other: string): string {
  return isHan(one) && isHan(other) ? one + other : `${one}_${other}`
}

function isHan(word: string): boolean {
  return word >= '\u3400' && word <= '\u9fff'
}

/** What a program prints: a level, a time of day, a place in a stack. */
const LOG =
  /\b(?:error|exception|fatal|panic|warn|warning|err!|info|failed)\b *[:!\]=]|^\s*[[>✖]|\d\d:\d\d:\d\d|^\s*at \S+[.(]|\bat line \d|exit code \d|退出代码/i
const WORDS_PER_HAN = 0.6
const LENGTHS = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26]
const SHORT = 6
const LONG = 14
const MOST_UNITS = 200
const FILLERS = new Set(
  'ok okay and so also then now please pls just hey hm hmm yes yeah no well oh ah right btw fyi thanks good cool but'.split(
    ' ',
  ),
)
