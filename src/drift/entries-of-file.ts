/**
 * The entries of a bank file that an agent may be reminded of at a file of the project (S28): the conclusion, how
 * binding it is, its date and its place.
 *
 * Scanned facts, routes, highlights, indexes and archives are left out, because the code or another entry says the
 * same.
 */

import { endsSuperseded, isSuperseded } from '../bank/decisions.ts'
import { readWaiting } from '../bank/inbox.ts'
import { labelled, partColumns, partNamed, withoutMarkup } from '../bank/labels.ts'
import { headingIn, type Line, listItemIn } from '../bank/lines.ts'
import { pageOf } from '../bank/page.ts'
import type { Part } from '../base/addition.ts'
import { type BankPath, directoryOf } from '../base/bank-path.ts'
import { datesIn } from '../base/dates.ts'
import {
  ARCHIVE_FOLDER,
  isIndexPath,
  LEGACY,
  MEMORY,
  PATTERNS,
  PROGRESS,
  SECTION,
  sectionHeading,
} from '../base/layout.ts'

export interface RememberedEntry {
  readonly path: BankPath
  /** Counted from 1, both included. */
  readonly startLine: number
  readonly endLine: number
  /** The whole entry, searched for names. */
  readonly text: string
  /** Empty if it has none. */
  readonly title: string
  /** Its conclusion. */
  readonly words: string
  /** YYYY-MM-DD; empty if it has none. */
  readonly date: string
  /** A higher number takes precedence. */
  readonly binding: number
}

/** Superseded entries are left out. An inbox file is read as the entry it will become. */
export function entriesOfFile(path: BankPath, text: string): readonly RememberedEntry[] {
  const waiting = readWaiting(pageOf(text, path))
  if (waiting === undefined) return entriesAt(path, text).filter((entry) => !isSupersededEntry(entry))
  const { place, text: told, title, date } = waiting
  return entriesAt(place, told)
    .filter((entry) => !isSupersededEntry(entry))
    .map((entry) => ({ ...entry, path, title: entry.title || title, date: entry.date || date }))
}

/** True if the title is marked as superseded, or the text ends with that mark. */
function isSupersededEntry({ title, words }: RememberedEntry): boolean {
  return isSuperseded(title) || endsSuperseded(words)
}

function entriesAt(path: BankPath, text: string): readonly RememberedEntry[] {
  if (isIndexPath(path) || path === LEGACY || path.startsWith(`${ARCHIVE_FOLDER}/`)) return []
  const folder = directoryOf(path)
  const [kind] = WHOLE_FILES.filter((one) => folder === one.folder || folder.startsWith(`${one.folder}/`))
  return kind === undefined ? entriesInParts(path, text) : entriesInDocument(path, text, kind)
}

/** Folders whose files are one entry each, or several entries of one kind. */
const WHOLE_FILES = [
  { folder: 'details/learnings', binding: 4, parts: ['prevention', 'solution', 'cause'] },
  { folder: 'details/requirements', binding: 3, parts: [] },
  { folder: 'details/design', binding: 3, parts: [] },
] as const

type Whole = (typeof WHOLE_FILES)[number]

function entriesInDocument(path: BankPath, text: string, { binding, parts }: Whole): readonly RememberedEntry[] {
  const lines = pageOf(text).lines
  const learned = parts.length === 0 ? [] : pageOf(text).learnings
  const title = withoutMarkup(lines.find((line) => headingIn(line.text)?.level === 1)?.text ?? '')
  const whole = { path, startLine: 1, endLine: lines.length, text, binding }
  if (learned.length > 1) {
    return learned.map((entry, at) => {
      const to = (learned[at + 1]?.line ?? lines.length + 1) - 1
      const own = slice(text, lines, entry.line, to)
      const said = parts.map((part) => entry.parts.get(part)).find((words) => words !== undefined)
      const date = entry.parts.get('date') ?? dateIn(own)
      return {
        path,
        startLine: entry.line,
        endLine: to,
        text: own,
        binding,
        date: datesIn(date)[0] ?? '',
        title: entry.title,
        words: said ?? '',
      }
    })
  }
  const said = parts
    .map((part) => underHeading(text, part) ?? learned[0]?.parts.get(part))
    .find((one) => one !== undefined)
  return [{ ...whole, date: dateIn(text), title, words: said ?? firstWords(lines) ?? '' }]
}

/** The first paragraph of a learning's section. */
function underHeading(text: string, part: Part): string | undefined {
  const section = pageOf(text).sections.find(
    ({ heading, level }) => level > 1 && partNamed(heading, 'learning') === part,
  )
  const body = section === undefined ? '' : text.slice(section.bodyStart, section.end).trim()
  // The last section of a block ends with its marker.
  const [first = ''] = body.split(/\n\s*(?:\n|<!--)|^<!--/)
  return first === '' ? undefined : withoutMarkup(first)
}

/** The first line that is neither a heading nor a label such as a status. */
function firstWords(lines: readonly Line[]): string | undefined {
  const line = lines.find(({ text, fenced }) => {
    if (fenced || text.trim() === '' || headingIn(text) !== undefined || /^\s*(?:<!--|[|>])/.test(text)) return false
    return labelled(text) === undefined || !/^\s*[-*+]/.test(text)
  })
  return line === undefined ? undefined : withoutMarkup(line.text)
}

