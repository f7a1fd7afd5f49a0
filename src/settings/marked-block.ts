/**
 * Adds, finds and removes a block between two marks at the end of a Markdown file that belongs to the user.
 *
 * Lines that a user wrote between the marks are kept when the block is removed.
 */

import { endingOf, gapAfter, type Line, splice, withEnding } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import type { Words } from '../base/language.ts'
import type { TextEntry } from './settings-entries.ts'

export interface MarkedBlock {
  readonly start: string
  readonly end: string
  /** The block's lines. Each ends with `\n`. */
  readonly body: string
}

export function blockEntry(block: MarkedBlock): TextEntry {
  return {
    kind: 'text',
    fault: (text) => faultIn(text, block),
    obstacle: (text) => (marksIn(text, block).length > 0 ? undefined : unclosedFence(text)),
    isIn: (text) => foundIn(text, block) !== undefined,
    added: (text) => addBlock(text, block),
    removed: (text, before) => removeBlock(text, block, before),
  }
}

interface Found {
  /** The two marks and the lines between them. */
  readonly lines: readonly Line[]
}

/** Marks inside fenced code do not count. */
function marksIn(text: string, { start, end }: MarkedBlock): readonly Line[] {
  return pageOf(text).lines.filter((line) => !line.fenced && [start, end].includes(line.text.trim()))
}

function foundIn(text: string, block: MarkedBlock): Found | undefined {
  const [first, last] = marksIn(text, block)
  if (first === undefined || last === undefined || faultIn(text, block) !== undefined) return undefined
  return { lines: pageOf(text).lines.filter((line) => line.start >= first.start && line.start <= last.start) }
}

function faultIn(text: string, block: MarkedBlock): Words | undefined {
  const marks = marksIn(text, block)
  const isPair = marks.length === 2 && marks[0]?.text.trim() === block.start && marks[1]?.text.trim() === block.end
  if (isPair || marks.length === 0) return undefined
  return {
    en: `the marks ${block.start} and ${block.end} must each occur once, in this order. Correct or delete them.`,
    zh: `标记 ${block.start} 与 ${block.end} 应当各出现一次且顺序正确，请修正或删除。`,
  }
}

function unclosedFence(text: string): Words | undefined {
  const fence = pageOf(text).openFence
  return fence === undefined
    ? undefined
    : {
        en: `a code fence (${fence}) is not closed, so everything after it would be code. Close it.`,
        zh: `代码围栏（${fence}）没有结束，其后的内容都会成为代码，请先结束它。`,
      }
}

function addBlock(text: string, block: MarkedBlock): string {
  if (foundIn(text, block) !== undefined) return text
  const ending = endingOf(text)
  const gap = text === '' || /^\s*[\r\n]$/.test(text) ? '' : gapAfter(text, ending)
  return `${text}${gap}${withEnding(`${block.start}\n${block.body}${block.end}\n`, ending)}`
}

function removeBlock(text: string, block: MarkedBlock, before: string | undefined): string {
  const found = foundIn(text, block)
  if (found === undefined) return text
  const start = found.lines[0]?.start ?? 0
  const end = found.lines.at(-1)?.end ?? start
  const kept = userLines(found, block)
    .map((line) => text.slice(line.start, line.end))
    .join('')
  if (kept !== '' || end < text.length) return splice(text, start, end, kept)
  // The block was at the end of the file, so the gap before it is removed too.
  const above = text.slice(0, start)
  const stood = before !== undefined && above.startsWith(before) && above.slice(before.length).trim() === ''
  return stood ? before : above.replace(/(\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/, '$1')
}

/** Lines between the marks that are not part of the block. */
function userLines({ lines }: Found, { body }: MarkedBlock): readonly Line[] {
  const ours = new Set(body.split('\n').map((line) => line.trim()))
  return lines.slice(1, -1).filter((line) => !ours.has(line.text.trim()))
}
