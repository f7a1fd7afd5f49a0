/**
 * Finds the finished items of a text: checked list items, and all items of a section set aside for archiving.
 *
 * An item is its line, its continuation lines and its children. It moves as a whole: an unchecked box inside it, or an
 * open item around it, keeps it in place.
 */

import { endingOf, type Line, listItemIn } from '../bank/lines.ts'
import type { Page } from '../bank/page.ts'
import { headingLevel, isArchiveHeading } from '../bank/sections.ts'
import { latestDateIn, latestMonthIn } from '../base/dates.ts'
import type { Span, Splice } from '../base/splice.ts'

export interface DoneItem extends Span {
  /** The day it was finished, if the item or a heading names one. */
  readonly date: string | undefined
  /** The number of checked boxes in the item, its own included. */
  readonly done: number
  /** True in a section set aside for archiving. */
  readonly isSetAside: boolean
  /** The plain list items around it, outermost first. */
  readonly parents: readonly Span[]
  /** Cuts out the item with the blank lines it would leave, and keeps one where two lines would join. */
  readonly removal: Splice
  readonly removedLines: number
}

export interface DoneItems {
  /** Items that may move, in document order. */
  readonly items: readonly DoneItem[]
  /** All finished items, including those that must stay. */
  readonly done: number
}

/**
 * Only whole lines inside the spans are read, headings included. `isTicked` names further lines that count as checked.
 */
export function doneItemsIn(
  page: Page,
  spans: readonly Span[],
  isTicked: (line: string) => boolean = () => false,
): DoneItems {
  const { text } = page
  const rows = page.lines.map((line): ListLine => {
    const isOurs = spans.some((span) => span.start <= line.start && line.end <= span.end)
    const isShown = !line.fenced && !line.commented
    const mark = isShown ? itemMark(line.text, isTicked) : NO_ITEM
    return { ...line, ...mark, isOurs, isHidden: !isShown, indent: indentOf(line.text) }
  })
  const items: DoneItem[] = []
  let done = 0
  let headings: readonly Heading[] = []
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]
    if (row === undefined || !row.isOurs || row.isHidden) continue
    const level = headingLevel(row.text)
    if (level !== undefined) headings = [...headings.filter((heading) => heading.level < level), headingOf(row, level)]
    if (!row.isItem || row.indent > 3) continue
    const end = itemEnd(rows, index)
    const found = itemsFrom(text, rows, { from: index, to: end }, headings, [])
    // An unclosed fence would take the rest of the text along. Its end is for the user to decide.
    if (end < rows.length || !page.isHidden(text.length)) items.push(...found.items)
    done += found.done
    index = end - 1
  }
  return { items, done }
}

interface ListLine extends Line {
  readonly isItem: boolean
  readonly box: 'checked' | 'open' | undefined
  /** False outside the given spans: such a line ends every item. */
  readonly isOurs: boolean
  readonly isHidden: boolean
  readonly indent: number
}

interface Heading {
  readonly level: number
  readonly date: string | undefined
  readonly isSetAside: boolean
}

/** Line numbers of an item; `to` is exclusive. */
interface Lines {
  readonly from: number
  readonly to: number
}

