/**
 * One entry of a file, with the texts that are searched.
 *
 * Only its place, its title and its text are read from the file at once. The rest is computed when it is asked for,
 * because a question needs it of the entries that match only.
 */

import { endsSuperseded, isSuperseded } from '../bank/decisions.ts'
import { labelled, mayNameScope, partNamed, scannedLine } from '../bank/labels.ts'
import type { PackKind } from '../bank/pack.ts'
import { cellsOfLine } from '../bank/tables.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import { type Language, languageOfText } from '../base/language.ts'
import { sourceOf } from './document-routes.ts'

export interface IndexedFile {
  readonly path: BankPath
  readonly title: string
  readonly date: string | undefined
  /** Only for documents outside the bank; `other` is a translation into a third language. */
  readonly language: Language | 'other' | undefined
}

export interface IndexedEntry {
  readonly file: IndexedFile
  readonly path: BankPath
  readonly kind: PackKind
  readonly title: string
  /** The title as written. */
  readonly named: string
  /** The heading above its text. */
  readonly heading: string
  /** The headings above it, outermost first: its own included, the file's title excluded. */
  readonly headings: readonly string[]
  /** Counted from 1, both included. */
  readonly startLine: number
  readonly endLine: number
  /** Offsets in the file. `bodyStart` is after the heading line. */
  readonly start: number
  readonly end: number
  readonly bodyStart: number
  /** The text below its heading. */
  readonly body: string
  /** Only for a table row. */
  readonly row: RowForm | undefined
  /** A section of a longer text, whose other sections say more about the same topic. */
  readonly isSection: boolean
}

/** The columns of a table, and the indexes of the title and the scope. */
export interface RowForm {
  readonly columns: readonly string[]
  readonly title: number
  readonly applies: readonly number[]
}

export interface EntryTraits {
  /** YYYY-MM-DD, if the entry has a date. */
  readonly date: string | undefined
  /** Replaced by another entry, or withdrawn. */
  readonly isSuperseded: boolean
  /** Written by a scan, so the repository contains the same information. */
  readonly isRestated: boolean
}

export function traitsOf({ file, row, body, heading, named }: IndexedEntry): EntryTraits {
  const cells = row === undefined ? [] : cellsOfLine(body.trim())
  const inRow = cells.map((cell) => (DATE_CELL.test(cell) ? dateIn(cell) : undefined)).find(Boolean)
  return {
    date: row === undefined ? (dateInText(heading, body) ?? file.date) : inRow,
    isSuperseded: isSuperseded(named) || cells.some(endsSuperseded) || isWithdrawn(body),
    isRestated: isScanned(body),
  }
}

/** The scope that the entry names; empty if it names none. */
export function scopeOf({ row, body }: IndexedEntry): string {
  if (row === undefined) return labelledScope(body)
  const cells = cellsOfLine(body.trim())
  return row.applies.map((at) => cells[at] ?? '').join('\n')
}

/** The headings above it, the title of its file, and the file's name. */
export function contextOf({ file, headings, title }: IndexedEntry): string {
  const name = baseName(sourceOf(file.path).path).replace(/\.\w+$/, '')
  return [...headings.filter((one) => one !== title), title === file.title ? '' : file.title, name].join('\n')
}

/** In words and Han characters, estimated, because counting the words would take as long as searching them. */
export function lengthOf({ body }: IndexedEntry): number {
  const han = body.match(/[\u3040-\u30ff\u3400-\u9fff]+/g)?.reduce((sum, run) => sum + run.length, 0) ?? 0
  return han + (body.length - han) / CHARACTERS_PER_WORD
}

/** Whether the next section may be the answer. */
export function endsInQuestion({ body }: IndexedEntry): boolean {
  return /[?？]["'”’)*_\s]*$/.test(body.slice(-12))
}

/** Including blanks, punctuation and words without a topic. */
const CHARACTERS_PER_WORD = 9

/** The language in the name of a translation (`README.zh-CN`, `readme_ja`), else the language of the text. */
export function languageOfDocument(path: BankPath, text: string): IndexedFile['language'] {
  const name = baseName(path).replace(/\.\w+$/, '')
  const language = /[._-]([a-z]{2})(?:[-_][a-z]{2,4})?$/i.exec(name)?.[1]?.toLowerCase()
  if (language === undefined || !/^readme/i.test(name)) return languageOfText(text)
  return language === 'zh' || language === 'cn' ? 'zh' : language === 'en' ? 'en' : 'other'
}

/** The scope that the entry names on a line with a label. */
function labelledScope(body: string): string {
  if (!mayNameScope(body)) return ''
  const labels = body.split(/\r\n|\n|\r/).flatMap((line) => labelled(line) ?? [])
  return labels.flatMap(({ label, text }) => (partNamed(label, 'decision') === 'applies' ? [text] : [])).join('\n')
}

/** Whether the status line of a requirement says that it no longer applies (S6). */
function isWithdrawn(body: string): boolean {
  const head = body.slice(0, 400)
  return /status|状态/i.test(head) && WITHDRAWN.test(head)
}

function isScanned(body: string): boolean {
  if (!body.includes('(source: ') && !body.includes('（来源：')) return false
  const lines = body.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  return lines.filter((line) => scannedLine(line) !== undefined).length * 2 > lines.length
}

function dateInText(heading: string, body: string): string | undefined {
  if (!YEAR.test(heading) && !YEAR.test(body.slice(0, 600))) return undefined
  return dateIn(heading) ?? dateIn(DATE_LINE.exec(body.slice(0, 600))?.[1] ?? '') ?? dateIn(body.slice(0, 24))
}

export function dateIn(text: string): string | undefined {
  const [, year, month = '', day = '1'] = DATE.exec(text) ?? []
  if (year === undefined || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31)
    return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const YEAR = /(?:19|20)\d\d/
const DATE = /(?<!\d)((?:19|20)\d\d)[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?(?!\d)/
const DATE_CELL = /^[~≈]?\s?(?:19|20)\d\d[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}\s?[日号]?|月)?$/
const DATE_LINE =
  /^[\s>*+-]{0,8}(?:\*\*)?(?:Date|Decided on|Recorded|日期|时间|决策日期|记录日期|创建日期)(?:\*\*)?\s?[:：](.{0,60})/im
const WITHDRAWN =
  /(?:状态|\bstatus\b)[*\s]{0,4}[:：|][*\s]{0,4}(?:deprecated|superseded|obsolete|已?废弃|已?弃用|已?作废)/i