/** Each row, item and paragraph is an entry. A section whose lines are the parts of one decision is a single entry. */
function entriesInParts(path: BankPath, text: string): readonly RememberedEntry[] {
  const lines = pageOf(text).lines
  const binding = path === PATTERNS ? 5 : path === PROGRESS ? 1 : 2
  const found: RememberedEntry[] = rowsOf(path, text, lines, binding)
  const entryAt = (at: number, end: number, own: string): Omit<RememberedEntry, 'title' | 'words'> => {
    return { path, startLine: at + 1, endLine: end, text: own, binding, date: dateIn(own) }
  }
  let heading = ''
  let section = ''
  for (let at = 0, end = 0; at < lines.length; at = end) {
    const line = lines[at]
    if (line === undefined) break
    const head = line.fenced ? undefined : headingIn(line.text)
    if (head !== undefined) {
      heading = head.level === 1 ? '' : head.text
      if (head.level === 2) section = sectionHeading(`## ${head.text}`)
      const endOfOne = head.level === 1 ? at : endOfDecision(lines, at)
      end = Math.max(endOfOne, at + 1)
      if (endOfOne <= at) continue
      const words = decidedIn(lines.slice(at + 1, end)) ?? ''
      found.push({ ...entryAt(at, end, slice(text, lines, at + 1, end)), title: withoutMarkup(head.text), words })
      continue
    }
    end = endOfBlock(lines, at)
    if (!isEntryLineOf(path, section, line)) continue
    const own = slice(text, lines, at + 1, end)
    if (SCANNED.test(own.trimEnd())) continue
    const title = path === MEMORY || listItemIn(line.text) !== undefined ? '' : heading
    found.push({ ...entryAt(at, end, own), ...bindingIn(path, section), title, words: wordsOf(own) })
  }
  return found
}

function isEntryLineOf(path: BankPath, section: string, line: Line): boolean {
  return isEntryLine(line) && !(path === MEMORY && SKIPPED.has(section))
}

/** The current focus has a lower priority than lasting entries. */
function bindingIn(path: BankPath, section: string): Partial<Pick<RememberedEntry, 'binding'>> {
  return path === MEMORY && section === SECTION.focus ? { binding: 1 } : {}
}

function wordsOf(own: string): string {
  const lines = own.split(/\r?\n/).map((one) => one.trim())
  return withoutMarkup(lines.join(' '))
}

/** Routes only lead elsewhere, and highlights repeat patterns.md. */
const SKIPPED: ReadonlySet<string> = new Set([
  SECTION.routing,
  SECTION.highlights,
  SECTION.drillDown,
  SECTION.writeSafety,
  SECTION.snapshot,
])
const SCANNED = /(?:\(source: [^()]+\)|（来源：[^（）]+）)$/

function rowsOf(path: BankPath, text: string, lines: readonly Line[], binding: number): RememberedEntry[] {
  if (path === MEMORY) return []
  return pageOf(text).tables.flatMap((table) => {
    const columns = partColumns(table, 'decision')
    const what = columns?.get('what') ?? 0
    return table.rows.map((row): RememberedEntry => {
      const line = lines.findIndex((one) => one.start === row.start) + 1
      const date = row.cells.flatMap((cell) => (/^\W*\d/.test(cell) ? datesIn(cell).slice(0, 1) : [])).at(0) ?? ''
      return {
        path,
        startLine: line,
        endLine: line,
        text: row.cells.join('\n'),
        binding,
        date,
        title: '',
        words: withoutMarkup(row.cells[what] ?? ''),
      }
    })
  })
}

/**
 * The line after a section that is one decision in prose: two or more of its lines name parts of a decision. Returns
 * `at` for any other section.
 */
function endOfDecision(lines: readonly Line[], at: number): number {
  let end = at + 1
  let parts = 0
  while (end < lines.length && headingIn(lines[end]?.text ?? '') === undefined) {
    const label = labelled(lines[end]?.text ?? '')
    if (label !== undefined && partNamed(label.label, 'decision') !== undefined) parts += 1
    end += 1
  }
  return parts > 1 ? end : at
}

function decidedIn(lines: readonly Line[]): string | undefined {
  for (const { text } of lines) {
    const label = labelled(text)
    if (label !== undefined && partNamed(label.label, 'decision') === 'what') return withoutMarkup(label.text)
  }
  return undefined
}

/** The end of an item with its continuation lines, a paragraph or a fence. At least one line. */
function endOfBlock(lines: readonly Line[], at: number): number {
  let end = at + 1
  const first = lines[at]
  while (end < lines.length && first?.text.trim() !== '') {
    const line = lines[end]
    if (line === undefined || line.text.trim() === '' || headingIn(line.text) !== undefined) break
    if (first?.fenced !== line.fenced || listItemIn(line.text) !== undefined || /^(?:\||<!--)/.test(line.text)) break
    end += 1
  }
  return end
}

function isEntryLine({ text, fenced }: Line): boolean {
  return !fenced && text.trim() !== '' && !/^\s*(?:\||<!--)/.test(text)
}

function slice(text: string, lines: readonly Line[], from: number, to: number): string {
  return text.slice(lines[from - 1]?.start ?? 0, lines[to - 1]?.end ?? text.length)
}

function dateIn(text: string): string {
  const line = DATED.exec(text.slice(0, 2_000))?.[0]
  return line === undefined ? '' : (datesIn(line)[0] ?? '')
}

const DATED =
  /^[^\p{L}\d\n]{0,12}(?:(?:date|日期|updated|更新)[^\p{L}\d\n]{1,6})?\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}/imu
