/**
 * The decisions in the text of details/patterns.md: found by what they are called, updated, superseded, added; in the
 * form the file has, a table or prose, and in its order. Everything else keeps its bytes.
 */

import { decisionsIn, type Entry, isSuperseded, supersededTitle, widenTables } from '../bank/decisions.ts'
import { appendBlock, editableText, insertBlock, isEditable, isHidden } from '../bank/editable-text.ts'
import { partColumns } from '../bank/labels.ts'
import { scanLines, splice } from '../bank/lines.ts'
import { headingLevel, listSections } from '../bank/sections.ts'
import { applySplices, columnNamed, findTables, insertRow, printTable, replaceRow, type Table } from '../bank/tables.ts'
import { labelOf, type Part } from '../core/addition.ts'
import type { Language } from '../core/language.ts'
import { PATTERNS } from '../core/layout.ts'
import { once } from '../core/once.ts'
import type { Span } from '../core/splice.ts'
import { latestDateIn, orderSaidIn, placeByDate, withoutDates } from '../text/dates.ts'
import { sameTopic } from './same-topic.ts'
import { setParts } from './set-parts.ts'

export interface NamedDecision {
  readonly entry: Entry
  /** The shortest way to speak of it. */
  readonly name: string
  readonly names: readonly string[]
  readonly superseded: boolean
}

export function namedDecisions(text: string): readonly NamedDecision[] {
  const entries = decisionsIn(text)
  const lines = scanLines(text)
  const sections = new Map(listSections(text).map((section) => [section.start, section]))
  const startOf = (entry: Entry | undefined) =>
    lines[(entry?.line ?? Number.POSITIVE_INFINITY) - 1]?.start ?? text.length
  return entries.map((entry) => {
    const what = (entry.parts.get('what') ?? entry.title).trim()
    const section = sections.get(startOf(entry))
    const isAlone = section !== undefined && section.end <= startOf(entries.find((other) => other.line > entry.line))
    const heading =
      isAlone && section.level > 1 ? withoutDates(section.heading.slice(headingLevel(section.heading) ?? 0)).trim() : ''
    const names = heading === '' || sameTopic(heading, what) ? [what] : [heading, what]
    return { entry, name: names[0] ?? what, names, superseded: names.some(isSuperseded) }
  })
}

export function isCalled({ names }: NamedDecision, title: string): boolean {
  return names.some((name) => sameTopic(name, title))
}

export const PARTS = ['date', 'what', 'why', 'givenUp', 'applies'] as const satisfies readonly Part[]
export type Decision = Readonly<Record<(typeof PARTS)[number], string>> & { readonly notFor: string }

export type Place =
  | { readonly kind: 'row'; readonly index: number; readonly row: number }
  | { readonly kind: 'prose'; readonly span: Span }

/** Where an entry stands, if we may edit it there. */
export function placeOf(text: string, entry: Entry): Place | undefined {
  return placesIn(text)(entry)
}

/** The same for many entries of one text, which is read once for all of them. */
export function placesIn(text: string): (entry: Entry) => Place | undefined {
  const editable = editableText(PATTERNS, text)
  const all = scanLines(text)
  const rows = new Map(
    findTables(text).flatMap((table, index) =>
      table.rows.map((row, at) => [row.start, { kind: 'row', index, row: at } as const] as const),
    ),
  )
  const entries = once(() => decisionsIn(text))
  const sections = once(() => new Map(listSections(text).map((section) => [section.start, section])))
  return (entry) => {
    const line = all[entry.line - 1]
    if (editable === undefined || line === undefined || !isEditable(editable, line)) return undefined
    const row = rows.get(line.start)
    if (row !== undefined) return row
    const next = entries().find((other) => other.line > entry.line)
    const section = headingLevel(line.text) === undefined ? undefined : sections().get(line.start)
    const own = editable.spans.find((span) => span.start <= line.start && line.end <= span.end)
    const end = Math.min(
      section?.end ?? text.length,
      own?.end ?? text.length,
      next === undefined ? text.length : (all[next.line - 1]?.start ?? text.length),
    )
    return { kind: 'prose', span: { start: line.start, end } }
  }
}

/** The entry says this instead, in the form it stands in. */
export function updated(text: string, place: Place, decision: Decision, language: Language): string {
  if (place.kind === 'prose') return updatedProse(text, place.span, decision, language)
  const { text: wide, table } = widened(text, place.index, language)
  if (table === undefined) return text
  return replaceRow(wide, table, place.row, cellsFor(table, decision, language))
}

/** The entry stays as it is, its title marked with what took its place. */
export function superseded(text: string, place: Place, by: string, language: Language): string {
  const marked = (title: string) => supersededTitle(title, by, language)
  if (place.kind === 'row') {
    const table = findTables(text)[place.index]
    const column = table === undefined ? undefined : (partColumns(table, 'decision')?.get('what') ?? 0)
    if (table === undefined || column === undefined) return text
    const title = table.rows[place.row]?.cells[column] ?? ''
    return replaceRow(text, table, place.row, [...new Array<undefined>(column).fill(undefined), marked(title)])
  }
  // By its heading and by the line that says it: each is read without the other.
  const { start, end } = place.span
  const first = (/^[^\r\n]*/.exec(text.slice(start, end))?.[0] ?? '').trimEnd()
  const label = LABELLED_DECISION.exec(text.slice(start, end))
  const isHeaded = (headingLevel(first) ?? 1) > 1
  const marks = [
    ...(isHeaded || label === null ? [{ start, text: first }] : []),
    ...(label === null ? [] : [{ start: start + label.index, text: label[0] }]),
  ]
  return applySplices(
    text,
    marks.map((one) => ({ start: one.start, end: one.start + one.text.length, text: marked(one.text) })),
  )
}

