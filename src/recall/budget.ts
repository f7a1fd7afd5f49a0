/**
 * Which of the chosen lines a pack shows: the best first, cut if need be, the others as long as they are cheap, or as
 * good as the best (S23, S25).
 *
 * Whatever does not fit is named, never dropped in silence. `fitPack` then holds the whole pack to its budget.
 */

import type { Language } from '../core/language.ts'
import { LIMITS } from '../core/limits.ts'
import type { LeftOutLines } from '../core/pack.ts'
import { estimateTokens } from '../text/tokens.ts'
import type { Point } from './coverage.ts'
import { type Excerpt, excerptWithin } from './excerpt.ts'

export interface Candidate {
  readonly path: string
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
  readonly score: number
}

export interface Room {
  readonly files: number
  readonly lines: number
  /** Of the whole pack. */
  readonly tokens: number
}

export const PACK_ROOM: Room = { files: LIMITS.recallFiles, lines: LIMITS.recallLines, tokens: LIMITS.packTokens }

export interface Taken<C extends Candidate> {
  readonly candidate: C
  readonly excerpt: Excerpt
}

export interface Fitted<C extends Candidate> {
  readonly taken: readonly Taken<C>[]
  readonly leftOut: readonly (C & Pick<LeftOutLines, 'over'>)[]
}

/** Of the budget: what the best may take, what is spent without asking, and what on those that are nearly as good. */
const FIRST = 0.6
const CHEAP = 0.45
const CLOSE_SPENDS = 0.8
const CLOSE = 0.7
/** What the head of a piece of evidence costs, about. */
const HEAD_TOKENS = 30

/** `candidates` best first; the answer keeps that order. */
export function fit<C extends Candidate>(
  candidates: readonly C[],
  textOf: (path: C['path']) => string,
  points: readonly Point[],
  language: Language,
  room: Room = PACK_ROOM,
): Fitted<C> {
  const taken: Taken<C>[] = []
  const leftOut: (C & Pick<LeftOutLines, 'over'>)[] = []
  const files = new Set<string>()
  const top = candidates[0]?.score ?? 0
  let lines = 0
  let tokens = 0
  for (const candidate of candidates) {
    const isFirst = taken.length === 0
    const share = isFirst ? FIRST : candidate.score >= CLOSE * top ? CLOSE_SPENDS : CHEAP
    const left = room.tokens * share - tokens - HEAD_TOKENS
    const { path, startLine, endLine } = candidate
    const text = textOf(path)
    const excerpt = excerptWithin(text, startLine, endLine, isFirst ? left : Number.POSITIVE_INFINITY, points, language)
    const cost = estimateTokens(excerpt.text)
    const over = overrun(candidate, excerpt, { files, lines, room, left, cost, isFirst })
    if (over !== undefined) {
      leftOut.push({ ...candidate, over })
      continue
    }
    taken.push({ candidate, excerpt })
    files.add(path)
    lines += excerpt.lines
    tokens += cost + HEAD_TOKENS
  }
  return { taken, leftOut }
}

/** The limit that an excerpt does not fit into. */
function overrun(
  { path }: Candidate,
  excerpt: Excerpt,
  spent: {
    readonly files: ReadonlySet<string>
    readonly lines: number
    readonly room: Room
    readonly left: number
    readonly cost: number
    readonly isFirst: boolean
  },
): LeftOutLines['over'] | undefined {
  if (spent.isFirst) return undefined
  if (!spent.files.has(path) && spent.files.size >= spent.room.files) return 'files'
  if (spent.lines + excerpt.lines > spent.room.lines) return 'lines'
  return spent.cost > spent.left ? 'tokens' : undefined
}
