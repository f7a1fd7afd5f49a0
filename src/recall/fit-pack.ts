/**
 * A whole pack held to its budget: whatever was put together, what is printed has no more tokens than asked for (S23).
 *
 * What is least needed goes first: samples, the summary, the last of the evidence (which is named instead), and at the
 * very end the best piece is cut shorter.
 */

import type { ContextPack, Evidence, LeftOut } from '../core/pack.ts'
import { packText } from '../text/pack-text.ts'
import { estimateTokens } from '../text/tokens.ts'

export function fitPack(pack: ContextPack, tokens: number): ContextPack {
  let fitted = pack
  let count = countOf(fitted)
  for (const shrink of SHRINKING) {
    while (count > tokens) {
      const next = shrink(fitted)
      if (next === undefined) break
      fitted = next
      count = countOf(fitted)
    }
  }
  return { ...fitted, budget: { ...fitted.budget, ...usedBy(fitted), tokens: count, maxTokens: tokens } }
}

/** Each gives up one thing, or has nothing to give. */
const SHRINKING: readonly ((pack: ContextPack) => ContextPack | undefined)[] = [
  (pack) => (pack.samples.length === 0 ? undefined : { ...pack, samples: pack.samples.slice(0, -1) }),
  withoutSummary,
  (pack) => (pack.evidence.length < 2 ? undefined : withoutLast(pack)),
  (pack) => (pack.conflicts.length < 4 ? undefined : { ...pack, conflicts: pack.conflicts.slice(0, -1) }),
  (pack) => (pack.unread === undefined ? undefined : dropUnread(pack)),
  (pack) => (pack.openQuestions.length === 0 ? undefined : { ...pack, openQuestions: [] }),
  shorter,
  (pack) => (pack.leftOut.length < 2 ? undefined : { ...pack, leftOut: pack.leftOut.slice(0, 1) }),
  (pack) => (pack.conflicts.length === 0 ? undefined : { ...pack, conflicts: pack.conflicts.slice(0, -1) }),
  (pack) => (pack.evidence.length === 0 ? undefined : withoutLast(pack)),
  (pack) => (pack.leftOut.length === 0 ? undefined : { ...pack, leftOut: [] }),
]

function countOf(pack: ContextPack): number {
  return estimateTokens(packText(pack))
}

function usedBy({ evidence }: ContextPack): { readonly files: number; readonly lines: number } {
  const lines = evidence.reduce((sum, { excerpt }) => sum + excerpt.split('\n').length, 0)
  return { files: new Set(evidence.map(({ path }) => path)).size, lines }
}

/** The conventions are said by the evidence if they matter; the goal is the last to go. */
function withoutSummary(pack: ContextPack): ContextPack | undefined {
  const { conventions, stack, focus, goal } = pack.summary
  if (conventions.length > 0) return { ...pack, summary: { ...pack.summary, conventions: conventions.slice(0, -1) } }
  if (stack.length > 0) return { ...pack, summary: { ...pack.summary, stack: [] } }
  if (focus.length > 0) return { ...pack, summary: { ...pack.summary, focus: focus.slice(0, -1) } }
  return goal.length > 0 ? { ...pack, summary: { ...pack.summary, goal: [] } } : undefined
}

function withoutLast(pack: ContextPack): ContextPack {
  const last = pack.evidence.at(-1)
  const named = last === undefined ? [] : [leftOutOf(last)]
  const evidence = pack.evidence.slice(0, -1)
  const isShown = (path: string, line: number) =>
    evidence.some((one) => one.path === path && line >= one.startLine && line <= one.endLine)
  return {
    ...pack,
    evidence,
    // A conflict speaks about what is shown.
    conflicts: pack.conflicts.filter(({ path, line }) => isShown(path, line)),
    leftOut: [...named, ...pack.leftOut],
  }
}

function leftOutOf(one: Evidence): LeftOut {
  const { headings, startLine, endLine } = one
  const lines = { heading: headings.at(-1) ?? '', startLine, endLine, over: 'tokens' } as const
  return one.source === 'bank'
    ? { source: one.source, path: one.path, ...lines }
    : { source: one.source, path: one.path, ...lines }
}

function dropUnread({ unread: _unread, ...pack }: ContextPack): ContextPack {
  return pack
}

const SHORTEST = 80

/** The best piece with a fifth less of its text. */
function shorter(pack: ContextPack): ContextPack | undefined {
  const [first, ...rest] = pack.evidence
  if (first === undefined || first.excerpt.length <= SHORTEST) return undefined
  const excerpt = `${first.excerpt.slice(0, Math.floor(first.excerpt.length * 0.8)).trimEnd()}…`
  return { ...pack, evidence: [{ ...first, excerpt }, ...rest] }
}
