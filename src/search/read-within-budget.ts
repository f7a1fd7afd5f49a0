/**
 * `memory-bank read`: one file of the bank. A short file is printed whole, a long one by question or by its two ends
 * (S25).
 *
 * Line numbers are those of the file, so that they can be cited.
 */

import type { Page } from '../bank/page.ts'
import type { ReadableFile } from '../bank/snapshot.ts'
import type { Language } from '../base/language.ts'
import { LIMITS } from '../base/limits.ts'
import { EntryIndex } from './entry-index.ts'
import { excerptLines, omissionMark } from './excerpt.ts'
import { queriesOf, rank } from './rank.ts'
import { TermCounts } from './term-counts.ts'

export interface BudgetedRead {
  readonly text: string
  readonly totalLines: number
  /** The printed lines, both ends included. */
  readonly ranges: readonly { readonly startLine: number; readonly endLine: number }[]
  readonly kind: 'whole' | 'sections' | 'ends'
}

export function readWithinBudget(file: ReadableFile, question: string | undefined, language: Language): BudgetedRead {
  const page = file.readPage()
  const { text } = page
  const lines = page.lines.map((line) => line.text)
  const total = lines.length
  if (total <= LIMITS.largeFileLines) {
    return { text, totalLines: total, ranges: [{ startLine: 1, endLine: total }], kind: 'whole' }
  }
  const ranges = question === undefined ? [] : relevantRanges(page, question)
  if (ranges.length > 0) return sections(lines, ranges, language)
  const ends = [
    { startLine: 1, endLine: LIMITS.headLines },
    { startLine: total - LIMITS.tailLines + 1, endLine: total },
  ]
  return { text: join(lines, ends, language), totalLines: total, ranges: ends, kind: 'ends' }
}

interface Range {
  readonly startLine: number
  readonly endLine: number
}

/** The entries that match the question, best first, within the budget of a large file. */
function relevantRanges(page: Page, question: string): readonly Range[] {
  const index = new EntryIndex()
  index.update({ files: new Map([[page.path, { path: page.path, mtime: 0, readPage: () => page }]]) })
  const ranked = rank(new TermCounts(index.entries(), queriesOf(question)))
  const least = RELEVANT * (ranked[0]?.score ?? 0)
  const chosen: Range[] = []
  let lines = 0
  for (const { entry, score } of ranked) {
    const { startLine } = entry
    const endLine = Math.min(entry.endLine, startLine + LIMITS.largeFileLines - 1)
    const size = endLine - startLine + 1
    if (score < least || (chosen.length > 0 && lines + size > LIMITS.largeFileLines)) continue
    chosen.push({ startLine, endLine })
    lines += size
  }
  return chosen.sort((a, b) => a.startLine - b.startLine)
}

/** As a share of the best score. */
const RELEVANT = 0.3

function sections(lines: readonly string[], ranges: readonly Range[], language: Language): BudgetedRead {
  return { text: join(lines, ranges, language), totalLines: lines.length, ranges, kind: 'sections' }
}

function join(lines: readonly string[], ranges: readonly Range[], language: Language): string {
  const parts: string[] = []
  let next = 1
  for (const { startLine, endLine } of ranges) {
    if (startLine > next) parts.push(omissionMark(startLine - next, language))
    parts.push(excerptLines(lines.join('\n'), startLine, endLine, endLine - startLine + 1, language).text)
    next = endLine + 1
  }
  if (next <= lines.length) parts.push(omissionMark(lines.length - next + 1, language))
  return parts.join('\n')
}
