/**
 * Decision Highlights keep the newest 20 decisions that are in force; older ones stay in patterns.md (S5).
 *
 * A row leaves MEMORY.md only if patterns.md has its decision, or receives the whole row. The oldest leaves first; rows
 * without a date count as oldest. Among equals the lowest row is oldest, unless the table has its newest last or has no
 * dates.
 */

import { isSuperseded, namedDecisions, titleBefore } from '../bank/decisions.ts'
import type { Draft } from '../bank/draft.ts'
import { partColumns } from '../bank/labels.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { highlightText } from '../bank/safe-lines.ts'
import { alreadySaid, plainWords, sameTopic } from '../bank/same-topic.ts'
import { appendBlock, appendToSection } from '../bank/sections.ts'
import { appendRows, applySplices, printRow, printTable, type Row, type Table, tableSplices } from '../bank/tables.ts'
import { isNewestFirst, latestDateIn } from '../base/dates.ts'
import type { Language, Words } from '../base/language.ts'
import { MEMORY, PATTERNS, SECTION } from '../base/layout.ts'
import { onlyLetters } from '../base/letters.ts'
import { LIMITS } from '../base/limits.ts'
import { editBlock } from './machine-block.ts'

export function planHighlights(draft: Draft, input: { readonly language: Language }): void {
  dropSuperseded(draft)
  const memory = draft.page(MEMORY)
  if (draft.isHeld(MEMORY)) return
  const leaving = oldestFirst(ownHighlights(memory)).slice(0, -LIMITS.decisionHighlights)
  if (leaving.length === 0) return

  const patterns = addToPatterns(draft.page(PATTERNS), leaving, input.language)
  if (patterns === undefined) {
    draft.note(LEFT_ALONE)
    return
  }
  const count = leaving.length
  draft.write(PATTERNS, patterns, {
    en: 'keeps the decisions that left Decision Highlights',
    zh: '移出 Decision Highlights 的决策保存在这里',
  })
  draft.write(MEMORY, withoutRows(memory, leaving), {
    en: `Decision Highlights keep the newest ${LIMITS.decisionHighlights}: ${count} older row${count === 1 ? ' leaves' : 's leave'}`,
    zh: `Decision Highlights 只保留最新 ${LIMITS.decisionHighlights} 条：移出 ${count} 条较旧的`,
  })
}

/** A merge may bring back the row of a decision that one side superseded. */
function dropSuperseded(draft: Draft): void {
  const memory = draft.page(MEMORY)
  if (draft.isHeld(MEMORY)) return
  const names = namedDecisions(draft.page(PATTERNS)).flatMap(({ names, superseded }) =>
    names.map(titleBefore).flatMap((name) => [name, highlightText(name)].map((said) => ({ said, superseded }))),
  )
  const isBinding = ({ decision }: Highlight) => {
    const found = names.filter(({ said }) => sameTopic(said, decision))
    return found.length === 0 || found.some(({ superseded }) => !superseded)
  }
  const rows = ownHighlights(memory).filter((highlight) => !isBinding(highlight))
  if (rows.length === 0) return
  draft.write(MEMORY, withoutRows(memory, rows), {
    en: `${rows.length} decision${rows.length === 1 ? '' : 's'} superseded in ${PATTERNS}`,
    zh: `${rows.length} 条决策已在 ${PATTERNS} 中被取代`,
  })
}

export function withoutRows({ text }: Page, rows: readonly Highlight[]): string {
  const splices = [...new Set(rows.map(({ table }) => table))].flatMap((table) => {
    const remove = new Set(rows.flatMap((row) => (row.table === table ? [row.index] : [])))
    return tableSplices(text, table, { remove })
  })
  return applySplices(text, splices)
}

/** A row of Decision Highlights. */
interface Highlight {
  readonly table: Table
  readonly index: number
  readonly row: Row
  /** The column that names the decision, and its cell. */
  readonly column: number
  readonly decision: string
  readonly date: string | undefined
}

const FROM_HIGHLIGHTS: Words = { en: '## From Decision Highlights', zh: '## 来自 Decision Highlights' }
const PATTERNS_TITLE: Words = { en: '# Decisions and Conventions', zh: '# 技术决策与约定' }
const LEFT_ALONE: Words = {
  en: `Decision Highlights not updated: repair the block markers of ${PATTERNS} first`,
  zh: `Decision Highlights 未改动：${PATTERNS} 的区块标记需要先修复`,
}

/** The rows inside the machine block. */
function ownHighlights(page: Page): readonly Highlight[] {
  const machine = page.editable?.machine
  if (machine === undefined) return []
  return highlightsIn(page).filter(({ table }) => machine.start <= table.start && table.end <= machine.end)
}

export function highlightsIn(page: Page): readonly Highlight[] {
  return highlightTables(page).flatMap((table) => {
    const column = decisionColumn(table)
    const dateColumn = partColumns(table, 'decision')?.get('date')
    return table.rows.flatMap((row, index) => {
      if (row.cells.every((cell) => cell === '')) return []
      const said = dateColumn === undefined ? row.cells.join(' ') : (row.cells[dateColumn] ?? '')
      return [{ table, index, row, column, decision: row.cells[column] ?? '', date: latestDateIn(said) }]
    })
  })
}

export function highlightTables(page: Page): readonly Table[] {
  const section = page.editableSection((heading) => heading === SECTION.highlights)
  if (section === undefined) return []
  return page.tables.filter((table) => section.bodyStart <= table.start && table.end <= section.end)
}

export function decisionColumn(table: Table): number {
  const columns = partColumns(table, 'decision')
  return columns?.get('what') ?? (columns?.get('date') === 0 ? 1 : 0)
}

