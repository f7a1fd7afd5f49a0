/**
 * What the bank leaves open of a question, and where an answer may be: paths of the repository that its words name.
 *
 * `spoken` is the terms of the evidence.
 */

import type { BankPath } from '../core/bank-path.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import type { ContextPack, OpenQuestion } from '../core/pack.ts'
import { type Held, howWell, type Point } from './coverage.ts'
import { sourceOf } from './document-routes.ts'
import { withoutFrame } from './question-words.ts'
import { termsIn } from './tokenize.ts'

const MOST_PATHS = 5
/** A word is worth an open question of its own when it carries this much of the question. */
const HEAVY = 0.2

export function openQuestions(
  covered: ContextPack['covered'],
  question: string,
  points: readonly Point[],
  spoken: Held,
  nearest: readonly BankPath[],
  repositoryPaths: readonly string[],
): readonly OpenQuestion[] {
  const open = missing(points, spoken)
  const about = asWritten(open, points, question)
  if (covered === 'no') {
    const inRepository = matchingPaths(points, repositoryPaths)
    const lookIn = inRepository.length > 0 ? inRepository : [...new Set(nearest)].slice(0, 2).map(inRepositoryOf)
    return [{ about, lookIn }]
  }
  if (about.length === 0) return []
  return [{ about, lookIn: matchingPaths(open, repositoryPaths) }]
}

function inRepositoryOf(nearest: BankPath): string {
  const { source, path } = sourceOf(nearest)
  return source === 'bank' ? `${BANK_FOLDER}/${path}` : path
}

/** What no evidence speaks about. */
function missing(points: readonly Point[], spoken: Held): readonly Point[] {
  return points.filter((point) => howWell(point, spoken) === 0)
}

/**
 * The missing words that carry the question, as it writes them. Chinese is not written in pairs of characters: what is
 * missing there is named by all the words between two marks.
 */
function asWritten(open: readonly Point[], points: readonly Point[], question: string): readonly string[] {
  const runs = withoutFrame(question).match(/\p{Script=Han}+/gu) ?? []
  const total = points.reduce((sum, point) => sum + point.weight, 0)
  const weights = new Map<string, number>()
  for (const { text, weight } of open) {
    const word = isHan(text) ? (runs.find((run) => run.includes(text)) ?? text) : text
    weights.set(word, (weights.get(word) ?? 0) + weight)
  }
  return [...weights].filter(([, weight]) => weight >= HEAVY * total).map(([word]) => word)
}

function isHan(text: string): boolean {
  return /^\p{Script=Han}/u.test(text)
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
