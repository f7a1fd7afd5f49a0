/**
 * A Markdown text as its lines, with offsets, and whether each stands inside a code fence.
 *
 * Lines are verbatim slices: joining them gives the text back. Line ends are `\n`, `\r\n` and a lone
 * `\r`, as in CommonMark; fences may be indented by up to three spaces and run to the end if unclosed.
 */

import { closesFence, type Fence, fenceIn, firstNonSpace } from './line-syntax.ts'

export interface Line {
  readonly start: number
  /** Past the line's end characters. */
  readonly end: number
  /** The line without its end characters. */
  readonly text: string
  /** Inside a code fence, or one of the two lines that make it. */
  readonly fenced: boolean
}

const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/y

export function scanLines(text: string): readonly Line[] {
  const lines: Line[] = []
  let fence: Fence | undefined
  // A byte order mark belongs to the first line's bytes, not to its text.
  LINE.lastIndex = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let start = 0; start < text.length; start = LINE.lastIndex) {
    const content = LINE.exec(text)?.[1] ?? ''
    const next = fenceAfter(fence, content)
    lines.push({ start, end: LINE.lastIndex, text: content, fenced: fence !== undefined || next !== undefined })
    fence = next
  }
  return lines
}

/** The text with the lines of its code fences left blank. */
export function withoutFences(text: string): string {
  return scanLines(text)
    .map((line) => (line.fenced ? '\n' : text.slice(line.start, line.end)))
    .join('')
}

/** The line that would close a fence left open at the end of the text, if one is. */
export function openFence(text: string): string | undefined {
  let fence: Fence | undefined
  for (const line of scanLines(text)) fence = fenceAfter(fence, line.text)
  return fence?.character.repeat(fence.length)
}

function fenceAfter(fence: Fence | undefined, line: string): Fence | undefined {
  if (fence === undefined) return fenceIn(line)
  const first = firstNonSpace(line, 0)
  return first <= 3 && closesFence(line, first, fence) ? undefined : fence
}

/** The line ending a text uses: that of its first line, or `\n` where it has none. */
export function endingOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}

/** Our own words, in another text's line endings. */
export function withEnding(text: string, ending: string): string {
  return ending === '\n' ? text : text.replaceAll('\n', ending)
}

export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** As `wc -l` counts: the newline characters. */
export function countNewlines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** What a person would call the number of lines: the last one counts with or without a newline. */
export function countLines(text: string): number {
  if (text.includes('\r')) return scanLines(text).length
  return countNewlines(text) + (text === '' || text.endsWith('\n') ? 0 : 1)
}

/** The line an offset stands in, counted from 1. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = scanLines(text).map((line) => line.start)
  return (offset) => countUpTo(starts, offset)
}

/** A place in a text as editors count: line and column from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

export function placesIn(text: string): (offset: number) => TextPlace {
  const starts = scanLines(text).map((line) => line.start)
  return (offset) => {
    const line = Math.max(1, countUpTo(starts, offset))
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}

/** How many entries are not above the limit; entries ascend. */
export function countUpTo(entries: readonly number[], limit: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Where the body of a text begins: past a byte order mark and front matter. */
export function bodyStart(text: string): number {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  if (!text.startsWith('---', start)) return start
  const [first, ...rest] = scanLines(text.slice(0, 20_000))
  if (first === undefined || !/^---[ \t]*$/.test(first.text)) return start
  const close = rest.find((line) => /^(?:---|\.\.\.)[ \t]*$/.test(line.text))
  return close === undefined ? start : close.end
}

/** The line ends that leave exactly one blank line after a text that says something. */
export function gapAfter(text: string, ending: string): string {
  if (!/[\r\n]$/.test(text)) return ending + ending
  if (/(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(text)) return ''
  // A newline right after a lone CR would only complete that line's end.
  return text.endsWith('\r') && ending === '\n' ? '\n\n' : ending
}

/** A text word for word in a code fence that nothing in it closes. */
export function fenceAround(text: string): string {
  const fence = fenceOf(text, 4)
  return `${fence}markdown\n${text}${/[\r\n]$/.test(text) ? '' : '\n'}${fence}`
}

/** A fence that nothing in a text closes, of at least so many signs. */
export function fenceOf(text: string, least = 3): string {
  let longest = least - 1
  for (const run of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length)
  return '`'.repeat(longest + 1)
}
