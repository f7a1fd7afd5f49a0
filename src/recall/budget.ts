/**
 * What fits: the files of a pack within their number, their lines and their tokens (S25).
 *
 * The most relevant file is always in, cut if need be; of the others the smallest come first until the room is used.
 * Whatever does not fit is named, never dropped in silence.
 */

import type { BankPath } from '../core/bank-path.ts'
import type { Language } from '../core/language.ts'
import { LIMITS } from '../core/limits.ts'
import type { LeftOut, PackBudget } from '../core/pack.ts'
import { estimateTokens } from '../text/tokens.ts'
import { type Excerpt, excerptLines } from './excerpt.ts'

export interface Candidate {
  readonly path: BankPath
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
  readonly score: number
}

export interface Room {
  readonly files: number
  readonly lines: number
  readonly tokens: number
}

export const PACK_ROOM: Room = { files: LIMITS.recallFiles, lines: LIMITS.recallLines, tokens: LIMITS.recallTokens }

export interface Taken<C extends Candidate> {
  readonly candidate: C
  readonly excerpt: Excerpt
}

export interface Fitted<C extends Candidate> {
  readonly taken: readonly Taken<C>[]
  readonly leftOut: readonly LeftOut[]
  readonly budget: PackBudget
}

/** `candidates` best first; the answer keeps that order. */
export function fit<C extends Candidate>(
  candidates: readonly C[],
  textOf: (path: BankPath) => string,
  language: Language,
  room: Room = PACK_ROOM,
): Fitted<C> {
  const byFile = new Map<BankPath, C[]>()
  for (const candidate of candidates) {
    const list = byFile.get(candidate.path)
    if (list === undefined) byFile.set(candidate.path, [candidate])
    else list.push(candidate)
  }
  const files = [...byFile.keys()]
  const within = files.slice(0, room.files)
  const leftOut: LeftOut[] = files.slice(room.files).flatMap((path) => (byFile.get(path) ?? []).map(leave('files')))

  const most = within[0]
  const rest = within.slice(1)
  const whole = within.reduce((sum, path) => sum + linesOf(byFile.get(path) ?? []), 0)
  if (whole > room.lines) rest.sort((a, b) => linesOf(byFile.get(a) ?? []) - linesOf(byFile.get(b) ?? []))

  const taken: Taken<C>[] = []
  let lines = 0
  let tokens = 0
  const used = new Set<BankPath>()
  for (const path of most === undefined ? [] : [most, ...rest]) {
    for (const candidate of byFile.get(path) ?? []) {
      const mayCut = path === most && !used.has(path)
      const shown = cut(candidate, textOf(path), room.lines - lines, room.tokens - tokens, mayCut, language)
      if (shown === 'lines' || shown === 'tokens') {
        leftOut.push(leave(shown)(candidate))
        continue
      }
      taken.push({ candidate, excerpt: shown.excerpt })
      used.add(path)
      lines += shown.excerpt.lines
      tokens += shown.tokens
    }
  }
  const order = new Map(candidates.map((candidate, index) => [candidate, index]))
  taken.sort((a, b) => (order.get(a.candidate) ?? 0) - (order.get(b.candidate) ?? 0))
  return {
    taken,
    leftOut,
    budget: { files: used.size, lines, tokens, maxFiles: room.files, maxLines: room.lines, maxTokens: room.tokens },
  }
}

/** The candidate's lines if there is room, fewer of them if it must be in, or what there is no room in. */
function cut(
  candidate: Candidate,
  text: string,
  lines: number,
  tokens: number,
  mayCut: boolean,
  language: Language,
): { readonly excerpt: Excerpt; readonly tokens: number } | 'lines' | 'tokens' {
  const size = candidate.endLine - candidate.startLine + 1
  const longest = Math.min(size, LIMITS.excerptLines)
  if (longest > lines && !mayCut) return 'lines'
  for (let limit = Math.min(longest, lines); ; limit = Math.floor(limit / 2)) {
    const excerpt = excerptLines(text, candidate.startLine, candidate.endLine, limit, language)
    const counted = estimateTokens(excerpt.text)
    if (counted <= tokens) return { excerpt, tokens: counted }
    if (!mayCut || limit <= 2) return 'tokens'
  }
}

function linesOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, candidate) => sum + candidate.endLine - candidate.startLine + 1, 0)
}

function leave(over: LeftOut['over']): (candidate: Candidate) => LeftOut {
  return ({ path, heading, startLine, endLine }) => ({ path, heading, startLine, endLine, over })
}
