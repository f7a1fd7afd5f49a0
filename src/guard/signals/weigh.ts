/**
 * How much a statement is like those that people found worth keeping (S40): one sum of weights per kind, against one for
 * "nothing". The weights are made by `scripts/weights.mjs` from labelled sentences; which mark spoke for what can be read
 * in the table, and `node scripts/weights.mjs --why "…"` tells it of a sentence.
 */

import { once } from '../../core/once.ts'
import { marksOf } from './marks.ts'
import type { SignalKind } from './signal.ts'
import { BIAS, WEIGHTS } from './weights.ts'

interface Weighed {
  readonly kind: SignalKind
  /** Above nought it is worth a reminder. */
  readonly worth: number
}

export function weigh(statement: string): Weighed {
  const known = marksOf(statement).flatMap((mark) => TABLE().get(mark) ?? [])
  const [nothing = 0, ...sums] = BIAS.map((bias, at) => {
    let sum = 0
    for (const letters of known) sum += letters.charCodeAt(at) - NOUGHT
    return (bias + sum / Math.sqrt(known.length || 1)) / UNIT
  })
  const best = Math.max(...sums)
  const worth = best + Math.log(sums.reduce((all, sum) => all + Math.exp(sum - best), 0)) - nothing
  return { kind: KINDS[sums.indexOf(best)] ?? 'decision', worth }
}

/** In the order of the letters that stand behind each mark; the first of these is for "nothing". */
const KINDS: readonly SignalKind[] = [
  'decision',
  'requirement',
  'finding',
  'workflow',
  'tech',
  'focus',
  'design',
  'conflict',
]
/** The letter that weighs nothing, and how many steps are one. */
const NOUGHT = 'N'.charCodeAt(0)
const UNIT = 8

const TABLE = once((): ReadonlyMap<string, string> => {
  const fields = WEIGHTS.trim().split(/\s+/)
  const table = new Map<string, string>()
  for (let at = 0; at + 1 < fields.length; at += 2) table.set(fields[at] ?? '', fields[at + 1] ?? '')
  return table
})
