/**
 * The record of imports, `details/archive/imported.md`.
 *
 * Every imported file has a row with a content hash, so no clone imports an unchanged file again. Lines that had no
 * other place follow, word for word.
 */

import { fenceAround } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import { appendSection } from '../bank/sections.ts'
import { appendRows, printTable, replaceRow } from '../bank/tables.ts'
import { knownPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Language, Words } from '../base/language.ts'
import { ARCHIVE_FOLDER } from '../base/layout.ts'

export const RECORD = knownPath(`${ARCHIVE_FOLDER}/imported.md`)

export interface ImportRow {
  readonly source: string
  readonly tool: string
  /** YYYY-MM-DD */
  readonly on: string
  readonly hash: string
  readonly places: readonly string[]
}

export function hashOfSource(text: string): string {
  return hashOfText(text.replace(/\r\n?/g, '\n')).slice(0, 12)
}

/** The imported files, by source. */
export function readRecord(text: string): ReadonlyMap<string, ImportRow> {
  const rows = tableIn(text)?.rows ?? []
  return new Map(
    rows.flatMap(({ cells: [source = '', tool = '', on = '', hash = '', places = ''] }) =>
      source === '' || !/^[0-9a-f]{12}$/.test(hash)
        ? []
        : [[source, { source, tool, on, hash, places: places.split(', ') }] as const],
    ),
  )
}

function tableIn(text: string) {
  return pageOf(text).tables.find(({ header }) => header.cells.length === 5)
}

/** Adds a row, or replaces the row of that source. */
export function withRow(record: string, row: ImportRow, language: Language): string {
  const text = record.trim() === '' ? `${HEAD[language]}\n\n${printTable(COLUMNS[language], [])}` : record
  const cells = [row.source, row.tool, row.on, row.hash, row.places.join(', ')]
  const table = tableIn(text)
  if (table === undefined) return appendSection(text, printTable(COLUMNS[language], [cells]))
  const known = table.rows.findIndex(({ cells: [source] }) => source === row.source)
  return known === -1 ? appendRows(text, table, [cells]) : replaceRow(text, table, known, cells)
}

/** Adds lines of a source that have no other place. */
export function withLines(record: string, source: string, lines: string): string {
  const heading = `## ${source}`
  const section = pageOf(record).sections.find((one) => one.heading === heading)
  if (section !== undefined && record.slice(section.bodyStart, section.end).includes(lines)) return record
  return appendSection(record, `${heading}\n\n${fenceAround(lines)}`)
}

const HEAD: Words = {
  en: '# Imported\n\nNotes from other tools, and where they are now. An unchanged source is not imported again. Below the table: lines with no other place, verbatim.',
  zh: '# 导入记录\n\n其他工具留下的内容，以及它们现在的位置。内容未变的来源不会再次导入。表格之后是没有对应位置的原文。',
}
const COLUMNS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Source', 'Tool', 'Imported', 'Hash', 'Now in'],
  zh: ['来源', '工具', '导入日期', '哈希', '现位于'],
}
