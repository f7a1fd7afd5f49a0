/**
 * Edits the decisions of details/patterns.md: finds them by name, and updates, supersedes or adds one.
 *
 * The form of the file (table or prose) and its order are kept, and everything else keeps its bytes.
 */

import { type DecisionPlace, type EntryParts, supersededTitle } from '../../bank/decisions.ts'
import { partColumns, withoutMarkup } from '../../bank/labels.ts'
import { splice } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import { appendBlock, headingLevel, insertBlock } from '../../bank/sections.ts'
import { applySplices, columnNamed, insertRow, printTable, replaceRow, type Table } from '../../bank/tables.ts'
import { labelOf, type Part } from '../../base/addition.ts'
import { latestDateIn, orderSaidIn, placeByDate, withoutDates } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { Span } from '../../base/splice.ts'
import { nearTopic } from './near-topic.ts'
import { setParts } from './set-parts.ts'

export const PARTS = ['date', 'what', 'why', 'givenUp', 'applies'] as const satisfies readonly Part[]
export type Decision = Readonly<Record<(typeof PARTS)[number], string>> & { readonly notFor: string }

/** Updates an entry in its own form. */
export function updateDecision(page: Page, place: DecisionPlace, decision: Decision, language: Language): string {
  if (place.kind === 'prose') return updateProse(page.text, place.span, decision, language)
  const table = page.tables[place.index]
  return table === undefined ? page.text : replaceRow(page.text, table, place.row, cellsFor(table, decision, language))
}

/** Marks the entry's title with its successor and changes nothing else. */
export function markSuperseded(page: Page, place: DecisionPlace, by: string, language: Language): string {
  const { text } = page
  const marked = (title: string) => supersededTitle(title, by, language)
  if (place.kind === 'row') {
    const table = page.tables[place.index]
    const column = table === undefined ? undefined : (partColumns(table, 'decision')?.get('what') ?? 0)
    if (table === undefined || column === undefined) return text
    const title = table.rows[place.row]?.cells[column] ?? ''
    return replaceRow(text, table, place.row, [...new Array<undefined>(column).fill(undefined), marked(title)])
  }
  // The heading and the labelled line are read separately, so both get the mark.
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

/** If the heading names the decision, no line below repeats the name. */
function updateProse(text: string, span: Span, decision: Decision, language: Language): string {
  const line = /^[^\r\n]*/.exec(text.slice(span.start))?.[0] ?? ''
  const level = headingLevel(line)
  const parts = new Map(PARTS.map((part) => [part, withLimits(decision, part, language)] as const))
  const isLabelled = DECISION_LABEL.test(text.slice(span.start, span.end))
  // If the heading names the decision, its labelled line stays.
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

/** Adds an entry in the form and order of the file. */
export function addDecision(page: Page, decision: Decision, language: Language): string {
  const { text, tables } = page
  const table = tableFor(page, decision)
  if (table !== undefined) {
    const cells = cellsFor(table, decision, language).map((cell) => cell ?? '')
    return insertRow(text, table, placeByDate(datesOf(table), decision.date, { said: orderSaidIn(text) }), cells)
  }
  const prose = tables.length === 0 ? page.decisions : []
  if (prose.length > 0) return withProse(page, prose, decision, language)
  const block = printTable(
    PARTS.map((part) => labelOf(part, language)),
    [PARTS.map((part) => withLimits(decision, part, language))],
  )
  return appendBlock(page, block) ?? text
}

/**
 * Picks among the tables with the most parts: first by a heading on this topic, then by one on decisions in general,
 * else the last table.
 */
function tableFor(page: Page, { what }: Decision): Table | undefined {
  const fitting = page.tables.flatMap((table) => {
    const columns = partColumns(table, 'decision')
    if (columns?.has('what') !== true || !columns.has('why') || !page.isEditable(table)) return []
    const heading = page.sections.findLast(({ start }) => start < table.start)
    const words = heading === undefined || heading.level === 1 ? '' : withoutDates(withoutMarkup(heading.heading))
    const rank = nearTopic(words, what) ? 2 : words === '' || /决策|decision/i.test(words) ? 1 : 0
    return [{ table, rank: columns.size * 10 + rank }]
  })
  const best = Math.max(...fitting.map(({ rank }) => rank))
  return fitting.findLast(({ rank }) => rank === best)?.table
}

/** Adds an entry under a heading of the same level as the others. */
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

/** Parts without a column follow the reason in its cell, each behind its label. No other row changes. */
function cellsFor(table: Table, decision: Decision, language: Language): readonly (string | undefined)[] {
  const columns = partColumns(table, 'decision') ?? new Map<Part, number>()
  const apart = columnNamed(table, 'not for', 'does not apply to', '不适用', '不适用范围')
  const homeless = PARTS.filter((part) => !columns.has(part))
  const host = columns.get('why') ?? columns.get('what') ?? 0
  return table.header.cells.map((_, column) => {
    if (column === apart) return decision.notFor === '' ? undefined : decision.notFor
    const part = PARTS.find((candidate) => columns.get(candidate) === column)
    const said = (one: (typeof PARTS)[number]) =>
      apart === undefined ? withLimits(decision, one, language) : decision[one]
    const own = part === undefined ? undefined : said(part)
    if (column !== host) return own
    return homeless.reduce((cell, one) => withLabel(cell, labelOf(one, language), said(one), language), own ?? '')
  })
}

function withLabel(cell: string, label: string, said: string, language: Language): string {
  const space = language === 'zh' ? '' : ' '
  const mark = cell === '' || /[。.!?！？；;]$/.test(cell) ? '' : language === 'zh' ? '；' : ';'
  return `${cell}${mark}${cell === '' ? '' : space}**${label}**${language === 'zh' ? '：' : ': '}${said}`
}

/** Appends the exceptions to the scope. */
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
