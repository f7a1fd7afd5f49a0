/**
 * Lines of a file within a limit: all of them, or the first and last ones with a mark that says how many are missing.
 *
 * The mark is part of the format that users know (S25).
 */

import { pageOf } from '../bank/page.ts'
import { provenanceWords, readProvenance } from '../bank/provenance.ts'
import { type Language, languageOfText } from '../base/language.ts'

export interface Excerpt {
  readonly text: string
  /** The number of printed lines, the mark included. */
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
  const lines = pageOf(text)
    .lines.slice(startLine - 1, endLine)
    .map((line) => line.text)
  if (lines.length <= limit) return { text: lines.join('\n'), lines: lines.length }
  // Two thirds from the top and one from the end, like the 100 and 50 lines of a long file.
  const room = Math.max(2, limit) - 1
  const head = Math.max(1, Math.ceil((room * 2) / 3))
  const tail = Math.max(0, room - head)
  return headAndTail(lines, head, tail, language)
}

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

/**
 * Drops Memory Bank's own comments (block markers and their metadata, the version mark, provenance) and doubled blank
 * lines.
 */
export function withoutMarkers(text: string): string {
  if (!text.includes('<!--')) return text
  const kept: string[] = []
  let dropped = false
  for (const line of pageOf(text).lines) {
    const isOurs = !line.fenced && OUR_COMMENT.test(line.text)
    const isSpare: boolean = dropped && line.text.trim() === '' && (kept.at(-1) ?? '').trim() === ''
    if (!isOurs && !isSpare) kept.push(line.text)
    dropped = isOurs || isSpare
  }
  return kept.join('\n').replace(/^\n+|(?<!\n)\n+$/g, '')
}

/** The text of a file for a reader, with its provenance as one plain line (S57). */
export function asRead(text: string): string {
  const origin = readProvenance(pageOf(text))
  const shown = withoutMarkers(text)
  return origin === undefined ? shown : `> ${provenanceWords(origin)[languageOfText(text) ?? 'en']}\n\n${shown}`
}

const OUR_COMMENT =
  /^ {0,3}<!-- (?:(?:MACHINE|USER)_BLOCK_(?:START|END)|MEMORY_BANK_TEMPLATE:v[\d.]+|blockVersion: .*|provenance: .*) -->[ \t]*$/
