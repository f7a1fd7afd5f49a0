/**
 * The decisions and learnings a text records, and which of their required parts each lacks (S7).
 *
 * A part is a table column, a heading (`### 根因`) or a `label: text` line, named in Chinese or English.
 * An empty cell, an empty text and a placeholder are missing parts.
 */

import { type EntryKind, PART_NAMES, type Part, REQUIRED_PARTS } from '../core/addition.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Language } from '../core/language.ts'
import { datesIn, latestDateIn, withoutDates } from '../text/dates.ts'
import { hasLetter } from '../text/letters.ts'
import { editableText, isEditable } from './editable-text.ts'
import { isPlaceholder, labelled, partColumns, partNamed, withoutMarkup } from './labels.ts'
import { type Line, scanLines } from './lines.ts'
import { headingLevel } from './sections.ts'
import { addColumn, commentedLines, findTables, type Row } from './tables.ts'

export interface Entry {
  readonly kind: EntryKind
  readonly title: string
  /** Counted from 1. */
  readonly line: number
  /** What each part that is there says. */
  readonly parts: ReadonlyMap<Part, string>
  readonly missing: readonly Part[]
}

export function decisionsIn(text: string): readonly Entry[] {
  return entriesIn(text, 'decision')
}

/** Every text of a learnings file is a learning: one without any part is an entry that lacks them all. */
export function learningsIn(text: string): readonly Entry[] {
  const entries = entriesIn(text, 'learning')
  if (entries.length > 0) return entries
  const shown = visibleLines(text)
  const first = shown[0]
  if (first === undefined) return []
  const heading = shown.find((line) => headingLevel(line.text) !== undefined) ?? first
  return [entryOf('learning', withoutMarkup(heading.text), heading.number, new Map())]
}

/** The text with its tables of entries given the columns they lack; rows, cells and the user block stay. */
export function widenTables(path: BankPath, text: string, kind: EntryKind, language: Language): string {
  let widened = text
  for (let index = 0; index < findTables(widened).length; index += 1) {
    for (const part of REQUIRED_PARTS[kind]) {
      const table = findTables(widened)[index]
      const columns = table === undefined ? undefined : partColumns(table, kind)
      const editable = editableText(path, widened)
      if (table === undefined || columns === undefined || columns.has(part)) continue
      if (editable === undefined || !isEditable(editable, table)) continue
      widened = addColumn(widened, table, PART_NAMES[part][language])
    }
  }
  return widened
}

/** A heading that says of itself that it is a decision: `ADR-3: x`, `决策：x`. */
const DECISION_HEADING = /^(?:adr[\s-]*\d+|(?:决策|决定|decision)[\s-]*\d*\s*[:：.、-])\s*\S/i

interface Shown extends Line {
  readonly number: number
  readonly afterBlank: boolean
}

/** What is being gathered for one entry. */
interface Found {
  title: string
  readonly line: number
  readonly parts: Map<Part, string>
  readonly named: Set<Part | 'title'>
  /** Says of itself that it is an entry: by a `决策：x` line or by its heading. */
  outright: boolean
}

/** Those that show themselves as such by a part. */
function entriesIn(text: string, kind: EntryKind): readonly Entry[] {
  const lines = visibleLines(text)
  const tables = findTables(text)
  if (tables.length === 0) return entriesInProse(lines, kind)
  const numbers = new Map(lines.map((line) => [line.start, line.number]))
  const entries: Entry[] = []
  const tabled = new Set<number>()
  for (const table of tables) {
    const columns = partColumns(table, kind)
    if (columns === undefined) continue
    for (const row of [table.header, table.alignment, ...table.rows]) tabled.add(row.start)
    const rows = table.rows.filter((row) => !row.cells.every(isPlaceholder))
    entries.push(...rows.map((row) => entryOfRow(row, columns, kind, numbers.get(row.start) ?? 0)))
  }
  const prose = lines.filter((line) => !tabled.has(line.start))
  return [...entries, ...entriesInProse(prose, kind)].toSorted((a, b) => a.line - b.line)
}

function entryOfRow({ cells }: Row, columns: ReadonlyMap<Part, number>, kind: EntryKind, line: number): Entry {
  const parts = new Map([...columns].map(([part, column]) => [part, cells[column] ?? ''] as const))
  const title = (kind === 'decision' ? parts.get('what') : undefined) ?? cells[0] ?? ''
  return entryOf(kind, withoutMarkup(title), line, parts)
}

function entriesInProse(lines: readonly Shown[], kind: EntryKind): readonly Entry[] {
  const reader = new EntryReader(kind, lines[0]?.number ?? 1)
  for (const line of lines) {
    const level = line.fenced ? undefined : headingLevel(line.text)
    if (level !== undefined) reader.readHeading(line, level)
    else if (line.fenced) reader.readText(line, line.text)
    else for (const segment of labelSegments(line.text)) reader.readSegment(line, segment)
  }
  return reader.entries()
}

/** The heading that an entry stands under, and the day it gives to its entries. */
interface Owner {
  readonly level: number
  readonly date: string | undefined
  entry: Found
}

/** Gathers entries line by line: headings begin them or name their parts, and labels name parts. */
class EntryReader {
  readonly #kind: EntryKind
  readonly #found: Found[] = []
  readonly #owners: Owner[] = []
  #owner: Owner
  /** The part that text goes to, and the level of the heading that named it, if a heading did. */
  #part: Part | undefined
  #partLevel: number | undefined

  constructor(kind: EntryKind, firstLine: number) {
    this.#kind = kind
    this.#owner = { level: 0, date: undefined, entry: this.#begin('', firstLine) }
  }

