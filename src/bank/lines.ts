/**
 * The lines of a Markdown text with their offsets, and the start of a fence, a heading, a rule or a list item in one
 * line.
 *
 * Lines are verbatim slices: joined, they give the text back. Line ends are `\n`, `\r\n` and a lone `\r`, as in
 * CommonMark. Fences may be indented by up to three spaces and run to the end if unclosed. Functions that end in `At`
 * read from a position after the indent, for readers that track containers. Functions that end in `In` read a whole
 * line.
 */

export interface Line {
  readonly start: number
  /** The offset after the line's end characters. */
  readonly end: number
  /** The line without its end characters. */
  readonly text: string
  /** Counted from 1. */
  readonly number: number
  /** Inside a code fence, or one of its two fence lines. */
  readonly fenced: boolean
  /** Part of an HTML comment that is a block, which a renderer hides. */
  readonly commented: boolean
}

/** `Page.lines` is the only caller: a text is scanned once. */
export function scanLines(text: string): readonly Line[] {
  const lines: Line[] = []
  let fence: Fence | undefined
  let isInComment = false
  const mayFence = text.includes('```') || text.includes('~~~')
  const mayComment = text.includes('<!--')
  // A byte order mark belongs to the first line's bytes, but not to its text.
  let from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const stopAfter = lineStops(text)
  for (let start = 0; start < text.length; start = from) {
    const stop = stopAfter(from)
    const content = text.slice(from, stop)
    const end = text.startsWith('\r\n', stop) ? stop + 2 : Math.min(stop + 1, text.length)
    const next = mayFence ? fenceAfter(fence, content) : undefined
    const fenced = fence !== undefined || next !== undefined
    const commented: boolean = isInComment || (mayComment && !fenced && COMMENT_START.test(content))
    lines.push({ start, end, text: content, number: lines.length + 1, fenced, commented })
    isInComment = commented && !content.includes('-->')
    fence = next
    from = end
  }
  return lines
}

/** Finds the end of each line in turn. Linear in the text: each character is searched once per line-end character. */
function lineStops(text: string): (from: number) => number {
  const found = { '\n': -1, '\r': -1 }
  const next = (sign: keyof typeof found, from: number) => {
    if (found[sign] < from) {
      const at = text.indexOf(sign, from)
      found[sign] = at === -1 ? text.length : at
    }
    return found[sign]
  }
  return (from) => Math.min(next('\n', from), next('\r', from))
}

const COMMENT_START = /^ {0,3}<!--/

/** The line that would close a fence that is still open after these lines. */
export function openFence(lines: readonly Line[]): string | undefined {
  let fence: Fence | undefined
  for (const line of lines) fence = fenceAfter(fence, line.text)
  return fence?.character.repeat(fence.length)
}

function fenceAfter(fence: Fence | undefined, line: string): Fence | undefined {
  if (fence === undefined) return fenceIn(line)
  const first = firstNonSpace(line, 0)
  return first <= 3 && closesFence(line, first, fence) ? undefined : fence
}

/** The line end of the first line, or `\n`. */
export function endingOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}

/** Generated text with another text's line ends. */
export function withEnding(text: string, ending: string): string {
  return ending === '\n' ? text : text.replaceAll('\n', ending)
}

export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** Counts newline characters, as `wc -l` does. */
export function countNewlines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The number of lines as a person counts them: the last one counts with or without a newline. */
export function countLines(text: string): number {
  const ends = text.includes('\r') ? (text.match(/\r\n|\n|\r/g)?.length ?? 0) : countNewlines(text)
  return ends + (/(?:^|[\r\n])$/.test(text) ? 0 : 1)
}

/** A position as editors count: line and column from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** How many of these ascending numbers are at most `limit`. */
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

