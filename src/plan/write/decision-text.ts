/**
 * The decisions in the text of details/patterns.md: found by what they are called, updated, superseded, added; in the
 * form the file has, a table or prose, and in its order. Everything else keeps its bytes.
 */

import { sameTopic } from '../../bank/already-said.ts'
import { type DecisionPlace, type EntryParts, supersededTitle, widenTables } from '../../bank/decisions.ts'
import { partColumns } from '../../bank/labels.ts'
import { splice } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { appendBlock, headingLevel, insertBlock } from '../../bank/sections.ts'
import { applySplices, columnNamed, insertRow, printTable, replaceRow, type Table } from '../../bank/tables.ts'
import { labelOf, type Part } from '../../base/addition.ts'
import type { Language } from '../../base/language.ts'
import type { Span } from '../../base/splice.ts'
import { latestDateIn, orderSaidIn, placeByDate } from '../../base/dates.ts'
import { setParts } from './set-parts.ts'

export const PARTS = ['date', 'what', 'why', 'givenUp', 'applies'] as const satisfies readonly Part[]
export type Decision = Readonly<Record<(typeof PARTS)[number], string>> & { readonly notFor: string }

/** The entry says this instead, in the form it stands in. */
export function updated(page: Page, place: DecisionPlace, decision: Decision, language: Language): string {
  if (place.kind === 'prose') return updatedProse(page.text, place.span, decision, language)
  const { text: wide, table } = widened(page, place.index, language)
  if (table === undefined) return page.text
  return replaceRow(wide, table, place.row, cellsFor(table, decision, language))
}

/** The entry stays as it is, its title marked with what took its place. */
export function superseded(page: Page, place: DecisionPlace, by: string, language: Language): string {
  const { text } = page
  const marked = (title: string) => supersededTitle(title, by, language)
  if (place.kind === 'row') {
    const table = page.tables[place.index]
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
export function added(page: Page, decision: Decision, language: Language): string {
  const { text, tables } = page
  const widths = tables.map((table) => {
    const columns = partColumns(table, 'decision')
    const fits = columns?.has('what') === true && columns.has('why')
    return fits && page.isEditable(table) ? columns.size : 0
  })
  const best = Math.max(0, ...widths)
  if (best > 0) {
    const { text: wide, table } = widened(page, widths.lastIndexOf(best), language)
    if (table !== undefined) {
      const cells = cellsFor(table, decision, language).map((cell) => cell ?? '')
      return insertRow(wide, table, placeByDate(datesOf(table), decision.date, { said: orderSaidIn(text) }), cells)
    }
  }
  const prose = tables.length === 0 ? page.decisions : []
  if (prose.length > 0) return withProse(page, prose, decision, language)
  const block = printTable(
    PARTS.map((part) => labelOf(part, language)),
    [PARTS.map((part) => withLimits(decision, part, language))],
  )
  return appendBlock(page, block) ?? text
}

/** Below a heading of the level that the others have. */
function withProse(page: Page, entries: readonly EntryParts[], decision: Decision, language: Language): string {
  const { text, lines } = page
  const lineOf = (entry: EntryParts | undefined) => (entry === undefined ? undefined : lines[entry.line - 1])
  const level = entries.map((entry) => headingLevel(lineOf(entry)?.text ?? '')).find((one) => one !== undefined) ?? 2
  const colon = language === 'zh' ? '：' : ': '
  const parts = PARTS.filter((part) => part !== 'what').map(
    (part) => `- **${labelOf(part, language)}**${colon}${withLimits(decision, part, language)}`,
  )
  const block = `${'#'.repeat(level)} ${decision.what}\n\n${parts.join('\n')}\n`
  const dates = entries.map((entry) => latestDateIn(entry.parts.get('date') ?? entry.title))
  const next = lineOf(entries[placeByDate(dates, decision.date, { said: orderSaidIn(text) })])
  const mayPut = next !== undefined && headingLevel(next.text) === level && page.isEditable(next)
  if (mayPut && !page.isHidden(next.start)) return insertBlock(text, next.start, block)
  return appendBlock(page, block) ?? text
}

/** A table that lacks a column for a part gets it. */
function widened(page: Page, index: number, language: Language): { text: string; table: Table | undefined } {
  const { text } = page
  const table = page.tables[index]
  const columns = table === undefined ? undefined : partColumns(table, 'decision')
  if (columns === undefined || PARTS.every((part) => columns.has(part))) return { text, table }
  const wide = page.with(widenTables(page, 'decision', language))
  return { text: wide.text, table: wide.tables[index] }
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