/** A line that would be read as a continuation of the line above it. */
const JOINS = /^[ \t]*(?!$|#{1,6}(?:[ \t]|$)|[-+*][ \t]|\d{1,9}[.)][ \t]|<|`{3}|~{3})[^\s]/
const NO_ITEM = { isItem: false, box: undefined } as const

function headingOf(line: Line, level: number): Heading {
  return {
    level,
    date: latestDateIn(line.text) ?? latestMonthIn(line.text),
    isSetAside: isArchiveHeading(line.text),
  }
}

function itemMark(text: string, isTicked: (line: string) => boolean): Pick<ListLine, 'isItem' | 'box'> {
  const item = listItemIn(text)
  return item === undefined ? NO_ITEM : { isItem: true, box: isTicked(text) ? 'checked' : item.box }
}

/** The item itself if it is finished, else the finished ones among its children. */
function itemsFrom(
  text: string,
  rows: readonly ListLine[],
  lines: Lines,
  headings: readonly Heading[],
  parents: readonly Span[],
): DoneItems {
  const head = rows[lines.from]
  if (head === undefined) return { items: [], done: 0 }
  const boxes = boxesIn(rows, lines)
  const isSetAside = headings.some((heading) => heading.isSetAside)
  const isDone = head.box === 'checked' || (isSetAside && head.box !== 'open')
  const done = Math.max(boxes.checked, isDone ? 1 : 0)
  if (isDone) {
    const item = itemOf(text, rows, lines, headings, { done, isSetAside, parents })
    return { items: boxes.open > 0 ? [] : [item], done }
  }
  if (head.box === 'open') return { items: [], done }
  const items = childrenOf(rows, lines).flatMap(
    (child) => itemsFrom(text, rows, child, headings, [...parents, { start: head.start, end: head.end }]).items,
  )
  return { items, done }
}

function itemOf(
  text: string,
  rows: readonly ListLine[],
  lines: Lines,
  headings: readonly Heading[],
  rest: Pick<DoneItem, 'done' | 'isSetAside' | 'parents'>,
): DoneItem {
  const own = rows.slice(lines.from, lines.to)
  const first = own[0]?.start ?? 0
  const start = first === 0 && text.charCodeAt(0) === 0xfeff ? 1 : first
  const end = own.at(-1)?.end ?? first
  const gapEnd = isAfterBlank(rows, lines) ? pastBlanks(rows, lines.to) : lines.to
  const joins = !isAfterBlank(rows, lines) && wouldJoin(rows[gapEnd])
  const removal = { text: joins ? endingOf(text) : '', start, end: rows[gapEnd - 1]?.end ?? end }
  const removedLines = gapEnd - lines.from - (joins ? 1 : 0)
  return { start, end, date: dateOf(own, headings), removal, removedLines, ...rest }
}

function isAfterBlank(rows: readonly ListLine[], { from }: Lines): boolean {
  return from === 0 || isBlank(rows[from - 1])
}

function pastBlanks(rows: readonly ListLine[], from: number): number {
  let end = from
  while (rows[end]?.isOurs === true && isBlank(rows[end])) end += 1
  return end
}

function isBlank(row: ListLine | undefined): boolean {
  return row !== undefined && /^[ \t]*$/.test(row.text)
}

/** True if the line would join the text above without the item between them. */
function wouldJoin(row: ListLine | undefined): boolean {
  return row?.isOurs === true && JOINS.test(row.text)
}

/** The day on its first line, else one on its other lines, else that of the nearest dated heading. */
function dateOf([first, ...below]: readonly ListLine[], headings: readonly Heading[]): string | undefined {
  return (
    latestDateIn(first?.text ?? '') ??
    latestDateIn(below.map((line) => line.text).join('\n')) ??
    headings.findLast((heading) => heading.date !== undefined)?.date
  )
}

function boxesIn(rows: readonly ListLine[], lines: Lines): { readonly checked: number; readonly open: number } {
  const visible = visibleIn(rows, lines)
  return {
    checked: visible.filter((row) => row.box === 'checked').length,
    open: visible.filter((row) => row.box === 'open').length,
  }
}

/**
 * The lines outside code. A fence inside a list is indented deeper than the line scanner looks, and ends with its item.
 */
function visibleIn(rows: readonly ListLine[], lines: Lines): readonly ListLine[] {
  let fence: { readonly run: string; readonly indent: number } | undefined
  return rows.slice(lines.from, lines.to).filter((row) => {
    if (row.isHidden) return false
    if (fence !== undefined && row.indent < fence.indent && row.text.trim() !== '') fence = undefined
    const run = /^[ \t]*(`{3,}|~{3,})/.exec(row.text)?.[1]
    if (run === undefined) return fence === undefined
    if (fence === undefined) fence = { run, indent: row.indent }
    else if (run.startsWith(fence.run)) fence = undefined
    return false
  })
}

function childrenOf(rows: readonly ListLine[], lines: Lines): readonly Lines[] {
  const visible = new Set(visibleIn(rows, lines))
  const children: Lines[] = []
  for (let index = lines.from + 1; index < lines.to; index += 1) {
    const row = rows[index]
    if (row === undefined || !row.isItem || !visible.has(row)) continue
    const to = Math.min(itemEnd(rows, index), lines.to)
    children.push({ from: index, to })
    index = to - 1
  }
  return children
}

/** The end of an item: indented lines, blank lines between them, and unindented text that continues a paragraph. */
function itemEnd(rows: readonly ListLine[], index: number): number {
  const indent = rows[index]?.indent ?? 0
  let end = index + 1
  for (let at = index + 1; at < rows.length; at += 1) {
    const row = rows[at]
    if (row?.isOurs !== true) break
    if (isBlank(row) && !row.isHidden) continue
    if (row.indent <= indent && !(end === at && runsOn(rows[at - 1], row))) break
    end = at + 1
  }
  return end
}

/** True if a line continues the one above: inside hidden text, or in the same paragraph. */
function runsOn(above: ListLine | undefined, row: ListLine): boolean {
  if (above?.isHidden !== row.isHidden) return false
  return row.isHidden || isPlainText(row.text)
}

/** A line that continues a paragraph without being indented. */
function isPlainText(text: string): boolean {
  return !/^[ \t]*(?:$|#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|<|\||`{3}|~{3}|([-*_=])(?:[ \t]*\1){2,}[ \t]*$)/.test(
    text,
  )
}

function indentOf(text: string): number {
  let columns = 0
  for (const character of text) {
    if (character === ' ') columns += 1
    else if (character === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}
