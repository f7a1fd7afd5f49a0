/**
 * Finds secrets in a text: keys, tokens, passwords, private keys and connection strings with credentials.
 *
 * A finding has the kind and place of a secret, and never its value. After masking, nothing more is found. The time is
 * linear in the text, whatever it holds.
 */

import { pageOf } from '../bank/page.ts'
import { findAssignments } from './find-assignments.ts'
import { findCredentials } from './find-credentials.ts'
import { findKeyBlocks } from './find-key-blocks.ts'
import { findNearTokens, findProviderTokens, findSeeds } from './find-tokens.ts'
import { mergeHits, plainForms, type SecretHit } from './hit.ts'

export interface SecretFinding {
  readonly kind: string
  /** Counted from 1, as in editors. */
  readonly line: number
  readonly column: number
  /** The value's place in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** Every secret in the text, allowed or not, in reading order. */
export function findSecrets(text: string): readonly SecretFinding[] {
  const hits = mergeHits(searchAll(plainForms(text)))
  if (hits.length === 0) return []
  const page = pageOf(text)
  return hits.map((hit) => ({ ...hit, ...page.placeAt(hit.start) }))
}

/** The secrets that no allow comment covers, which a check reports. */
export function unallowedSecrets(text: string, found = findSecrets(text)): readonly SecretFinding[] {
  if (found.length === 0) return []
  const allowed = allowedLines(linesOf(text), () => true)
  return found.filter((finding) => !allowed.has(finding.line - 1))
}

/**
 * The secrets that a write adds. A secret that the text held before is not new, even if it moved. An allow comment counts
 * only if it was there before the write.
 */
export function newSecrets(before: string, after: string): readonly SecretFinding[] {
  if (before === after) return []
  const found = findSecrets(after)
  if (found.length === 0) return []

  const held = countBy(findSecrets(before).map(({ start, end }) => before.slice(start, end)))
  const beforeLines = linesOf(before)
  const afterLines = linesOf(after)
  const lineBefore = linesBefore(beforeLines, afterLines)
  const allowed = allowedLines(afterLines, (line) => hasAllowComment(lineBefore(line) ?? ''))
  const kept = new Set(beforeLines)

  // If a value now occurs more often, the copies on unchanged lines are the old ones.
  const byAge = [...found].sort(
    (a, b) => Number(kept.has(afterLines[b.line - 1] ?? '')) - Number(kept.has(afterLines[a.line - 1] ?? '')),
  )
  const added = new Set<SecretFinding>()
  for (const finding of byAge) {
    const value = after.slice(finding.start, finding.end)
    const left = held.get(value) ?? 0
    if (left > 0) held.set(value, left - 1)
    else if (!allowed.has(finding.line - 1)) added.add(finding)
  }
  return found.filter((finding) => added.has(finding))
}

/** The searches in order of precedence: the format of a token decides the kind before the words around it do. */
function searchAll(text: string): readonly SecretHit[] {
  return [
    ...findKeyBlocks(text),
    ...findProviderTokens(text),
    ...findSeeds(text),
    ...findCredentials(text),
    ...findAssignments(text),
    ...findNearTokens(text),
  ]
}

/**
 * The comment with which a person allows what looks like a secret, on the same line or the one above: `<!--
 * memory-bank: allow-secret -->` or `memory-bank:allow`.
 */
function hasAllowComment(line: string): boolean {
  return /memory-bank:\s{0,4}allow(?:-secret)?(?![\w-])/i.test(line)
}

/** The lines (from 0) that an allow comment covers. */
export function allowedLines(lines: readonly string[], counts: (line: number) => boolean): ReadonlySet<number> {
  const allowed = new Set<number>()
  lines.forEach((line, index) => {
    if (!hasAllowComment(line) || !counts(index)) return
    allowed.add(index)
    allowed.add(index + 1)
  })
  return allowed
}

/**
 * Maps a line of `after` to the line at the same place in `before`. Inside the changed part a line is mapped only if the length of that part is unchanged. A moved or added comment is not mapped.
 */
function linesBefore(before: readonly string[], after: readonly string[]): (line: number) => string | undefined {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const room = Math.min(before.length, after.length) - head
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return (line) => {
    if (line < head || before.length === after.length) return before[line]
    if (line >= after.length - tail) return before[line - after.length + before.length]
    return undefined
  }
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function linesOf(text: string): readonly string[] {
  return pageOf(text).lines.map((line) => line.text)
}
