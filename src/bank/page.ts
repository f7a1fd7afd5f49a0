/**
 * A Markdown file, or a part of one, parsed once.
 *
 * A page is lossless: everything read from it has offsets into the file's text. Each view is computed on first use and
 * kept on the page, so a page is parsed once however many modules read it. An edit is a splice of the text and makes a
 * new page.
 */

import { type BankPath, knownPath } from '../base/bank-path.ts'
import { sectionHeading } from '../base/layout.ts'
import { ok, type Result } from '../base/result.ts'
import type { Span } from '../base/splice.ts'
import { type Block, innerSpan, parseBlocks } from './blocks.ts'
import { type EntryParts, readDecisions, readLearnings } from './decisions.ts'
import { type Entry, readEntries } from './entry.ts'
import { type Item, readItems } from './items.ts'
import { headingIn, type Line, openFence, scanLines, type TextPlace } from './lines.ts'
import { listSections, type Section } from './sections.ts'
import { findTables, type Table } from './tables.ts'

/**
 * The parts of a page that planners may edit, which is everything but the user block, and the places where they may
 * add.
 */
export interface Editable {
  /** The text outside the user block and the marker lines. */
  readonly spans: readonly Span[]
  /** The text inside the machine block, if there is one. */
  readonly machine: Span | undefined
  /** The place for a block at the top: after a byte order mark, front matter and the machine block's own comments. */
  readonly top: number
  /** The place for a block at the end. */
  readonly bottom: number
}

export class Page {
  readonly path: BankPath
  readonly text: string
  /** The modification time in milliseconds since the epoch; 0 if the page is not from a disk. */
  readonly mtime: number
  #lines: readonly Line[] | undefined
  #bodyStart: number | undefined
  #parsed: Result<readonly Block[]> | undefined
  #inner: { readonly machine: Page | undefined; readonly user: Page | undefined } | undefined
  #editable: { readonly is: Editable | undefined } | undefined
  #sections: readonly Section[] | undefined
  #tables: readonly Table[] | undefined
  #items: readonly Item[] | undefined
  #decisions: readonly EntryParts[] | undefined
  #learnings: readonly EntryParts[] | undefined
  #entries: readonly Entry[] | undefined

  constructor(path: BankPath, text: string, mtime = 0) {
    this.path = path
    this.text = text
    this.mtime = mtime
  }

  /** The same file with another text. */
  with(text: string): Page {
    return text === this.text ? this : new Page(this.path, text, this.mtime)
  }

  /** A part of the page as a text of its own, with offsets from its start. */
  part(start: number, end?: number): Page {
    return this.with(this.text.slice(start, end))
  }

  get lines(): readonly Line[] {
    this.#lines ??= scanLines(this.text)
    return this.#lines
  }

  /** The offset after a byte order mark and front matter. */
  get bodyStart(): number {
    this.#bodyStart ??= this.#findBody()
    return this.#bodyStart
  }

