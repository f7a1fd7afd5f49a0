/**
 * The prose of a Markdown text: headings, paragraphs, table cells and list items with their lines.
 *
 * Read as CommonMark reads it, containers included, so that nothing in a code block, an HTML block or a
 * comment is taken for prose. Time is linear in the text.
 */

import {
  closesFence,
  expandTabs,
  type Fence,
  fenceAt,
  firstNonSpace,
  headingAt,
  isRule,
  listMarkAt,
  underlineAt,
} from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { cellsOfLine, isDelimiterRow } from '../bank/tables.ts'
import { type HtmlBlock, htmlBlockAt } from './html-syntax.ts'
import { type Definition, definitionAt } from './link-syntax.ts'

export interface Prose {
  readonly pieces: readonly Piece[]
  readonly definitions: readonly PlacedDefinition[]
  readonly items: readonly Item[]
}

/** A run of inline Markdown. Lines are counted from 1. */
export type Piece =
  | { readonly kind: 'text' | 'header' | 'cell'; readonly text: string; readonly line: number }
  | {
      readonly kind: 'heading'
      readonly text: string
      readonly line: number
      readonly level: number
      readonly nested: boolean
    }

interface PlacedDefinition extends Definition {
  readonly line: number
}

interface Item {
  readonly line: number
  /** How many quotes and list items it stands in. */
  readonly depth: number
  /** How its first line begins. */
  readonly text: string
}

export function readProse(text: string): Prose {
  const reader = new ProseReader()
  const { lines } = pageOf(text)
  const skipped = frontMatterLines(lines.map((line) => line.text))
  for (const [index, line] of lines.entries()) if (index >= skipped) reader.read(expandTabs(line.text), index + 1)
  return reader.finish()
}

type Container =
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly indent: number; readonly emptyAt: number }

type Leaf =
  | { readonly kind: 'none' }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | { readonly kind: 'html'; readonly block: HtmlBlock }
  | { readonly kind: 'paragraph'; readonly lines: string[]; readonly first: number }

/** Where the reading of a line has come to. */
interface Cursor {
  readonly line: string
  /** Counted from 1. */
  readonly number: number
  /** Whether the line goes on with every container that was open. */
  readonly continuesAll: boolean
  /** Behind the containers' marks and indents, and the first character after that which is no blank. */
  at: number
  first: number
  /** How many containers the line stands in so far. */
  matched: number
  /** Whether it has opened one. */
  opened: boolean
  /** Whether the line may go on with the open paragraph although it lacks the marks of the containers around it. */
  mayBeLazy: boolean
}

/** Deeper ones are text: nobody writes them, and each line would have to pass them all. */
const DEEPEST_CONTAINERS = 50
const ITEM_TEXT = 200

class ProseReader {
  readonly #pieces: Piece[] = []
  readonly #definitions: PlacedDefinition[] = []
  readonly #items: Item[] = []
  readonly #containers: Container[] = []
  #leaf: Leaf = { kind: 'none' }

