/**
 * A bank file as the units that search ranks: its sections, small ones whole with what is nested in them, long ones in
 * windows, and each row of a table by itself.
 *
 * Units cover the file's text in order and do not overlap. Outside them are blank lines, front matter, our own markers,
 * the heads of tables, what says nothing (a bare heading, a placeholder), and a title with at most a line of metadata,
 * which belongs to the file as a whole.
 */

import { listMarkAt } from '../text/line-syntax.ts'
import { type Line, scanLines } from '../text/lines.ts'
import { headingsOf } from './document-headings.ts'
import { partsOfSection, type SectionPart } from './parts-of-section.ts'
import { saysNothing } from './says-nothing.ts'

export interface Unit {
  /** The nearest heading without its `#` marks; empty for text that stands above every heading. */
  readonly heading: string
  /** The headings around it, outermost first, without the file's title and without `heading` itself. */
  readonly trail: readonly string[]
  /** Counted from 1, both included. */
  readonly startLine: number
  readonly endLine: number
  /** Offsets of the unit's text in the file, its heading line included. */
  readonly start: number
  readonly end: number
  /** Where the text below the heading line begins. */
  readonly bodyStart: number
  /** An entry by itself: a row of a table, with the names of its columns, or an item of the entry's lists, with none. */
  readonly columns?: readonly string[]
}

export interface FileUnits {
  /** The first heading of level 1. */
  readonly title: string
  readonly units: readonly Unit[]
  /** How many lines the file has. */
  readonly lines: number
}

export interface UnitSizes {
  /** A section with everything nested in it is one unit up to this many lines. */
  readonly wholeLines: number
  /** Text under one heading is cut into windows above this many characters … */
  readonly windowAbove: number
  /** … of about this many. */
  readonly windowSize: number
}

/** `document` is the path of a text that is no file of the bank. */
export function splitFile(
  text: string,
  sizes: UnitSizes & { readonly itemsApart?: boolean },
  document?: string,
): FileUnits {
  const lines = scanLines(text)
  const first = firstLine(lines)
  const root = tree(lines, first, document)
  const units: Unit[] = []
  const title = root.children.find((child) => child.level === 1)?.heading ?? ''
  collect(root, [], { text, lines, sizes, title, isDocument: document !== undefined, units })
  return { title, units, lines: lines.length }
}

interface Node {
  readonly heading: string
  readonly level: number
  /** Line indexes, `to` not included: the whole subtree, and the part above the first child. */
  readonly from: number
  to: number
  ownTo: number
  readonly children: Node[]
}

interface Cut {
  readonly text: string
  readonly lines: readonly Line[]
  readonly sizes: UnitSizes & { readonly itemsApart?: boolean }
  readonly title: string
  readonly isDocument: boolean
  readonly units: Unit[]
}

function tree(lines: readonly Line[], first: number, document: string | undefined): Node {
  const root: Node = { heading: '', level: 0, from: first, to: lines.length, ownTo: lines.length, children: [] }
  const open: Node[] = [root]
  for (const [index, heading] of headingsOf(lines, first, document)) {
    const { level } = heading
    while (open.length > 1 && (open[open.length - 1]?.level ?? 0) >= level) close(open.pop(), index)
    const node: Node = {
      heading: heading.text,
      level,
      from: index,
      to: lines.length,
      ownTo: lines.length,
      children: [],
    }
    const parent = open[open.length - 1]
    if (parent !== undefined) {
      if (parent.children.length === 0) parent.ownTo = index
      parent.children.push(node)
    }
    open.push(node)
  }
  return root
}

function close(node: Node | undefined, at: number): void {
  if (node === undefined) return
  node.to = at
  if (node.children.length === 0) node.ownTo = at
}

function collect(node: Node, trail: readonly string[], cut: Cut): void {
  const outer = node.level <= 1
  const whole = node.children.length === 0 || (!outer && node.to - node.from <= cut.sizes.wholeLines)
  emit(node, node.from, whole ? node.to : node.ownTo, trail, cut)
  if (whole) return
  const inner = node.level === 0 || node.heading === cut.title ? trail : [...trail, node.heading]
  for (const child of node.children) collect(child, inner, cut)
}