  readHeading(line: Shown, level: number): void {
    const named = partNamed(line.text, this.#kind)
    const isInPart = this.#partLevel !== undefined && level > this.#partLevel && this.#part !== 'what'
    if (named === undefined && isInPart) {
      fill(this.#owner.entry, this.#part, line.text)
      return
    }
    while (level <= this.#owner.level) this.#owner = this.#owners.pop() ?? { ...this.#owner, level: 0 }
    this.#partLevel = named === undefined ? undefined : level
    this.#part = named === 'title' ? undefined : named
    if (named === undefined) this.#enterHeading(withoutMarkup(line.text), level, line.number)
    else this.#owner.entry.named.add(named)
  }

  #enterHeading(title: string, level: number, line: number): void {
    this.#owners.push(this.#owner)
    const date = latestDateIn(title) ?? this.#owner.date
    this.#owner = { level, date, entry: this.#begin(title, line) }
    if (date !== undefined) this.#owner.entry.parts.set('date', date)
    const isDated = datesIn(title).length > 0 && hasLetter(withoutDates(title))
    this.#owner.entry.outright = level > 1 && (isDated || DECISION_HEADING.test(title))
  }

  readSegment(line: Shown, segment: string): void {
    const label = labelled(segment)
    const named = label === undefined ? undefined : partNamed(label.label, this.#kind)
    const isRepeated = named !== undefined && this.#owner.entry.named.has(named)
    if (label === undefined || named === undefined || (isRepeated && this.#partLevel !== undefined)) {
      this.readText(line, segment)
      return
    }
    if (isRepeated) {
      this.#owner.entry = this.#begin(this.#owner.entry.title, line.number)
      if (this.#owner.date !== undefined) this.#owner.entry.parts.set('date', this.#owner.date)
    }
    this.#readLabel(named, label)
  }

  #readLabel(named: Part | 'title', { label, text }: { readonly label: string; readonly text: string }): void {
    const { entry } = this.#owner
    entry.named.add(named)
    const date = latestDateIn(label)
    if (date !== undefined) entry.parts.set('date', date)
    if (named === 'title' || named === 'what') entry.title = withoutMarkup(text)
    if (named === 'what') entry.outright = true
    this.#part = named === 'title' ? undefined : named
    fill(entry, this.#part, text)
  }

  /** A paragraph that stands apart from a label's line belongs to no part. */
  readText(line: Shown, text: string): void {
    const isApart = line.afterBlank && this.#partLevel === undefined && !/^(?:\s|[-*+>]|\d+[.)])/.test(line.text)
    if (isApart) this.#part = undefined
    fill(this.#owner.entry, this.#part, text)
  }

  entries(): readonly Entry[] {
    return this.#found
      .filter((found) => isEntry(found, this.#kind))
      .map((found) => {
        if (this.#kind === 'decision' && !found.named.has('what')) found.parts.set('what', withoutDates(found.title))
        return entryOf(this.#kind, found.title, found.line, found.parts)
      })
  }

  #begin(title: string, line: number): Found {
    const found: Found = { title, line, parts: new Map(), named: new Set(), outright: false }
    this.#found.push(found)
    return found
  }
}

function isEntry(found: Found, kind: EntryKind): boolean {
  const parts = found.named.size - (found.named.has('title') ? 1 : 0)
  return kind === 'learning' ? parts > 0 : found.outright || parts > 1
}

function fill(found: Found, part: Part | undefined, text: string): void {
  if (part !== undefined && isPlaceholder(found.parts.get(part) ?? '')) found.parts.set(part, withoutMarkup(text))
}

function entryOf(kind: EntryKind, title: string, line: number, parts: ReadonlyMap<Part, string>): Entry {
  const there = new Map<Part, string>()
  for (const [part, text] of parts) if (!isPlaceholder(text)) there.set(part, text)
  return { kind, title, line, parts: there, missing: REQUIRED_PARTS[kind].filter((part) => !there.has(part)) }
}

function visibleLines(text: string): readonly Shown[] {
  const lines = scanLines(text)
  const commented = commentedLines(lines)
  const shown: Shown[] = []
  let afterBlank = true
  for (const [index, { start, end, text: words, fenced }] of lines.entries()) {
    const isBlank = words.trim() === ''
    // Field by field: a spread takes three times as long as all the rest of the reading (bench/guard.mjs).
    if (!isBlank && !commented.has(index))
      shown.push({ start, end, text: words, fenced, number: index + 1, afterBlank })
    afterBlank = isBlank
  }
  return shown
}

/**
 * The parts of a line that may each be a label with its text: `**决策**：a；**原因**：b`. A line is cut at each `；` or
 * `;`, which is dropped, and before each bold label that is not the line's first word.
 */
function labelSegments(line: string): readonly string[] {
  return line.split(LABEL_EDGE)
}

const LABEL_EDGE = /[；;]|(?=\*\*[^*]{1,40}(?:\*\*\s?[:：]|[:：]\s?\*\*))(?<=\S\s*)/

/** Without a day: the decision that took its place has one, and a heading's own date stays the latest in it. */
export function supersededTitle(title: string, by: string, language: Language): string {
  return { en: `${title} (superseded: ${by})`, zh: `${title}（已废弃，由「${by}」取代）` }[language]
}

export function isSuperseded(title: string): boolean {
  return MARK.test(title)
}

/** Whether words that may say more than a title, such as those of a cell, end in the mark. */
export function endsSuperseded(words: string): boolean {
  return /[)\]）】]\s*$/.test(words) && isSuperseded(words)
}

/** What it was called before. */
export function titleBefore(title: string): string {
  return title.replace(MARK, '')
}

const MARK = /(?<!\s)\s*[([（【](?:superseded|deprecated|obsolete|已?废弃|已?弃用|已?作废)[\s\S]*$/i
