/** `memory-bank search`: the units of the bank, and of the documents it routes to, that answer a question, best first, without a budget. */

import type { PackSource } from '../core/pack.ts'
import { sourceOf } from './document-routes.ts'
import { formOf, understand } from './question.ts'
import { score } from './score.ts'
import type { SearchIndex } from './search-index.ts'

export type Hit = PackSource & HitLines

interface HitLines {
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
  readonly score: number
}

export function search(question: string, index: SearchIndex, limit: number): readonly Hit[] {
  const wanted = understand(question, index)
  const { units } = score(index, wanted, formOf(question))
  const hits: Hit[] = []
  for (const id of best(units, limit + SPARE)) {
    const unit = index.unit(id)
    const file = index.files[index.slotOfUnit[id] ?? -1]
    if (unit === undefined || file === undefined || hits.length >= limit) continue
    // A heading with nothing below it answers nothing.
    if (unit.heading !== '' && unit.bodyStart >= unit.end) continue
    hits.push({
      ...sourceOf(file.path),
      heading: unit.heading,
      startLine: unit.startLine,
      endLine: unit.endLine,
      score: Math.round((units[id] ?? 0) * 1000) / 1000,
    })
  }
  return hits
}

/** For those that say nothing: a bank has a handful of empty sections. */
const SPARE = 50

/** The numbers of the highest scores, best first; equal scores in the bank's order. */
export function best(scores: Float32Array, limit: number): readonly number[] {
  if (limit <= 0) return []
  const kept: number[] = []
  let least = 0
  for (let id = 0; id < scores.length; id += 1) {
    const value = scores[id] ?? 0
    if (value <= 0 || (kept.length >= limit && value <= least)) continue
    kept.push(id)
    // Cut back when twice as many as wanted have come together.
    if (kept.length >= 2 * limit) least = cutTo(kept, limit, scores)
  }
  cutTo(kept, limit, scores)
  return kept
}

/** Keeps the best, sorted; answers the least score kept. */
function cutTo(ids: number[], limit: number, scores: Float32Array): number {
  ids.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  if (ids.length > limit) ids.length = limit
  return scores[ids[ids.length - 1] ?? -1] ?? 0
}
