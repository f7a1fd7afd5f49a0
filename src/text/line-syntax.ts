/**
 * What one line of Markdown begins: a fence, a heading, a rule, a list item.
 *
 * The functions that end in `At` read at a position past the indent, for readers that track containers; those that end
 * in `In` read a whole line.
 */

export function firstNonSpace(line: string, start: number): number {
  let at = start
  while (line.charCodeAt(at) === 0x20) at += 1
  return at
}

export interface Fence {
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

export function closesFence(line: string, start: number, fence: Fence): boolean {
  let end = start
  while (line[end] === fence.character) end += 1
  return end - start >= fence.length && isBlankFrom(line, end)
}

/** The fence that a line opens, where it is indented by at most three blanks. */
export function fenceIn(line: string): Fence | undefined {
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
  /** Whether it may stand right below a paragraph's line: a bullet, or the number 1. */
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
  /** Where its text begins, behind the mark and the box. */
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

/** The text of a line, without the mark and the box of the list item that it may begin. */
export function withoutListMark(line: string): string {
  return line.slice(listItemIn(line)?.textStart ?? 0)
}

/** Whether a line cannot go on with a paragraph or a table above it: it is blank, or begins a block of its own. */
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
