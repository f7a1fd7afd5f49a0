/**
 * The decisions and learnings of a page: their parts, the required parts that they lack (S7), their names and their
 * places.
 *
 * A part is a table column, a heading (`### 根因`) or a `label: text` line, named in Chinese or English. An empty cell,
 * an empty text and a placeholder are missing parts.
 */

import { type EntryKind, PART_NAMES, type Part, REQUIRED_PARTS } from '../base/addition.ts'
import { datesIn, latestDateIn, withoutDates } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import { hasLetter } from '../base/letters.ts'
import type { Span } from '../base/splice.ts'
import { isPlaceholder, labelled, partColumns, partNamed, withoutMarkup } from './labels.ts'
import type { Line } from './lines.ts'
import type { Page } from './page.ts'
import { sameTopic } from './same-topic.ts'
import { headingLevel } from './sections.ts'
import { addColumn, type Row } from './tables.ts'

export interface EntryParts {
  readonly kind: EntryKind
  readonly title: string
  /** Counted from 1. */
  readonly line: number
  /** The text of each part. */
  readonly parts: ReadonlyMap<Part, string>
  readonly missing: readonly Part[]
}

/** `Page.decisions` is the only caller. */
export function readDecisions(page: Page): readonly EntryParts[] {
  return entriesIn(page, 'decision')
}

/** A learnings file with text has at least one learning. If no part is found, all parts are reported missing. */
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
  /** The first of `names`: the decision's own heading, else its text. */
  readonly name: string
  readonly names: readonly string[]
  readonly superseded: boolean
}

/** The decisions of details/patterns.md with their names. */
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

/** Finds the places of a page's decisions that may be edited. */
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

/** Adds missing columns to tables of entries. Existing cells and the user block are unchanged. */
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

/** A heading that is labelled as a decision: `ADR-3: x`, `决策：x`. */
const DECISION_HEADING = /^(?:adr[\s-]*\d+|(?:决策|决定|decision)[\s-]*(?:\d+\s*)?[:：.、-])\s*\S/i

interface Shown extends Line {
  readonly afterBlank: boolean
}

/** An entry whose parts are still being collected. */
interface Found {
  title: string
  readonly line: number
  readonly parts: Map<Part, string>
  readonly named: Set<Part | 'title'>
  /** It is an entry even without further parts, because of a `决策：x` line or its heading. */
  outright: boolean
}

/** The entries in tables and in prose, by line. */
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
  for (const part of columns.keys()) readCellLabels(parts, part, columns, kind)
  const title = (kind === 'decision' ? parts.get('what') : undefined) ?? cells[0] ?? ''
  return entryOf(kind, withoutMarkup(title), line, parts)
}

/** Reads parts without a column from a cell, where bold labels name them: `easier to test；**取舍**：mocks`. */
function readCellLabels(
  parts: Map<Part, string>,
  column: Part,
  columns: ReadonlyMap<Part, number>,
  kind: EntryKind,
): void {
  const cell = parts.get(column) ?? ''
  if (!cell.includes('**')) return
  let [part, said] = [column, '']
  for (const segment of cell.split(BOLD_LABEL_EDGE)) {
    const label = labelled(segment)
    const named = label === undefined ? undefined : partNamed(label.label, kind)
    if (label === undefined || named === undefined || named === 'title' || columns.has(named)) said += segment
    else {
      parts.set(part, said)
      part = named
      said = label.text
    }
  }
  parts.set(part, said)
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

/** A heading with its entry. Its date is the default for the entries below it. */
interface Owner {
  readonly level: number
  readonly date: string | undefined
  entry: Found
}

/** Collects entries line by line: headings begin entries or name parts, and labels name parts. */
class EntryReader {
  readonly #kind: EntryKind
  readonly #found: Found[] = []
  readonly #owners: Owner[] = []
  #owner: Owner
  /** The current part, and the level of the heading that named it. Undefined if a label named the part. */
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

  /** A paragraph after a blank line does not belong to the label above. */
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
    // Field by field, because a spread takes three times as long as the rest of the reading (bench/guard.mjs).
    if (!isBlank && !commented) shown.push({ start, end, text, number, fenced, commented, afterBlank })
    afterBlank = isBlank
  }
  return shown
}

/**
 * Splits a line into parts that may each be a label with its text: `**决策**：a；**原因**：b`. It splits at each `；` or `;`,
 * which is dropped, and before each bold label that is not the line's first word.
 */
function labelSegments(line: string): readonly string[] {
  return line.split(LABEL_EDGE)
}

const BOLD_LABEL_EDGE = /(?:[；;]|(?<!\s))\s*(?=\*\*[^*]{1,40}(?:\*\*\s?[:：]|[:：]\s?\*\*))(?<=\S\s*)/
const LABEL_EDGE = /[；;]|(?=\*\*[^*]{1,40}(?:\*\*\s?[:：]|[:：]\s?\*\*))(?<=\S\s*)/

/** Adds no date: the latest date in a heading counts as the entry's own, and the new decision has its own date. */
export function supersededTitle(title: string, by: string, language: Language): string {
  return { en: `${title} (superseded: ${by})`, zh: `${title}（已废弃，由「${by}」取代）` }[language]
}

export function isSuperseded(title: string): boolean {
  return MARK.test(title)
}

/** Whether a text that may be longer than a title, such as a cell, ends in the “superseded” mark. */
export function endsSuperseded(words: string): boolean {
  return /[)\]）】]\s*$/.test(words) && isSuperseded(words)
}

/** The title without the “superseded” mark. */
export function titleBefore(title: string): string {
  return title.replace(MARK, '')
}

const MARK = /(?<!\s)\s*[([（【](?:superseded|deprecated|obsolete|已?废弃|已?弃用|已?作废)[\s\S]*$/i