/** The line ends that leave exactly one blank line after a text that is not empty. */
export function gapAfter(text: string, ending: string): string {
  if (!/[\r\n]$/.test(text)) return ending + ending
  if (/(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(text)) return ''
  // After a lone CR, a newline would only complete that line end.
  return text.endsWith('\r') && ending === '\n' ? '\n\n' : ending
}

/** A value on one line, for a cell, an item or a title. It cannot open a comment, a heading or an item. */
export function oneLine(value: string): string {
  return value
    .replaceAll('<!--', '&lt;!--')
    .replace(/(?<!\s)\s*\n\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?/g, (_break, at: number) => (at === 0 ? '' : ' '))
    .replace(/\s+/g, ' ')
    .replace(/^#{1,6}\s+|^[-*+]\s+/, '')
    .trim()
}

/** The exact text in a code fence that nothing in it can close. */
export function fenceAround(text: string): string {
  const fence = fenceOf(text, 4)
  return `${fence}markdown\n${text}${/[\r\n]$/.test(text) ? '' : '\n'}${fence}`
}

/** A fence of at least `least` backticks that nothing in the text can close. */
export function fenceOf(text: string, least = 3): string {
  let longest = least - 1
  for (const run of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length)
  return '`'.repeat(longest + 1)
}

function firstNonSpace(line: string, start: number): number {
  let at = start
  while (line.charCodeAt(at) === 0x20) at += 1
  return at
}

interface Fence {
  readonly character: string
  readonly length: number
}

function fenceAt(line: string, start: number): Fence | undefined {
  const character = line[start]
  if (character !== '`' && character !== '~') return undefined
  let end = start
  while (line[end] === character) end += 1
  if (end - start < 3 || (character === '`' && line.includes('`', end))) return undefined
  return { character, length: end - start }
}

function closesFence(line: string, start: number, fence: Fence): boolean {
  let end = start
  while (line[end] === fence.character) end += 1
  return end - start >= fence.length && isBlankFrom(line, end)
}

/** The fence that a line opens. It may be indented by at most three spaces. */
function fenceIn(line: string): Fence | undefined {
  const first = firstNonSpace(line, 0)
  return first > 3 ? undefined : fenceAt(line, first)
}

export interface HeadingLine {
  readonly level: number
  readonly text: string
}

export function headingIn(line: string): HeadingLine | undefined {
  const first = firstNonSpace(line, 0)
  return first > 3 ? undefined : headingAt(line, first)
}

function headingAt(line: string, start: number): HeadingLine | undefined {
  if (line[start] !== '#') return undefined
  HEADING_MARK.lastIndex = start
  const level = HEADING_MARK.exec(line)?.[0].length
  if (level === undefined) return undefined
  const content = line.slice(start + level).replace(/(?<![ \t])[ \t]+$/, '')
  return { level, text: content.replace(/(?<=[ \t])#+$/, '').trim() }
}

const HEADING_MARK = /#{1,6}(?=[ \t]|$)/y

export function isRule(line: string, start: number): boolean {
  const character = line[start]
  if (character !== '-' && character !== '*' && character !== '_') return false
  let count = 0
  for (let at = start; at < line.length; at += 1) {
    if (line[at] === character) count += 1
    else if (!isBlank(line[at])) return false
  }
  return count >= 3
}

interface ListMark {
  readonly length: number
  /** Whether it may follow a paragraph without a blank line: a bullet, or the number 1. */
  readonly interrupts: boolean
}

export function listMarkAt(line: string, start: number): ListMark | undefined {
  LIST_MARK.lastIndex = start
  const match = LIST_MARK.exec(line)
  if (match === null) return undefined
  return { length: match[0].length, interrupts: match[1] === undefined || Number(match[1]) === 1 }
}

const LIST_MARK = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y

export interface ListItemLine {
  readonly indent: string
  /** `-`, `*`, `+`, `1.` or `1)`. */
  readonly mark: string
  readonly box: 'open' | 'checked' | undefined
  /** The offset of its text, after the mark and the box. */
  readonly textStart: number
}

/** The list item that a line begins, at any depth. */
export function listItemIn(line: string): ListItemLine | undefined {
  const match = LIST_ITEM.exec(line)
  if (match === null) return undefined
  const [whole, indent = '', mark = '', box] = match
  return {
    indent,
    mark,
    box: box === undefined ? undefined : box === ' ' ? 'open' : 'checked',
    textStart: whole.length,
  }
}

const LIST_ITEM = /^(\s*)([-+*]|\d{1,9}[.)])(?:\s+|$)(?:\[([ xX])\](?:\s+|$))?/

/** The line without the mark and the box of a list item. */
export function withoutListMark(line: string): string {
  return line.slice(listItemIn(line)?.textStart ?? 0)
}

/** Whether a line ends the paragraph or table above it, because it is blank or begins a block. */
export function beginsBlock(line: string): boolean {
  const first = firstNonSpace(line, 0)
  if (first > 3 || line[first] === '\t' || line[first] === '>' || isBlankFrom(line, first)) return true
  if (headingAt(line, first) !== undefined || listMarkAt(line, first) !== undefined || isRule(line, first)) return true
  HTML_START.lastIndex = first
  return HTML_START.test(line)
}

const HTML_START = /<(?:[!?]|\/?[A-Za-z][A-Za-z0-9-]*(?:[ \t/>]|$))/y

function isBlankFrom(line: string, start: number): boolean {
  let at = start
  while (isBlank(line[at])) at += 1
  return at === line.length
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
