/**
 * Lines of a file within a limit: as they are, or their beginning and end with a mark that says how many are missing.
 *
 * The mark is part of the format that users know (S25).
 */

import { type Language, languageOfText } from '../core/language.ts'
import { scanLines } from '../text/lines.ts'
import { provenanceWords, readProvenance } from '../text/provenance-comment.ts'
import { estimateTokens } from '../text/tokens.ts'
import { coverageIn, type Point } from './coverage.ts'

export interface Excerpt {
  readonly text: string
  /** How many lines it prints, the mark included. */
  readonly lines: number
}

/** Lines `startLine` to `endLine`, counted from 1 and both included. */
export function excerptLines(
  text: string,
  startLine: number,
  endLine: number,
  limit: number,
  language: Language,
): Excerpt {
  const lines = scanLines(text)
    .slice(startLine - 1, endLine)
    .map((line) => line.text)
  if (lines.length <= limit) return { text: lines.join('\n'), lines: lines.length }
  // Two thirds from the top, one from the end, as 100 and 50 of a long file.
  const room = Math.max(2, limit) - 1
  const head = Math.max(1, Math.ceil((room * 2) / 3))
  const tail = Math.max(0, room - head)
  return headAndTail(lines, head, tail, language)
}

/**
 * Lines `startLine` to `endLine` within so many tokens: all of them, or the first and those that speak most about the
 * question, with a mark for what lies between.
 */
export function excerptWithin(
  text: string,
  startLine: number,
  endLine: number,
  tokens: number,
  points: readonly Point[],
  language: Language,
): Excerpt {
  const lines = scanLines(text)
    .slice(startLine - 1, endLine)
    .map((line) => line.text)
  const whole = { text: lines.join('\n'), lines: lines.length }
  if (tokens === Number.POSITIVE_INFINITY || estimateTokens(whole.text) <= tokens) return whole
  const coverage = coverageIn(points)
  const own = lines.map((line) => (line.trim() === '' ? 0 : coverage(line)))
  const worth = lines.map((line, at) => (line.trim() === '' ? -1 : at === 0 ? 2 : withBeside(own, at)))
  const order = lines.map((_, at) => at).sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b)
  const kept = new Set<number>()
  let used = 0
  for (const at of order) {
    if ((worth[at] ?? 0) <= 0) break
    const cost = estimateTokens(lines[at] ?? '') + MARK_TOKENS
    if (used + cost > tokens && kept.size > 0) continue
    kept.add(at)
    used += cost
  }
  return withMarks(lines, kept, tokens, language)
}

/** What stands beside a line that speaks about the question is read with it: sentences go over line ends. */
function withBeside(own: readonly number[], at: number): number {
  const beside = (distance: number) => Math.max(own[at - distance] ?? 0, own[at + distance] ?? 0)
  return (own[at] ?? 0) + beside(1) / 2 + beside(2) / 4
}

/** What a mark, and the line end, cost. */
const MARK_TOKENS = 4

function withMarks(lines: readonly string[], kept: ReadonlySet<number>, tokens: number, language: Language): Excerpt {
  const shown: string[] = []
  let omitted: string[] = []
  const close = () => {
    // A blank line alone is nothing that is missing.
    if (omitted.length > 0)
      shown.push(omitted.every((line) => line.trim() === '') ? '' : omissionMark(omitted.length, language))
    omitted = []
  }
  for (const [at, line] of lines.entries()) {
    if (!kept.has(at)) {
      omitted.push(line)
      continue
    }
    close()
    shown.push(kept.size === 1 ? clipTo(line, tokens) : line)
  }
  close()
  return { text: shown.join('\n'), lines: shown.length }
}

/** As much of a long line as the tokens allow. */
function clipTo(line: string, tokens: number): string {
  if (estimateTokens(line) <= tokens) return line
  let length = line.length
  while (length > 40 && estimateTokens(line.slice(0, length)) > tokens) length = Math.floor(length * 0.8)
  return `${line.slice(0, length)}…`
}

/** The first and last lines of a whole file. */
function headAndTail(lines: readonly string[], head: number, tail: number, language: Language): Excerpt {
  const omitted = lines.length - head - tail
  if (omitted <= 0) return { text: lines.join('\n'), lines: lines.length }
  const shown = [
    ...lines.slice(0, head),
    omissionMark(omitted, language),
    ...(tail === 0 ? [] : lines.slice(lines.length - tail)),
  ]
  return { text: shown.join('\n'), lines: shown.length }
}

export function omissionMark(lines: number, language: Language): string {
  return language === 'zh' ? `[... 省略 ${lines} 行 ...]` : `[... ${lines} lines omitted ...]`
}

/** Without our own comments (markers of blocks, their metadata, the version mark, provenance), and with one blank line for two. */
export function withoutMarkers(text: string): string {
  if (!text.includes('<!--')) return text
  const kept: string[] = []
  let dropped = false
  for (const line of scanLines(text)) {
    const isOurs = !line.fenced && OUR_COMMENT.test(line.text)
    const isSpare: boolean = dropped && line.text.trim() === '' && (kept.at(-1) ?? '').trim() === ''
    if (!isOurs && !isSpare) kept.push(line.text)
    dropped = isOurs || isSpare
  }
  return kept.join('\n').replace(/^\n+|(?<!\n)\n+$/g, '')
}

/** A file as a reader gets it: what it says about where it comes from is one plain line (S57). */
export function asRead(text: string): string {
  const origin = readProvenance(text)
  const shown = withoutMarkers(text)
  return origin === undefined ? shown : `> ${provenanceWords(origin)[languageOfText(text) ?? 'en']}\n\n${shown}`
}

const OUR_COMMENT =
  /^ {0,3}<!-- (?:(?:MACHINE|USER)_BLOCK_(?:START|END)|MEMORY_BANK_TEMPLATE:v[\d.]+|blockVersion: .*|provenance: .*) -->[ \t]*$/
