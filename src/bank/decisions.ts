/**
 * The decisions and learnings that a page records, which of their required parts each lacks (S7), what each decision is
 * called and where it is.
 *
 * A part is a table column, a heading (`### 根因`) or a `label: text` line, named in Chinese or English. An empty cell, an
 * empty text and a placeholder are missing parts.
 */

import { type EntryKind, PART_NAMES, type Part, REQUIRED_PARTS } from '../base/addition.ts'
import type { Language } from '../base/language.ts'
import type { Span } from '../base/splice.ts'
import { datesIn, latestDateIn, withoutDates } from '../base/dates.ts'
import { hasLetter } from '../base/letters.ts'
import { sameTopic } from './already-said.ts'
import { isPlaceholder, labelled, partColumns, partNamed, withoutMarkup } from './labels.ts'
import type { Line } from './lines.ts'
import type { Page } from './page.ts'
import { headingLevel } from './sections.ts'
import { addColumn, type Row } from './tables.ts'

export interface EntryParts {
  readonly kind: EntryKind
  readonly title: string
  /** Counted from 1. */
  readonly line: number
  /** What each part that is there says. */
  readonly parts: ReadonlyMap<Part, string>
  readonly missing: readonly Part[]
}

/** `Page.decisions` is the only caller. */
export function readDecisions(page: Page): readonly EntryParts[] {
  return entriesIn(page, 'decision')
}

/** Every text of a learnings file is a learning: one without any part is an entry that lacks them all. */
export function readLearnings(page: Page): readonly EntryParts[] {
  const entries = entriesIn(page, 'learning')
  if (entries.length > 0) return entries
  const shown = visibleLines(page.lines)
  const first = shown[0]
  if (first === undefined) return []
  const heading = shown.find((line) => headingLevel(line.text) !== undefined) ?? first
  return [entryOf('learning', withoutMarkup(heading.text), heading.number, new Map())]
}

export interface NamedDecision {
  readonly entry: EntryParts
  /** The shortest way to speak of it. */
  readonly name: string
  readonly names: readonly string[]
  readonly superseded: boolean
}

/** The decisions of details/patterns.md, by what they are called. */
export function namedDecisions(page: Page): readonly NamedDecision[] {
  const { text, lines, decisions } = page
  const sections = new Map(page.sections.map((section) => [section.start, section]))
  const startOf = (entry: EntryParts | undefined) =>
    lines[(entry?.line ?? Number.POSITIVE_INFINITY) - 1]?.start ?? text.length
  return decisions.map((entry) => {
    const what = (entry.parts.get('what') ?? entry.title).trim()
    const section = sections.get(startOf(entry))
    const isAlone = section !== undefined && section.end <= startOf(decisions.find((other) => other.line > entry.line))
    const heading =
      isAlone && section.level > 1 ? withoutDates(section.heading.slice(headingLevel(section.heading) ?? 0)).trim() : ''
    const names = heading === '' || sameTopic(heading, what) ? [what] : [heading, what]
    return { entry, name: names[0] ?? what, names, superseded: names.some(isSuperseded) }
  })
}

export function isCalled({ names }: NamedDecision, title: string): boolean {
  return names.some((name) => sameTopic(name, title))
}

export type DecisionPlace =
  | { readonly kind: 'row'; readonly index: number; readonly row: number; readonly span: Span }
  | { readonly kind: 'prose'; readonly span: Span }