function oldestFirst(highlights: readonly Highlight[]): readonly Highlight[] {
  const dates = highlights.map(({ date }) => date)
  const usual = dates.every((date) => date === undefined) ? 'newest-last' : 'newest-first'
  const byPosition = isNewestFirst(dates, usual) ? highlights.toReversed() : highlights
  return byPosition.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : (a.date ?? '') > (b.date ?? '') ? 1 : 0))
}

/** Adds each leaving decision to patterns.md; undefined if the file cannot be edited. */
function addToPatterns(before: Page, leaving: readonly Highlight[], language: Language): string | undefined {
  const isBlank = before.text.trim() === ''
  const page = isBlank ? before.with(`${before.text}${PATTERNS_TITLE[language]}\n`) : before
  const says = alreadySaid(page)
  const missing = leaving.filter(({ decision }) => !says(decision))
  if (missing.length === 0) return page.text
  let kept: string | undefined = page.text
  // In their former order, table by table.
  const tables = [...new Set(missing.map(({ table }) => table))].toSorted((a, b) => a.start - b.start)
  for (const table of tables) {
    const rows = missing.filter((one) => one.table === table).toSorted((a, b) => a.index - b.index)
    kept = kept === undefined ? undefined : appendLeaving(page.with(kept), table, rows, language)
  }
  return kept
}

/** Keeps the rows and all their columns, in a table of the same form. */
function appendLeaving(
  page: Page,
  source: Table,
  leaving: readonly Highlight[],
  language: Language,
): string | undefined {
  if (page.editable === undefined) return undefined
  const width = Math.max(source.header.cells.length, ...leaving.map(({ row }) => row.cells.length))
  const header = padded(source.header.cells, width)
  const rows = leaving.map(({ row }) => padded(row.cells, width))
  const headings = new Set<string>(Object.values(FROM_HIGHLIGHTS))
  const sections = page.sections.filter(({ heading }) => headings.has(heading))
  const table = page.tables.find(
    (candidate) =>
      sections.some((section) => section.bodyStart <= candidate.start && candidate.end <= section.end) &&
      page.isEditable(candidate) &&
      candidate.header.cells.join('|') === header.join('|'),
  )
  if (table !== undefined) return appendRows(page.text, table, rows)
  return appendBlock(page, `${FROM_HIGHLIGHTS[language]}\n\n${printTable(header, rows)}`)
}

function padded(cells: readonly string[], width: number): readonly string[] {
  return Array.from({ length: width }, (_, index) => cells[index] ?? '')
}

/** Adds the newest decisions of patterns.md to MEMORY.md, except those it had before. */
export function addHighlights(draft: Draft, patternsBefore = ''): void {
  const known = new Set(highlightsFrom(pageOf(patternsBefore)))
  const rows = highlightsFrom(draft.page(PATTERNS)).filter((row) => !known.has(row))
  if (rows.length === 0) return
  const add = (block: Page) => {
    const section = block.section(SECTION.highlights)
    return section === undefined ? block.text : appendToSection(block.text, section, rows.join('\n'))
  }
  editBlock(draft, MEMORY, add, {
    en: `${rows.length} decision${rows.length === 1 ? '' : 's'} from ${PATTERNS}`,
    zh: `${rows.length} 条决策来自 ${PATTERNS}`,
  })
}

/** The newest decisions as table rows, newest first and without repeats. */
function highlightsFrom(patterns: Page): readonly string[] {
  const decisions = patterns.decisions.map(({ title, parts }) => ({
    said: highlightText(parts.get('what') ?? title),
    date: latestDateIn(parts.get('date') ?? title) ?? '',
    why: parts.get('why') ?? '',
    scope: highlightText(parts.get('applies') ?? ''),
  }))
  const binding = decisions.filter(({ said }) => !isSuperseded(said))
  return newestOf(binding).map(({ said, date, scope }) => printRow([said, date, scope]))
}

/** Each decision once: of an overview row and its chapter, only the first is used. */
function newestOf(decisions: readonly Decision[]): readonly Decision[] {
  const newest: Decision[] = []
  // The sort is stable: decisions of one day keep their order.
  const ordered = decisions.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  for (const decision of ordered.toReversed()) {
    const known = newest.findIndex((one) => isSame(one, decision))
    if (known !== -1) newest[known] = decision
    else if (newest.length < LIMITS.decisionHighlights) newest.push(decision)
    else if (decision.date !== newest.at(-1)?.date) break
  }
  return newest
}

interface Decision {
  readonly said: string
  readonly date: string
  readonly why: string
  readonly scope: string
}

/** True for the same words, or on the same day one inside the other or nearly the same reason. */
function isSame(one: Decision, other: Decision): boolean {
  const [a, b] = [plainWords(one.said), plainWords(other.said)]
  if (a === b) return true
  if (one.date === '' || one.date !== other.date) return false
  return (a !== '' && b !== '' && (a.includes(b) || b.includes(a))) || likeness(one.why, other.why) >= 0.8
}

/** The share of letter pairs that two texts have in common, 0 to 1. */
function likeness(one: string, other: string): number {
  const pairs = (text: string) => {
    const letters = onlyLetters(plainWords(text))
    return new Set(Array.from(letters, (_letter, at) => letters.slice(at, at + 2)).slice(0, -1))
  }
  const [a, b] = [pairs(one), pairs(other)]
  // Two words match by chance.
  if (a.size < 8 || b.size < 8) return 0
  return [...a].filter((pair) => b.has(pair)).length / Math.max(a.size, b.size)
}