/** The lines of one section: its rows one by one, the rest as one unit, or as windows where it is long. */
function emit(node: Node, from: number, to: number, trail: readonly string[], cut: Cut): void {
  for (const part of partsOfSection(cut.lines, from, to, cut.sizes.itemsApart === true)) {
    if (part.columns === undefined) emitText(node, part.from, part.to, trail, cut)
    else push(node, part, trail, cut)
  }
}

function emitText(node: Node, from: number, to: number, trail: readonly string[], cut: Cut): void {
  const { lines, sizes } = cut
  const size = (lines[to - 1]?.end ?? 0) - (lines[from]?.start ?? 0)
  if (size <= sizes.windowAbove) {
    push(node, { from, to }, trail, cut)
    return
  }
  let start = from
  let lastBreak = -1
  for (let index = from + 1; index < to; index += 1) {
    const line = lines[index]
    if (line === undefined) continue
    const grown = line.start - (lines[start]?.start ?? 0)
    if (breaksBefore(lines, index)) lastBreak = index
    if (grown < sizes.windowSize) continue
    // A fence is kept together as long as that does not make the window twice its size.
    const at = lastBreak > start ? lastBreak : grown > 2 * sizes.windowSize ? index : -1
    if (at === -1) continue
    push(node, { from: start, to: at }, trail, cut)
    start = at
  }
  push(node, { from: start, to }, trail, cut)
}

/** A good place to cut: after a blank line, or before a list item or table row. */
function breaksBefore(lines: readonly Line[], index: number): boolean {
  const line = lines[index]
  const before = lines[index - 1]
  if (line === undefined || before === undefined || (line.fenced && before.fenced)) return false
  return before.text.trim() === '' || line.text.startsWith('|') || listMarkAt(line.text, 0) !== undefined
}

function push(node: Node, { from, to, columns }: SectionPart, trail: readonly string[], cut: Cut): void {
  let first = from
  let last = to - 1
  const isEmpty = (line: string) => isNothing(line) || (cut.isDocument && RULE.test(line))
  while (first <= last && isEmpty(cut.lines[first]?.text ?? '')) first += 1
  while (last >= first && isEmpty(cut.lines[last]?.text ?? '')) last -= 1
  const top = cut.lines[first]
  const bottom = cut.lines[last]
  if (top === undefined || bottom === undefined || last < first) return
  const headed = node.level > 0 && first === node.from
  if (saysNothing(cut.lines.slice(headed ? first + 1 : first, last + 1))) return
  // A title alone, or with a line of metadata, is known to the file already; its sections say the rest.
  if (headed && node.level === 1 && to < node.to && bottom.end - top.end <= TITLE_ROOM) return
  cut.units.push({
    heading: node.heading,
    trail,
    startLine: first + 1,
    endLine: last + 1,
    start: top.start,
    end: bottom.end,
    bodyStart: headed ? Math.min(top.end, bottom.end) : top.start,
    ...(columns === undefined ? {} : { columns }),
  })
}

const TITLE_ROOM = 60

/** The line above or below a heading. */
const RULE = /^([=\-~^"'#*+.:_`])\1{2,}\s*$/

/** Blank lines and lines that are nothing but a comment (our block markers and their metadata). */
function isNothing(line: string): boolean {
  return /^\s*(?:<!--(?:(?!-->).)*-->\s*)?$/.test(line)
}

/** Past the front matter, if the file begins with one. */
function firstLine(lines: readonly Line[]): number {
  if (lines[0]?.text.trim() !== '---') return 0
  for (let index = 1; index < lines.length && index < 100; index += 1) {
    if (lines[index]?.text.trim() === '---') return index + 1
  }
  return 0
}

/** The `aliases` of a file's front matter, as an inline list or one to a line: other names it is found by. */
export function aliasesIn(head: string): readonly string[] {
  if (!head.includes('aliases:')) return []
  const front = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(head)?.[1]
  const match = front === undefined ? null : /^aliases:[ \t]*(.*(?:\r?\n[ \t]+-.*|\r?\n-.*)*)/m.exec(front)
  return (match?.[1] ?? '')
    .split(/[[\],\r\n]|^[ \t]*-/m)
    .map((alias) => alias.replace(/^[\s"'-]+|(?<![\s"'])[\s"']+$/g, ''))
    .filter((alias) => alias !== '')
}
