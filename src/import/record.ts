/**
 * The record of imports: `details/archive/imported.md`.
 *
 * A row for every file that was imported, with the hash of what it said, so that an unchanged file is not imported
 * again, in whatever clone of the repository; and word for word the lines that had no place elsewhere.
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

/** What was imported, by source. */
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

/** The record with one more row, or with the row of that source as it is now. */
export function withRow(record: string, row: ImportRow, language: Language): string {
  const text = record.trim() === '' ? `${HEAD[language]}\n\n${printTable(COLUMNS[language], [])}` : record
  const cells = [row.source, row.tool, row.on, row.hash, row.places.join(', ')]
  const table = tableIn(text)
  if (table === undefined) return appendSection(text, printTable(COLUMNS[language], [cells]))
  const known = table.rows.findIndex(({ cells: [source] }) => source === row.source)
  return known === -1 ? appendRows(text, table, [cells]) : replaceRow(text, table, known, cells)
}

/** The record with lines of a source that stand nowhere else. */
export function withLines(record: string, source: string, lines: string): string {
  const heading = `## ${source}`
  const section = pageOf(record).sections.find((one) => one.heading === heading)
  if (section !== undefined && record.slice(section.bodyStart, section.end).includes(lines)) return record
  return appendSection(record, `${heading}\n\n${fenceAround(lines)}`)
}

const HEAD: Words = {
  en: '# Imported\n\nWhat other tools had noted, and where it stands now. A source that still reads as it did is not imported again. Below the table: lines that had no other place, word for word.',
  zh: '# 导入记录\n\n其他工具留下的内容，以及它们现在的位置。内容未变的来源不会再次导入。表格之后是没有对应位置的原文。',
}
const COLUMNS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Source', 'Tool', 'Imported', 'Hash', 'Now in'],
  zh: ['来源', '工具', '导入日期', '哈希', '现位于'],
}