  #findBody(): number {
    const start = this.text.charCodeAt(0) === 0xfeff ? 1 : 0
    if (!this.text.startsWith('---', start)) return start
    const [first, ...rest] = this.lines
    if (first === undefined || !/^---[ \t]*$/.test(first.text)) return start
    const close = rest.find((line) => /^(?:---|\.\.\.)[ \t]*$/.test(line.text))
    return close === undefined || close.start > LONGEST_FRONT_MATTER ? start : close.end
  }

  /** The line that would close a fence that is open at the end. */
  get openFence(): string | undefined {
    return this.text.includes('```') || this.text.includes('~~~') ? openFence(this.lines) : undefined
  }

  /** The text with the lines of its code fences blanked. */
  get unfenced(): string {
    return this.lines.map((line) => (line.fenced ? '\n' : this.text.slice(line.start, line.end))).join('')
  }

  /** The blocks, or the problem with their markers. */
  get parsed(): Result<readonly Block[]> {
    // Most texts have no blocks, so skip the reading line by line.
    this.#parsed ??= this.text.includes('_BLOCK_') ? parseBlocks(this) : ok(this.#withoutBlocks())
    return this.#parsed
  }

  #withoutBlocks(): readonly Block[] {
    return this.text === '' ? [] : [{ kind: 'loose', start: 0, text: this.text }]
  }

  /** Empty if the markers are broken. */
  get blocks(): readonly Block[] {
    return this.parsed.ok ? this.parsed.value : []
  }

  /** The text inside the machine block. Undefined without one, or if the markers are broken. */
  get machine(): Page | undefined {
    return this.#innerPages().machine
  }

  get user(): Page | undefined {
    return this.#innerPages().user
  }

  #innerPages(): { readonly machine: Page | undefined; readonly user: Page | undefined } {
    if (this.#inner !== undefined) return this.#inner
    const inner = (kind: 'machine' | 'user') => {
      for (const block of this.blocks) if (block.kind === kind) return this.with(block.inner)
      return undefined
    }
    this.#inner = { machine: inner('machine'), user: inner('user') }
    return this.#inner
  }

  /** The block of each line, marker lines included. Undefined if the markers are broken. */
  get lineBlocks(): readonly Block['kind'][] | undefined {
    if (!this.parsed.ok) return undefined
    const { value: blocks } = this.parsed
    return this.lines.map((line) => blocks.findLast((block) => block.start <= line.start)?.kind ?? 'loose')
  }

  /** Undefined if the markers are broken, because the user block is then unknown. */
  get editable(): Editable | undefined {
    this.#editable ??= { is: this.#findEditable() }
    return this.#editable.is
  }

  #findEditable(): Editable | undefined {
    if (!this.parsed.ok) return undefined
    const spans = this.blocks.filter(({ kind }) => kind !== 'user').map(innerSpan)
    const block = this.blocks.find(({ kind }) => kind === 'machine')
    const machine = block === undefined ? undefined : innerSpan(block)
    const user = this.blocks.find(({ kind }) => kind === 'user')
    // A user block at the end stays last, so additions go before it.
    const after =
      user === undefined ? '' : this.text.slice(innerSpan(user).end + ('close' in user ? user.close.length : 0))
    const isLast = user !== undefined && after.trim() === '' && this.text.slice(0, user.start).trim() !== ''
    const last = isLast ? user.start : this.text.length
    return { spans, machine, top: this.#topOf(machine), bottom: machine?.end ?? last }
  }

  #topOf(machine: Span | undefined): number {
    if (machine === undefined) return this.bodyStart
    const first = this.lines.find((line) => line.start >= machine.start && !/^ {0,3}<!--.*-->[ \t]*$/.test(line.text))
    return Math.min(first?.start ?? machine.end, machine.end)
  }

  isEditable(span: Span): boolean {
    return this.editable?.spans.some((own) => own.start <= span.start && span.end <= own.end) === true
  }

  /** Whether a text inserted here would be inside an unclosed fence or comment. */
  isHidden(at: number): boolean {
    const before = at === this.text.length ? this : this.part(0, at)
    if (before.openFence !== undefined) return true
    const last = before.lines.at(-1)
    return last?.commented === true && !last.text.includes('-->')
  }

  get sections(): readonly Section[] {
    this.#sections ??= this.text.includes('#') ? listSections(this.lines) : []
    return this.#sections
  }

  section(heading: string): Section | undefined {
    return this.sections.find((section) => sectionHeading(section.heading) === heading)
  }

  sectionBody(heading: string): string | undefined {
    const section = this.section(heading)
    return section === undefined ? undefined : this.text.slice(section.bodyStart, section.end)
  }

  /** A visible section of the machine block, or else of the other text outside the user block. */
  editableSection(isMeant: (heading: string) => boolean): Section | undefined {
    const { spans = [], machine } = this.editable ?? {}
    for (const span of spans.toSorted((a, b) => Number(isSame(b, machine)) - Number(isSame(a, machine)))) {
      const found = this.sections.find(
        ({ heading, start, bodyStart }) =>
          span.start <= start && start < span.end && isMeant(sectionHeading(heading)) && !this.isHidden(bodyStart),
      )
      if (found !== undefined) return { ...found, end: Math.min(found.end, span.end) }
    }
    return undefined
  }

  get title(): string | undefined {
    // The title is nearly always the first line, so check that line before reading the rest.
    const first = headingIn(/^\ufeff?([^\r\n]*)/.exec(this.text)?.[1] ?? '')
    if (first?.level === 1) return first.text
    return this.sections
      .find((section) => section.level === 1)
      ?.heading.slice(1)
      .trimStart()
  }

  get tables(): readonly Table[] {
    this.#tables ??= this.text.includes('|') ? findTables(this) : []
    return this.#tables
  }

  /** The top-level items of the lists, each with the lines that belong to it. */
  get items(): readonly Item[] {
    this.#items ??= readItems(this.lines)
    return this.#items
  }

  /** The items that begin in a part of the page, cut at its end. */
  itemsIn(span: Span): readonly Item[] {
    return this.items
      .filter((item) => span.start <= item.start && item.start < span.end)
      .map((item) => (item.end <= span.end ? item : { ...item, end: span.end }))
  }

  /** The decisions in the text, whatever file it is. */
  get decisions(): readonly EntryParts[] {
    this.#decisions ??= readDecisions(this)
    return this.#decisions
  }

  get learnings(): readonly EntryParts[] {
    this.#learnings ??= readLearnings(this)
    return this.#learnings
  }

  /** The entries of the file. Its place in the bank decides their kind. */
  get entries(): readonly Entry[] {
    this.#entries ??= readEntries(this)
    return this.#entries
  }

  /** The line of an offset, counted from 1. */
  lineAt(offset: number): number {
    let low = 0
    let high = this.lines.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.lines[middle]?.start ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }

  placeAt(offset: number): TextPlace {
    const line = Math.max(1, this.lineAt(offset))
    return { line, column: offset - (this.lines[line - 1]?.start ?? 0) + 1 }
  }
}

/** A page for a text that is not a file of the bank: a proposed text, a part of a file, a document of the project. */
export function pageOf(text: string, path: BankPath = FRAGMENT): Page {
  return new Page(path, text)
}

const FRAGMENT = knownPath('fragment.md')

/** In characters. A longer block is not front matter but text between two rules. */
const LONGEST_FRONT_MATTER = 20_000

function isSame(one: Span, other: Span | undefined): boolean {
  return one.start === other?.start && one.end === other.end
}