/** A decision that its heading says is not said again in a part of its own. */
function updatedProse(text: string, span: Span, decision: Decision, language: Language): string {
  const line = /^[^\r\n]*/.exec(text.slice(span.start))?.[0] ?? ''
  const level = headingLevel(line)
  const parts = new Map(PARTS.map((part) => [part, withLimits(decision, part, language)] as const))
  const isLabelled = DECISION_LABEL.test(text.slice(span.start, span.end))
  // Called by its heading, it keeps what it says was decided.
  if (level !== undefined && isLabelled && sameTopic(line, decision.what)) parts.delete('what')
  if (level === undefined || isLabelled) return setParts(text, span, 'decision', parts, language)
  parts.delete('what')
  const heading = sameTopic(line, decision.what) ? line : `${'#'.repeat(level)} ${decision.what}`
  const renamed = splice(text, span.start, span.start + line.length, heading)
  const end = span.end + heading.length - line.length
  return setParts(renamed, { start: span.start, end }, 'decision', parts, language)
}

/** The line that says what was decided. */
const LABELLED_DECISION =
  /^[ \t>*+-]*(?:决策|决定|Decision|What)(?:\*\*)?[ \t]{0,9}[:：](?:\*\*)?[^\r\n]*?(?=[ \t]*$)/im
const DECISION_LABEL = /^[ \t>*+-]*(?:#+[ \t]*)?(?:\*\*)?(?:决策|决定|Decision|What)(?:\*\*)?[ \t]*(?:[:：]|$)/im

/** One more entry, in the form the file has, where the file's own order says. */
export function added(text: string, decision: Decision, language: Language): string {
  const editable = editableText(PATTERNS, text)
  const tables = findTables(text)
  const widths = tables.map((table) => {
    const columns = partColumns(table, 'decision')
    const fits = columns?.has('what') === true && columns.has('why') && editable !== undefined
    return fits && isEditable(editable, table) ? columns.size : 0
  })
  const best = Math.max(0, ...widths)
  if (best > 0) {
    const { text: wide, table } = widened(text, widths.lastIndexOf(best), language)
    if (table !== undefined) {
      const cells = cellsFor(table, decision, language).map((cell) => cell ?? '')
      return insertRow(wide, table, placeByDate(datesOf(table), decision.date, { said: orderSaidIn(text) }), cells)
    }
  }
  const prose = tables.length === 0 ? decisionsIn(text) : []
  if (prose.length > 0) return withProse(text, prose, decision, language)
  const block = printTable(
    PARTS.map((part) => labelOf(part, language)),
    [PARTS.map((part) => withLimits(decision, part, language))],
  )
  return appendBlock(PATTERNS, text, block) ?? text
}

/** Below a heading of the level that the others have. */
function withProse(text: string, entries: readonly Entry[], decision: Decision, language: Language): string {
  const all = scanLines(text)
  const lineOf = (entry: Entry | undefined) => (entry === undefined ? undefined : all[entry.line - 1])
  const level = entries.map((entry) => headingLevel(lineOf(entry)?.text ?? '')).find((one) => one !== undefined) ?? 2
  const colon = language === 'zh' ? '：' : ': '
  const parts = PARTS.filter((part) => part !== 'what').map(
    (part) => `- **${labelOf(part, language)}**${colon}${withLimits(decision, part, language)}`,
  )
  const block = `${'#'.repeat(level)} ${decision.what}\n\n${parts.join('\n')}\n`
  const dates = entries.map((entry) => latestDateIn(entry.parts.get('date') ?? entry.title))
  const next = lineOf(entries[placeByDate(dates, decision.date, { said: orderSaidIn(text) })])
  const editable = editableText(PATTERNS, text)
  const mayPut = next !== undefined && headingLevel(next.text) === level && editable !== undefined
  if (mayPut && isEditable(editable, next) && !isHidden(text, next.start)) return insertBlock(text, next.start, block)
  return appendBlock(PATTERNS, text, block) ?? text
}

/** A table that lacks a column for a part gets it. */
function widened(text: string, index: number, language: Language): { text: string; table: Table | undefined } {
  const table = findTables(text)[index]
  const columns = table === undefined ? undefined : partColumns(table, 'decision')
  if (columns === undefined || PARTS.every((part) => columns.has(part))) return { text, table }
  const wide = widenTables(PATTERNS, text, 'decision', language)
  return { text: wide, table: findTables(wide)[index] }
}

function cellsFor(table: Table, decision: Decision, language: Language): readonly (string | undefined)[] {
  const columns = partColumns(table, 'decision') ?? new Map<Part, number>()
  const apart = columnNamed(table, 'not for', 'does not apply to', '不适用', '不适用范围')
  return table.header.cells.map((_, column) => {
    if (column === apart) return decision.notFor === '' ? undefined : decision.notFor
    const part = PARTS.find((candidate) => columns.get(candidate) === column)
    if (part === undefined) return undefined
    return apart === undefined ? withLimits(decision, part, language) : decision[part]
  })
}

/** Where it does not apply stands beside where it does. */
function withLimits(decision: Decision, part: (typeof PARTS)[number], language: Language): string {
  if (part !== 'applies' || decision.notFor === '') return decision[part]
  return language === 'zh'
    ? `${decision.applies}（不适用：${decision.notFor}）`
    : `${decision.applies} (not for: ${decision.notFor})`
}

function datesOf(table: Table): readonly (string | undefined)[] {
  const column = partColumns(table, 'decision')?.get('date')
  return table.rows.map(({ cells }) => latestDateIn(column === undefined ? cells.join(' ') : (cells[column] ?? '')))
}