/** Where decisions of a page are, if they may be edited there. */
export function decisionPlaces(page: Page): (entry: EntryParts) => DecisionPlace | undefined {
  const { text, lines, editable, decisions } = page
  const rows = new Map(
    page.tables.flatMap((table, index) =>
      table.rows.map((row, at) => {
        const span = { start: row.start, end: row.end }
        return [row.start, { kind: 'row', index, row: at, span } as const] as const
      }),
    ),
  )
  const sections = new Map(page.sections.map((section) => [section.start, section]))
  return (entry) => {
    const line = lines[entry.line - 1]
    if (editable === undefined || line === undefined || !page.isEditable(line)) return undefined
    const row = rows.get(line.start)
    if (row !== undefined) return row
    const next = decisions.find((other) => other.line > entry.line)
    const section = headingLevel(line.text) === undefined ? undefined : sections.get(line.start)
    const own = editable.spans.find((span) => span.start <= line.start && line.end <= span.end)
    const end = Math.min(
      section?.end ?? text.length,
      own?.end ?? text.length,
      next === undefined ? text.length : (lines[next.line - 1]?.start ?? text.length),
    )
    return { kind: 'prose', span: { start: line.start, end } }
  }
}

/** The text with its tables of entries given the columns they lack; rows, cells and the user block stay. */
export function widenTables(page: Page, kind: EntryKind, language: Language): string {
  let widened = page
  for (let index = 0; index < page.tables.length; index += 1) {
    for (const part of REQUIRED_PARTS[kind]) {
      const table = widened.tables[index]
      const columns = table === undefined ? undefined : partColumns(table, kind)
      if (table === undefined || columns === undefined || columns.has(part) || !widened.isEditable(table)) continue
      widened = widened.with(addColumn(widened.text, table, PART_NAMES[part][language]))
    }
  }
  return widened.text
}

/** A heading that says of itself that it is a decision: `ADR-3: x`, `决策：x`. */
const DECISION_HEADING = /^(?:adr[\s-]*\d+|(?:决策|决定|decision)[\s-]*\d*\s*[:：.、-])\s*\S/i

interface Shown extends Line {
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
function entriesIn(page: Page, kind: EntryKind): readonly EntryParts[] {
  const lines = visibleLines(page.lines)
  const { tables } = page
  if (tables.length === 0) return entriesInProse(lines, kind)
  const entries: EntryParts[] = []
  const tabled = new Set<number>()
  for (const table of tables) {
    const columns = partColumns(table, kind)
    if (columns === undefined) continue
    for (const row of [table.header, table.alignment, ...table.rows]) tabled.add(row.start)
    const rows = table.rows.filter((row) => !row.cells.every(isPlaceholder))
    entries.push(...rows.map((row) => entryOfRow(row, columns, kind, page.lineAt(row.start))))
  }
  const prose = lines.filter((line) => !tabled.has(line.start))
  return [...entries, ...entriesInProse(prose, kind)].toSorted((a, b) => a.line - b.line)
}

function entryOfRow({ cells }: Row, columns: ReadonlyMap<Part, number>, kind: EntryKind, line: number): EntryParts {
  const parts = new Map([...columns].map(([part, column]) => [part, cells[column] ?? ''] as const))
  const title = (kind === 'decision' ? parts.get('what') : undefined) ?? cells[0] ?? ''
  return entryOf(kind, withoutMarkup(title), line, parts)
}

function entriesInProse(lines: readonly Shown[], kind: EntryKind): readonly EntryParts[] {
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

  entries(): readonly EntryParts[] {
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

function entryOf(kind: EntryKind, title: string, line: number, parts: ReadonlyMap<Part, string>): EntryParts {
  const there = new Map<Part, string>()
  for (const [part, text] of parts) if (!isPlaceholder(text)) there.set(part, text)
  return { kind, title, line, parts: there, missing: REQUIRED_PARTS[kind].filter((part) => !there.has(part)) }
}

function visibleLines(lines: readonly Line[]): readonly Shown[] {
  const shown: Shown[] = []
  let afterBlank = true
  for (const line of lines) {
    const { start, end, text, number, fenced, commented } = line
    const isBlank = text.trim() === ''
    // Field by field: a spread takes three times as long as all the rest of the reading (bench/guard.mjs).
    if (!isBlank && !commented) shown.push({ start, end, text, number, fenced, commented, afterBlank })
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
