/**
 * What the bank leaves open of a question, and where an answer may be: paths of the repository that its words name.
 *
 * `spoken` is the terms of the evidence.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { ContextPack, OpenQuestion } from '../core/pack.ts'
import { type Held, howWell, type Point } from './coverage.ts'
import { termsIn } from './tokenize.ts'

const MOST_PATHS = 5
/** A word is worth an open question of its own when it carries this much of the question. */
const HEAVY = 0.2

export function openQuestions(
  covered: ContextPack['covered'],
  points: readonly Point[],
  spoken: Held,
  nearest: readonly BankPath[],
  repositoryPaths: readonly string[],
): readonly OpenQuestion[] {
  if (covered === 'no') {
    const inRepository = matchingPaths(points, repositoryPaths)
    const lookIn =
      inRepository.length > 0 ? inRepository : [...new Set(nearest)].slice(0, 2).map((path) => `memory-bank/${path}`)
    return [{ about: missing(points, spoken), lookIn }]
  }
  const about = missing(points, spoken)
  if (about.length === 0) return []
  const open = points.filter((point) => about.includes(point.text))
  return [{ about, lookIn: matchingPaths(open, repositoryPaths) }]
}

/** Words that no evidence speaks about, of those that carry the question. */
function missing(points: readonly Point[], spoken: Held): readonly string[] {
  const total = points.reduce((sum, point) => sum + point.weight, 0)
  const open = points.filter((point) => howWell(point, spoken) === 0 && point.weight >= HEAVY * total)
  return [...new Set(open.map((point) => point.text))]
}

/** Paths that name what is asked for, the more of it the better; shorter paths first among equals. */
function matchingPaths(points: readonly Point[], paths: readonly string[]): readonly string[] {
  const scored = paths.flatMap((path) => {
    const terms = termsIn([path])
    let mass = 0
    for (const point of points) mass += point.weight * howWell(point, terms)
    return mass > 0 ? [{ path, mass }] : []
  })
  scored.sort((a, b) => b.mass - a.mass || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  return scored.slice(0, MOST_PATHS).map(({ path }) => path)
}
