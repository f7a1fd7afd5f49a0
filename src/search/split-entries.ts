/**
 * Splits a file into the entries that search ranks and packs show (S23): a decision row, a learning with its parts, a
 * short document, a section of a long one, an item of a list of facts. Entries do not overlap and come in the order of
 * their lines. Derived text is not an entry: index files, routing rows, the protocol sections of MEMORY.md, empty
 * sections, placeholders and template sentences.
 */

import { readWaiting } from '../bank/inbox.ts'
import { isNothingYet, isPlaceholder, partNamed, withoutMarkup } from '../bank/labels.ts'
import { headingIn, type Line, listMarkAt, withoutListMark } from '../bank/lines.ts'
import type { PackKind } from '../bank/pack.ts'
import type { Page } from '../bank/page.ts'
import { cellsOfLine, isDelimiterLine } from '../bank/tables.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import {
  ARCHIVE_FOLDER,
  folderPath,
  isIndexPath,
  MEMORY,
  OLD_ROUTING_HEADING,
  PATTERNS,
  PROGRESS,
  SECTION,
  sectionHeading,
  TECH,
} from '../base/layout.ts'
import { headingsOf } from './document-headings.ts'
import { isDocumentPath } from './document-routes.ts'
import { dateIn, type IndexedEntry, type IndexedFile, languageOfDocument, type RowForm } from './indexed-entry.ts'

export function splitEntries(page: Page): readonly IndexedEntry[] {
  const { path } = page
  if (isIndexPath(path)) return []
  const waiting = readWaiting(page)
  if (waiting !== undefined) {
    const range = { from: waiting.line - 1, to: page.lines.length }
    return new FileSplitter(page, waiting.title, waiting.kind, waiting.date).whole(range)
  }
  const root = headingTree(page)
  const title = root.children.find(({ level }) => level === 1)?.heading ?? ''
  return new FileSplitter(page, title, kindOf(path), dateIn(`${title}\n${baseName(path)}`)).split(root)
}

/** Line indexes; `to` is exclusive. */
interface Range {
  readonly from: number
  readonly to: number
}

interface Section extends Range {
  readonly heading: string
  readonly level: number
  readonly from: number
  to: number
  /** The line at which its first child begins. */
  ownTo: number
  readonly children: Section[]
}

/** A section of up to this many lines is one entry, with everything nested in it. */
const WHOLE_LINES = 24
/** A learning or a requirement of up to this many characters is one entry, whatever headings it has. */
const WHOLE_CHARACTERS = 2_400
const WHOLE_SECTIONS = 8
/** Longer text below one heading is cut into windows. */
const LONGEST_SECTION = 6_000
const WINDOW = 3_000
/** The text between a title and the first section is an entry only if it is longer than this, in characters. */
const LINE_OF_METADATA = 60

class FileSplitter {
  readonly #file: IndexedFile
  readonly #text: string
  readonly #lines: readonly Line[]
  readonly #kind: PackKind
  readonly #entries: IndexedEntry[] = []

  constructor({ path, text, lines }: Page, title: string, kind: PackKind, date: string | undefined) {
    const language = isDocumentPath(path) ? languageOfDocument(path, text) : undefined
    this.#file = { path, title, date: date === '' ? undefined : date, language }
    this.#text = text
    this.#lines = lines
    this.#kind = kind
  }