  read(line: string, number: number): void {
    const cursor = this.#continued(line, number)
    if (cursor.continuesAll && this.#goesOn(cursor)) return
    while (cursor.first < line.length) {
      cursor.mayBeLazy = this.#leaf.kind === 'paragraph' && !cursor.opened
      if (cursor.first - cursor.at >= 4) {
        // Indented text: code, unless it goes on with a paragraph.
        if (cursor.mayBeLazy) break
        this.#begin(cursor)
        return
      }
      if (this.#enterQuote(cursor)) continue
      if (this.#readLeaf(cursor)) return
      if (!this.#enterItem(cursor)) break
    }
    this.#readText(cursor)
  }

  finish(): Prose {
    this.#endLeaf()
    return { pieces: this.#pieces, definitions: this.#definitions, items: this.#items }
  }

  /** The line past the marks and indents of the open containers that it goes on with. */
  #continued(line: string, number: number): Cursor {
    let at = 0
    let matched = 0
    let first = firstNonSpace(line, 0)
    for (const container of this.#containers) {
      if (container.kind === 'quote') {
        if (first - at > 3 || line[first] !== '>') break
        at = afterQuoteMark(line, first)
        first = firstNonSpace(line, at)
      } else if (first >= line.length) {
        if (container.emptyAt === number - 1) break
      } else {
        if (first - at < container.indent) break
        at += container.indent
      }
      matched += 1
    }
    first = firstNonSpace(line, at)
    const continuesAll = matched === this.#containers.length
    return { line, number, at, first, matched, continuesAll, opened: false, mayBeLazy: false }
  }

  /** Whether the line belongs to the fence or the HTML block that is open, as its content or its end. */
  #goesOn({ line, at, first }: Cursor): boolean {
    const leaf = this.#leaf
    if (leaf.kind === 'fence') {
      if (first - at <= 3 && closesFence(line, first, leaf.fence)) this.#leaf = { kind: 'none' }
      return true
    }
    if (leaf.kind !== 'html') return false
    const ends = leaf.block.until === undefined ? first >= line.length : leaf.block.until.test(line.slice(at))
    if (ends) this.#leaf = { kind: 'none' }
    return true
  }

  /** End the leaf that was open, and the containers that the line does not go on with. */
  #begin({ matched }: Cursor): void {
    this.#endLeaf()
    this.#containers.length = Math.min(matched, this.#containers.length)
  }

  #enter(cursor: Cursor, container: Container, inner: number): void {
    this.#begin(cursor)
    this.#containers.push(container)
    cursor.matched = this.#containers.length
    cursor.opened = true
    cursor.at = inner
    cursor.first = firstNonSpace(cursor.line, inner)
  }

  #enterQuote(cursor: Cursor): boolean {
    if (cursor.line[cursor.first] !== '>' || this.#containers.length >= DEEPEST_CONTAINERS) return false
    this.#enter(cursor, { kind: 'quote' }, afterQuoteMark(cursor.line, cursor.first))
    return true
  }

  #enterItem(cursor: Cursor): boolean {
    const { line, first, number } = cursor
    const mark = listMarkAt(line, first)
    if (mark === undefined || this.#containers.length >= DEEPEST_CONTAINERS) return false
    const content = firstNonSpace(line, first + mark.length)
    const empty = content === line.length
    if (cursor.mayBeLazy && cursor.continuesAll && (empty || !mark.interrupts)) return false
    const blanks = content - first - mark.length
    const width = mark.length + (empty || blanks > 4 ? 1 : blanks)
    const container = { kind: 'item', indent: first - cursor.at + width, emptyAt: empty ? number : -1 } as const
    this.#enter(cursor, container, Math.min(first + width, line.length))
    const text = line.slice(content, content + ITEM_TEXT)
    this.#items.push({ line: number, depth: this.#containers.length - 1, text })
    return true
  }

  /** A heading, a fence, an HTML block or a rule; false where the line begins none of them. */
  #readLeaf(cursor: Cursor): boolean {
    const { line, first, number } = cursor
    const heading = headingAt(line, first)
    if (heading !== undefined) {
      this.#begin(cursor)
      this.#pieces.push({ kind: 'heading', ...heading, line: number, nested: this.#containers.length > 0 })
      return true
    }
    const fence = fenceAt(line, first)
    if (fence !== undefined) {
      this.#begin(cursor)
      this.#leaf = { kind: 'fence', fence }
      return true
    }
    const block = htmlBlockAt(line, first, !cursor.mayBeLazy)
    if (block !== undefined) {
      this.#begin(cursor)
      if (block.until?.test(line.slice(first)) !== true) this.#leaf = { kind: 'html', block }
      return true
    }
    if (cursor.mayBeLazy && cursor.continuesAll && this.#underline(line, first)) return true
    if (!isRule(line, first)) return false
    this.#begin(cursor)
    return true
  }

  #readText(cursor: Cursor): void {
    const { line, first, number } = cursor
    const isBlank = first >= line.length
    if (!isBlank && this.#leaf.kind === 'paragraph' && !cursor.opened) {
      this.#leaf.lines.push(line.slice(first))
      return
    }
    this.#begin(cursor)
    if (!isBlank) this.#leaf = { kind: 'paragraph', lines: [line.slice(first)], first: number }
  }

