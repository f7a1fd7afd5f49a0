/** The newest decisions of patterns.md as rows of Decision Highlights, each said once and with a pointer to the whole. */

import { LIMITS } from '../core/limits.ts'
import { plainWords } from '../text/already-said.ts'
import { latestDateIn } from '../text/dates.ts'
import { decisionsIn } from '../text/entries.ts'
import { isSuperseded } from '../text/superseded.ts'
import { printRow } from '../text/table.ts'

/** Rows of a `decision | date | binds` table, oldest first. */
export function highlightsFrom(patterns: string): readonly string[] {
  const decisions = decisionsIn(patterns).map(({ title, parts }) => ({
    said: inShort(parts.get('what') ?? title),
    date: latestDateIn(parts.get('date') ?? title) ?? '',
    why: parts.get('why') ?? '',
    scope: inShort(parts.get('applies') ?? ''),
  }))
  const binding = decisions.filter(({ said }) => !isSuperseded(said))
  return newestOf(binding).map(({ said, date, scope }) =>
    printRow([said, date, scope === '' ? POINTER : `${scope} → ${POINTER}`]),
  )
}

/** Each decision once: an overview's row and the chapter about it are one, and the first of them says it. */
function newestOf(decisions: readonly Decision[]): readonly Decision[] {
  const newest: Decision[] = []
  // A stable sort: decisions of one day, or without a date, stay in the order they were written.
  const ordered = decisions.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  for (const decision of ordered.toReversed()) {
    const known = newest.findIndex((one) => isSame(one, decision))
    if (known !== -1) newest[known] = decision
    else if (newest.length < LIMITS.decisionHighlights) newest.push(decision)
    else if (decision.date !== newest.at(-1)?.date) break
  }
  return newest.reverse()
}

interface Decision {
  readonly said: string
  readonly date: string
  readonly why: string
  readonly scope: string
}

const POINTER = '[details/patterns.md](details/patterns.md)'

/** The same words, or on the same day one inside the other or for nearly the same reason. */
function isSame(one: Decision, other: Decision): boolean {
  const [a, b] = [plainWords(one.said), plainWords(other.said)]
  if (a === b) return true
  if (one.date === '' || one.date !== other.date) return false
  return (a !== '' && b !== '' && (a.includes(b) || b.includes(a))) || likeness(one.why, other.why) >= 0.8
}

/** How many of the pairs of letters of the two texts they have in common, from 0 to 1. */
function likeness(one: string, other: string): number {
  const pairs = (text: string) => {
    const letters = plainWords(text).replace(/[^\p{L}\p{N}]+/gu, '')
    return new Set(Array.from(letters, (_letter, at) => letters.slice(at, at + 2)).slice(0, -1))
  }
  const [a, b] = [pairs(one), pairs(other)]
  // Two words are the same reason by chance.
  if (a.size < 8 || b.size < 8) return 0
  return [...a].filter((pair) => b.has(pair)).length / Math.max(a.size, b.size)
}

/** A highlight is one line; the whole stands where it points. */
function inShort(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 159)}…`
}