  /** Makes one entry of all these lines. */
  whole({ from, to }: Range): readonly IndexedEntry[] {
    const { title } = this.#file
    const level = title === '' ? 0 : 1
    const about = { headings: [], kind: this.#kind, isSection: false }
    this.#push({ heading: title, level, from, to }, { from, to }, about)
    return this.#entries
  }

  split(root: Section): readonly IndexedEntry[] {
    const isOneEntry = this.#kind === 'learning' || this.#kind === 'requirement'
    const isShort = this.#text.length <= WHOLE_CHARACTERS && countSections(root) <= WHOLE_SECTIONS
    const from = this.#file.title === '' ? root.from : (root.children[0]?.from ?? root.from)
    if (isOneEntry && isShort && !(this.#text.includes('|') && hasTable(this.#lines)))
      return this.whole({ from, to: root.to })
    this.#collect(root, [])
    return this.#entries
  }

  #collect(section: Section, around: readonly string[]): void {
    const { level, heading, children } = section
    if (this.#file.path === MEMORY && isDerived(heading)) return
    // A part such as "Root cause" belongs to the entry above it.
    const areParts = hasParts(this.#kind) && children.length > 0 && children.every((child) => isPart(child.heading))
    const isShort = level > 1 && section.to - section.from <= WHOLE_LINES
    const isWhole = children.length === 0 || areParts || isShort
    const isTitle = level === 0 || (level === 1 && heading === this.#file.title)
    const headings = isTitle ? around : [...around, heading]
    this.#cut(section, isWhole ? section.to : section.ownTo, headings)
    if (!isWhole) for (const child of children) this.#collect(child, headings)
  }

  /** Splits the lines of one section: each row and each fact is an entry, and so is the rest. */
  #cut(section: Section, to: number, headings: readonly string[]): void {
    const kind = this.#file.path === MEMORY ? kindInMemory(section.heading) : this.#kind
    const isApart = LISTED.has(kind)
    let from = section.from
    for (let at = section.from; at < to; ) {
      const found = this.#rowsAt(at, to) ?? (isApart ? this.#itemsAt(at, to) : undefined)
      if (found === undefined) {
        at += 1
        continue
      }
      this.#pushText(section, { from, to: at }, headings, kind)
      const row = found.columns === undefined ? undefined : rowForm(found.columns)
      for (const one of found.parts) this.#push(section, one, { headings, kind, isSection: false }, row)
      at = found.parts.at(-1)?.to ?? at + 1
      from = at
    }
    this.#pushText(section, { from, to }, headings, kind)
  }

  #pushText(section: Section, { from, to }: Range, headings: readonly string[], kind: PackKind): void {
    const about = { headings, kind, isSection: true }
    const size = (this.#lines[to - 1]?.end ?? 0) - (this.#lines[from]?.start ?? 0)
    if (size <= LONGEST_SECTION) {
      this.#push(section, { from, to }, about)
      return
    }
    let start = from
    let lastBreak = from
    for (let at = from + 1; at < to; at += 1) {
      if (this.#breaksBefore(at)) lastBreak = at
      const grown = (this.#lines[at]?.start ?? 0) - (this.#lines[start]?.start ?? 0)
      if (grown < WINDOW) continue
      // A code fence stays together unless that would double the window.
      const cut = lastBreak > start ? lastBreak : grown > 2 * WINDOW ? at : start
      if (cut === start) continue
      this.#push(section, { from: start, to: cut }, about)
      start = cut
    }
    this.#push(section, { from: start, to }, about)
  }

  #breaksBefore(at: number): boolean {
    const [line, before] = [this.#lines[at], this.#lines[at - 1]]
    if (line === undefined || before === undefined || (line.fenced && before.fenced)) return false
    return before.text.trim() === '' || listMarkAt(line.text, 0) !== undefined
  }

  /** The rows of the table that begins at this line, without its header. */
  #rowsAt(
    at: number,
    to: number,
  ): { readonly parts: readonly Range[]; readonly columns: readonly string[] } | undefined {
    const [head, under] = [rowText(this.#lines[at]), at + 2 < to ? rowText(this.#lines[at + 1]) : undefined]
    if (head === undefined || under === undefined || !isDelimiterLine(under)) return undefined
    const parts: Range[] = []
    for (let row = at + 2; row < to && rowText(this.#lines[row]) !== undefined; row += 1)
      parts.push({ from: row, to: row + 1 })
    return parts.length === 0 ? undefined : { parts, columns: cellsOfLine(head) }
  }

  /** The items of the list that begins at this line, each with the indented lines below it. */
  #itemsAt(at: number, to: number): { readonly parts: readonly Range[]; readonly columns: undefined } | undefined {
    const parts: Range[] = []
    for (let item = at; item < to && isItem(this.#lines[item]); ) {
      let end = item + 1
      while (end < to && !isItem(this.#lines[end]) && /^\s+\S/.test(this.#lines[end]?.text ?? '')) end += 1
      parts.push({ from: item, to: end })
      item = end
    }
    return parts.length === 0 ? undefined : { parts, columns: undefined }
  }

  #push(
    section: Pick<Section, 'heading' | 'level' | 'from' | 'to'>,
    { from, to }: Range,
    about: Pick<IndexedEntry, 'headings' | 'kind' | 'isSection'>,
    row?: RowForm,
  ): void {
    let [first, last] = [from, to - 1]
    while (first <= last && this.#isEmpty(first)) first += 1
    while (last >= first && this.#isEmpty(last)) last -= 1
    const [top, bottom] = [this.#lines[first], this.#lines[last]]
    if (top === undefined || bottom === undefined || last < first) return
    const isHeaded = section.level > 0 && first === section.from
    // A fact in the inbox may consist of its title only.
    const isTitleEnough = isHeaded && !about.isSection && LISTED.has(about.kind)
    if (!isTitleEnough && saysNothing(this.#lines.slice(isHeaded ? first + 1 : first, last + 1))) return
    const isAboveOthers = isHeaded && section.level === 1 && to < section.to
    if (isAboveOthers && bottom.end - top.end <= LINE_OF_METADATA) return
    const start = top.start
    const said = isHeaded ? Math.min(top.end, bottom.end) : start
    const body = this.#text.slice(said, bottom.end)
    const isFact = !about.isSection && !isHeaded
    const inText = isFact ? titleOfItem(body) : section.heading
    const named = row === undefined ? inText : (cellsOfLine(body.trim())[row.title] ?? '')
    this.#entries.push({
      ...about,
      file: this.#file,
      path: this.#file.path,
      title: withoutMarkup(named),
      named,
      heading: section.heading,
      startLine: first + 1,
      endLine: last + 1,
      start,
      end: bottom.end,
      bodyStart: said,
      body,
      row,
    })
  }

  /** A blank line, a comment of Memory Bank, or the underline of a heading. */
  #isEmpty(at: number): boolean {
    const text = this.#lines[at]?.text ?? ''
    return NOTHING.test(text) || (isDocumentPath(this.#file.path) && RULE.test(text))
  }
}

function headingTree({ path, lines, bodyStart }: Page): Section {
  // The first line after the front matter. A byte order mark alone is part of the first line.
  const first =
    bodyStart <= 1
      ? 0
      : Math.max(
          0,
          lines.findIndex((line) => line.start >= bodyStart),
        )
  const end = lines.length
  const root: Section = { heading: '', level: 0, from: first, to: end, ownTo: end, children: [] }
  const open: Section[] = [root]
  for (const [at, { level, text }] of headingsOf(lines, first, isDocumentPath(path) ? path : undefined)) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) close(open.pop(), at)
    const section: Section = { heading: text, level, from: at, to: end, ownTo: end, children: [] }
    const parent = open.at(-1) ?? root
    if (parent.children.length === 0) parent.ownTo = at
    parent.children.push(section)
    open.push(section)
  }
  return root
}

function close(section: Section | undefined, at: number): void {
  if (section === undefined) return
  section.to = at
  if (section.children.length === 0) section.ownTo = at
}

function countSections({ children }: Section): number {
  return children.reduce((sum, child) => sum + 1 + countSections(child), 0)
}

function kindOf(path: BankPath): PackKind {
  if (isDocumentPath(path)) return 'document'
  if (path === PATTERNS) return 'decision'
  if (path === TECH) return 'tech'
  if (path === PROGRESS || path.startsWith(`${ARCHIVE_FOLDER}/`)) return 'progress'
  if (path.startsWith(`${folderPath('learnings')}/`)) return 'learning'
  if (path.startsWith(`${folderPath('requirements')}/`)) return 'requirement'
  return path.startsWith(`${folderPath('design')}/`) ? 'design' : 'note'
}

function kindInMemory(heading: string): PackKind {
  switch (sectionHeading(`## ${heading}`)) {
    case SECTION.snapshot:
      return 'tech'
    case SECTION.focus:
      return 'focus'
    case SECTION.quickAnswers:
      return 'answer'
    case SECTION.highlights:
      return 'decision'
    default:
      return 'note'
  }
}

/** Kinds whose list items are entries, because one line says everything. */
export const LISTED: ReadonlySet<PackKind> = new Set(['tech', 'progress', 'focus', 'answer'])

function hasParts(kind: PackKind): boolean {
  return kind === 'learning' || kind === 'decision'
}

function isPart(heading: string): boolean {
  return partNamed(heading, 'learning') !== undefined || partNamed(heading, 'decision') !== undefined
}

/** Sections of MEMORY.md that say where to read or how to write. */
function isDerived(heading: string): boolean {
  return DERIVED.some((start) => `## ${heading}`.startsWith(start))
}

const DERIVED = [OLD_ROUTING_HEADING, SECTION.drillDown, SECTION.writeSafety]

function rowForm(columns: readonly string[]): RowForm {
  const parts = columns.map((name) => partNamed(name, 'decision'))
  const what = parts.indexOf('what')
  const title =
    what === -1
      ? Math.max(
          0,
          parts.findIndex((part) => part !== 'date'),
        )
      : what
  return { columns, title, applies: parts.flatMap((part, at) => (part === 'applies' ? [at] : [])) }
}

function titleOfItem(body: string): string {
  const line = withoutListMark(body.trimStart().split(/\r|\n/, 1)[0] ?? '').replace(/^\[[ xX]\]\s+/, '')
  return /^\*\*(.+?)\*\*/.exec(line)?.[1] ?? /^(.{2,60}?)[:：]\s/.exec(line)?.[1] ?? line
}

function hasTable(lines: readonly Line[]): boolean {
  return lines.some((line, at) => rowText(line) !== undefined && rowText(lines[at + 1]) !== undefined)
}

function rowText(line: Line | undefined): string | undefined {
  if (line === undefined || line.fenced) return undefined
  const text = line.text.trim()
  return text.startsWith('|') && text.length > 1 ? text : undefined
}

function isItem(line: Line | undefined): boolean {
  return line !== undefined && !line.fenced && !/^\s/.test(line.text) && listMarkAt(line.text, 0) !== undefined
}

/** Whether lines hold no evidence (S23): bare headings, tables without rows, placeholders, sentences of a template. */
function saysNothing(lines: readonly Line[]): boolean {
  return lines.every(({ text, fenced }, at) => !fenced && (lineSaysNothing(text.trim()) || isTableHead(lines, at)))
}

/** The header of a table and the dashes below it. Only rows are evidence. */
function isTableHead(lines: readonly Line[], at: number): boolean {
  const isRule = (line: Line | undefined) => line !== undefined && isDelimiterLine(line.text.trim())
  return lines[at]?.text.trim().startsWith('|') === true && (isRule(lines[at]) || isRule(lines[at + 1]))
}

function lineSaysNothing(line: string): boolean {
  if (line === '' || headingIn(line) !== undefined || isNothingYet(line) || OF_TEMPLATES.has(line)) return true
  if (line.startsWith('<!--')) return line.indexOf('-->') === line.length - 3
  return isPlaceholder(withoutListMark(line).replace(/^\*\*[^*]+\*\*\s*[:：]/, ''))
}

/** Sentences of the templates that address the writer. */
const OF_TEMPLATES: ReadonlySet<string> = new Set([
  'Every decision has all five parts; the newest is last.',
  '每条决策五项俱全；最新的写在最后。',
  'What no scan can see: environments, accounts to ask for, traps of the set-up.',
  '扫描看不到的内容：环境、需要申请的账号、搭建时的坑。',
  'Yours to write; no tool changes a byte between these two markers.',
  '这里由你自由编写；任何工具都不会改动这两个标记之间的一个字节。',
])

const NOTHING = /^\s*(?:<!--(?:(?!-->).)*-->\s*)?$/
const RULE = /^([=\-~^"'#*+.:_`])\1{2,}\s*$/
