/**
 * Decision Highlights keep the newest 20 decisions; older ones live on in patterns.md (S5).
 *
 * A row leaves MEMORY.md only when patterns.md says its decision already, or after the whole row was added
 * there. Oldest is the earliest date; rows without one count as older than all that have one. Among equals
 * the lowest is oldest, unless the table has its newest at the end or no dates at all.
 */

import { alreadySaid, plainWords } from '../bank/already-said.ts'
import { isSuperseded } from '../bank/decisions.ts'
import type { Draft } from '../bank/draft.ts'
import { partColumns } from '../bank/labels.ts'
import { type Page, pageOf } from '../bank/page.ts'
import { appendBlock, appendToSection } from '../bank/sections.ts'
import { appendRows, applySplices, printRow, printTable, type Row, type Table, tableSplices } from '../bank/tables.ts'
import { highlightText } from '../bank/value-text.ts'
import type { Language, Words } from '../base/language.ts'
import { MEMORY, PATTERNS, SECTION } from '../base/layout.ts'
import { LIMITS } from '../base/limits.ts'
import { isNewestFirst, latestDateIn } from '../base/dates.ts'
import { onlyLetters } from '../base/letters.ts'
import { editBlock } from './machine-block.ts'

export function planHighlights(draft: Draft, input: { readonly language: Language }): void {
  const memory = draft.page(MEMORY)
  const { text } = memory
  if (draft.isHeld(MEMORY)) return
  const tables = highlightTables(memory)
  const leaving = oldestFirst(tables.flatMap(highlightsOf)).slice(0, -LIMITS.decisionHighlights)
  if (leaving.length === 0) return

  const patterns = patternsWith(draft.page(PATTERNS), leaving, input.language)
  if (patterns === undefined) {
    draft.note(LEFT_ALONE)
    return
  }
  const count = leaving.length
  draft.write(PATTERNS, patterns, {
    en: 'Decisions that leave Decision Highlights are kept here',
    zh: '移出 Decision Highlights 的决策保存在这里',
  })
  const splices = tables.flatMap((table) => {
    const remove = new Set(leaving.flatMap((highlight) => (highlight.table === table ? [highlight.index] : [])))
    return tableSplices(text, table, { remove })
  })
  draft.write(MEMORY, applySplices(text, splices), {
    en: `Decision Highlights keep the newest ${LIMITS.decisionHighlights}: ${count} older row${count === 1 ? ' leaves' : 's leave'}`,
    zh: `Decision Highlights 只保留最新 ${LIMITS.decisionHighlights} 条：移出 ${count} 条较旧的`,
  })
}

interface Highlight {
  readonly table: Table
  readonly index: number
  readonly row: Row
  readonly decision: string
  readonly date: string | undefined
}

const FROM_HIGHLIGHTS: Words = { en: '## From Decision Highlights', zh: '## 来自 Decision Highlights' }
const PATTERNS_TITLE: Words = { en: '# Decisions and Conventions', zh: '# 技术决策与约定' }
const LEFT_ALONE: Words = {
  en: `Decision Highlights stay as they are: the block markers of ${PATTERNS} need repair first`,
  zh: `Decision Highlights 未改动：${PATTERNS} 的区块标记需要先修复`,
}

/** The tables of the section, inside the machine block. */
function highlightTables(page: Page): readonly Table[] {
  const machine = page.editable?.machine
  const section = page.editableSection((heading) => heading === SECTION.highlights)
  if (machine === undefined || section === undefined || !(machine.start <= section.start && section.end <= machine.end))
    return []
  return page.tables.filter((table) => section.bodyStart <= table.start && table.end <= section.end)
}

function highlightsOf(table: Table): readonly Highlight[] {
  const columns = partColumns(table, 'decision')
  const dateColumn = columns?.get('date')
  const decisionColumn = columns?.get('what') ?? (dateColumn === 0 ? 1 : 0)
  return table.rows.flatMap((row, index) => {
    if (row.cells.every((cell) => cell === '')) return []
    const said = dateColumn === undefined ? row.cells.join(' ') : (row.cells[dateColumn] ?? '')
    return [{ table, index, row, decision: row.cells[decisionColumn] ?? '', date: latestDateIn(said) }]
  })
}

function oldestFirst(highlights: readonly Highlight[]): readonly Highlight[] {
  const dates = highlights.map(({ date }) => date)
  const usual = dates.every((date) => date === undefined) ? 'newest-last' : 'newest-first'
  const standing = isNewestFirst(dates, usual) ? highlights.toReversed() : highlights
  return standing.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : (a.date ?? '') > (b.date ?? '') ? 1 : 0))
}

/** patterns.md with every decision that leaves; undefined where nothing may be added to it. */
function patternsWith(before: Page, leaving: readonly Highlight[], language: Language): string | undefined {
  const isBlank = before.text.trim() === ''
  const page = isBlank ? before.with(`${before.text}${PATTERNS_TITLE[language]}\n`) : before
  const says = alreadySaid(page)
  const missing = leaving.filter(({ decision }) => !says(decision))
  if (missing.length === 0) return page.text
  let kept: string | undefined = page.text
  // In the order in which they stood; the tables of the section one after another.
  const tables = [...new Set(missing.map(({ table }) => table))].toSorted((a, b) => a.start - b.start)
  for (const table of tables) {
    const rows = missing.filter((one) => one.table === table).toSorted((a, b) => a.index - b.index)
    kept = kept === undefined ? undefined : withRows(page.with(kept), table, rows, language)
  }
  return kept
}

/** The rows as they are, every column kept, in a table of their own form. */
function withRows(page: Page, source: Table, leaving: readonly Highlight[], language: Language): string | undefined {
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

/** The newest decisions of patterns.md in the entry, apart from those that stood there before. */
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

/** The newest decisions of patterns.md as rows of a `decision | date | binds` table, newest first: each said once. */
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

/** Each decision once: an overview's row and the chapter about it are one, and the first of them says it. */
function newestOf(decisions: readonly Decision[]): readonly Decision[] {
  const newest: Decision[] = []
  // A stable sort: decisions of one day, or without a date, stay in the order they were written.
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

/** The same words, or on the same day one inside the other or for nearly the same reason. */
function isSame(one: Decision, other: Decision): boolean {
  const [a, b] = [plainWords(one.said), plainWords(other.said)]
  if (a === b) return true
  if (one.date === '' || one.date !== other.date) return false
  return (a !== '' && b !== '' && (a.includes(b) || b.includes(a))) || likeness(one.why, other.why) >= 0.8
}

/** How many of the pairs of letters of the two texts they have in common, from 0 to 1. */
function likeness(one: string, other: string): number {
  const pairs = (text: string) => {
    const letters = onlyLetters(plainWords(text))
    return new Set(Array.from(letters, (_letter, at) => letters.slice(at, at + 2)).slice(0, -1))
  }
  const [a, b] = [pairs(one), pairs(other)]
  // Two words are the same reason by chance.
  if (a.size < 8 || b.size < 8) return 0
  return [...a].filter((pair) => b.has(pair)).length / Math.max(a.size, b.size)
}