  /** Make a heading of the paragraph above, if the line underlines one. */
  #underline(line: string, first: number): boolean {
    const level = underlineAt(line, first)
    if (level === undefined || this.#leaf.kind !== 'paragraph') return false
    const rest = this.#takeDefinitions(this.#leaf.lines, this.#leaf.first)
    this.#leaf = { kind: 'none' }
    if (rest.lines.length === 0) return false
    const text = rest.lines.join('\n').trimEnd()
    this.#pieces.push({ kind: 'heading', text, line: rest.first, level, nested: this.#containers.length > 0 })
    return true
  }

  #endLeaf(): void {
    if (this.#leaf.kind === 'paragraph') {
      const rest = this.#takeDefinitions(this.#leaf.lines, this.#leaf.first)
      if (rest.lines.length > 0) for (const piece of tableRows(rest.lines, rest.first)) this.#pieces.push(piece)
    }
    this.#leaf = { kind: 'none' }
  }

  /** The definitions at the head of a paragraph are no part of its text. */
  #takeDefinitions(lines: readonly string[], first: number): { lines: readonly string[]; first: number } {
    if (lines[0]?.startsWith('[') !== true) return { lines, first }
    const text = lines.join('\n')
    let at = 0
    let line = first
    for (let found = definitionAt(text, at); found !== undefined; found = definitionAt(text, at)) {
      // A footnote looks like a definition, but its text is prose.
      if (found.label.startsWith('^')) break
      this.#definitions.push({ ...found, line })
      for (let end = text.indexOf('\n', at); end !== -1 && end < found.end; end = text.indexOf('\n', end + 1)) line += 1
      at = found.end
    }
    const rest = text.slice(at)
    return { lines: rest === '' ? [] : rest.split('\n'), first: line }
  }
}

function afterQuoteMark(line: string, at: number): number {
  return line[at + 1] === ' ' ? at + 2 : at + 1
}

/** How many lines of YAML stand before the text, fences included; lines that do not look like YAML are text. */
function frontMatterLines(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue
    if (/^(?:---|\.\.\.)[ \t]*$/.test(line)) return index + 1
    if (!/^(?:[ \t]*$|[ \t]*#|[ \t]+\S|-[ \t]|[\w"'-]+[ \t]*:)/.test(line)) return 0
  }
  return 0
}

/** A paragraph's lines as text and, where a GFM table begins among them, its cells. */
/** `first` is the number of the paragraph's first line. */
function tableRows(lines: readonly string[], first: number): readonly Piece[] {
  const delimiter = lines.findIndex((line, index) => isDelimiter(line) && sameWidth(line, lines[index - 1]))
  const above = delimiter === -1 ? lines : lines.slice(0, delimiter - 1)
  const pieces: Piece[] = []
  if (above.length > 0) pieces.push({ kind: 'text', text: above.join('\n'), line: first })
  if (delimiter === -1) return pieces
  for (let index = delimiter - 1; index < lines.length; index += 1) {
    if (index === delimiter) continue
    const kind = index < delimiter ? 'header' : 'cell'
    for (const text of cellsOfLine(lines[index] ?? '')) {
      if (text !== '') pieces.push({ kind, text, line: first + index })
    }
  }
  return pieces
}

function isDelimiter(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[ \t|:-]*$/.test(line)
}

function sameWidth(delimiter: string, header: string | undefined): boolean {
  if (header?.includes('|') !== true) return false
  const cells = cellsOfLine(delimiter)
  return isDelimiterRow(cells) && cells.length === cellsOfLine(header).length
}
