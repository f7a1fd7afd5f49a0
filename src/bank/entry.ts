/**
 * One entry of the bank: a decision, a learning, a requirement, a design, an item of the focus or of progress, a fact,
 * a quick answer.
 *
 * An entry is named by its id, by the beginning of its title, or by `path#heading`. Text of a user block is not an
 * entry, and neither are scanned lines and placeholders.
 */

import { type AdditionKind, type Part, PROGRESS_STATES, type ProgressState } from '../base/addition.ts'
import { type BankPath, baseName } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import { latestDateIn, withoutDates } from '../base/dates.ts'
import {
  BANK_FOLDER,
  folderPath,
  isInboxPath,
  isIndexPath,
  MEMORY,
  PATTERNS,
  PROGRESS,
  SECTION,
  TECH,
} from '../base/layout.ts'
import type { Provenance } from '../base/provenance-record.ts'
import type { Span } from '../base/splice.ts'
import { decisionPlaces, isSuperseded, namedDecisions } from './decisions.ts'
import { readInboxEntry } from './inbox.ts'
import type { Item } from './items.ts'
import { isNothingYet, statusIn, stripMarkup } from './labels.ts'
import type { Page } from './page.ts'
import { readProvenance } from './provenance.ts'

export interface Entry {
  readonly kind: AdditionKind
  readonly id: string
  readonly title: string
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  readonly date: string | undefined
  /** The parts of a decision or a learning. */
  readonly parts: ReadonlyMap<Part, string>
  /** The state of a progress item, status of a requirement or section of a fact; `superseded` for a decision. */
  readonly status: string | undefined
  /** The lines of the entry. Undefined if the whole file is the entry. */
  readonly span: Span | undefined
  /** The provenance in the file, if the whole file is the entry. */
  readonly provenance: Provenance | undefined
}

type Found = Pick<Entry, 'kind' | 'title' | 'date' | 'status' | 'span'> &
  Partial<Pick<Entry, 'parts' | 'provenance'>> & { readonly start: number }

/** `Page.entries` is the only caller. */
export function readEntries(page: Page): readonly Entry[] {
  const seen = new Map<string, number>()
  return foundIn(page).map(({ start, parts = new Map(), provenance, ...found }) => {
    const name = found.kind === 'requirement' ? requirementId(page) : undefined
    const id = name ?? shortId(found.kind, found.title)
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    const { path } = page
    return { ...found, parts, provenance, id: count === 1 ? id : `${id}-${count}`, path, line: page.lineAt(start) }
  })
}

/** All entries, by file. Entries of the same kind and title in different files get different ids. */
export function entriesOfBank(pages: Iterable<Page>): readonly Entry[] {
  const taken = new Map<string, number>()
  return [...pages]
    .flatMap(({ entries }) => entries)
    .map((entry) => {
      const count = (taken.get(entry.id) ?? 0) + 1
      taken.set(entry.id, count)
      return count === 1 ? entry : { ...entry, id: `${entry.id}-${count}` }
    })
}

/** The entries that a person may mean by these words. More than one if the words are ambiguous. */
export function entriesNamed(entries: readonly Entry[], words: string): readonly Entry[] {
  const said = words.trim()
  const folded = foldWords(said)
  if (folded === '') return []
  const exact = entries.filter(
    ({ id, title }) => id.toLowerCase() === said.toLowerCase() || foldWords(title) === folded,
  )
  if (exact.length > 0) return exact
  const [file = '', heading] = said.replace(new RegExp(`^(?:\\./)?${BANK_FOLDER}/`), '').split('#', 2)
  const inFile = entries.filter(({ path }) => path === file || `${path}` === `details/${file}`)
  if (inFile.length > 0)
    return heading === undefined
      ? inFile
      : inFile.filter(({ title }) => foldWords(title).startsWith(foldWords(heading)))
  const begins = entries.filter(
    ({ id, title }) =>
      foldWords(title).startsWith(folded) || (said.length > 2 && id.toLowerCase().startsWith(said.toLowerCase())),
  )
  return begins.length > 0 ? begins : entries.filter(({ title }) => foldWords(title).includes(folded))
}

/** A text reduced to its words, without case and punctuation. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function foundIn(page: Page): readonly Found[] {
  const { path } = page
  if (path === PATTERNS) return decisions(page)
  if (path === PROGRESS) return progressItems(page)
  if (path === TECH) return facts(page)
  if (path === MEMORY) return [...focusItems(page), ...answers(page)]
  if (isIndexPath(path)) return []
  if (isInboxPath(path)) return waiting(page)
  if (path.startsWith(`${folderPath('learnings')}/`)) return learnings(page)
  if (path.startsWith(`${folderPath('requirements')}/`)) return [document('requirement', page)]
  return path.startsWith(`${folderPath('design')}/`) ? [document('design', page)] : []
}

/** The whole file is one entry. */
function waiting(page: Page): readonly Found[] {
  const entry = readInboxEntry(page)
  if (entry === undefined) return []
  const { kind, title, date, addition, provenance } = entry
  const said = addition.fields.get('state') ?? addition.fields.get('status') ?? addition.fields.get('section')
  const status = isSuperseded(title) ? 'superseded' : (said ?? (kind === 'progress' ? 'doing' : undefined))
  const start = page.bodyStart
  return [{ kind, title: stripMarkup(title), date: date || undefined, status, span: undefined, start, provenance }]
}

function decisions(page: Page): readonly Found[] {
  const placeOf = decisionPlaces(page)
  return namedDecisions(page).flatMap(({ entry, name, superseded }) => {
    const span = placeOf(entry)?.span
    if (span === undefined) return []
    return [
      {
        kind: 'decision' as const,
        title: stripMarkup(name),
        date: latestDateIn(entry.parts.get('date') ?? ''),
        parts: entry.parts,
        status: superseded ? 'superseded' : undefined,
        span,
        start: span.start,
      },
    ]
  })
}

function learnings(page: Page): readonly Found[] {
  const { text, lines, editable, learnings: all } = page
  const [first, second] = all
  if (second === undefined) return [{ ...document('learning', page), ...(first && { parts: first.parts }) }]
  return all.flatMap(({ line, title, parts }, index) => {
    const start = lines[line - 1]?.start ?? 0
    const own = editable?.spans.find((span) => span.start <= start && start < span.end)
    if (own === undefined) return []
    const next = all[index + 1]
    const end = Math.min(own.end, next === undefined ? text.length : (lines[next.line - 1]?.start ?? text.length))
    const date = latestDateIn(parts.get('date') ?? text.slice(start, end))
    return [{ kind: 'learning' as const, title, date, parts, status: undefined, span: { start, end }, start }]
  })
}

function document(kind: 'learning' | 'requirement' | 'design', page: Page): Found {
  const title = page.title ?? baseName(page.path).replace(/\.md$/i, '')
  return {
    kind,
    title: stripMarkup(kind === 'requirement' ? withoutNumber(title) || title : title),
    date: latestDateIn(page.text.slice(0, 1_000)),
    status: kind === 'requirement' ? statusIn(page) : undefined,
    span: undefined,
    start: 0,
    provenance: readProvenance(page),
  }
}

function requirementId({ path, title }: Page): string | undefined {
  const name = numberIn(baseName(path)) === undefined ? (title ?? '') : baseName(path)
  const digits = numberIn(name) === undefined ? undefined : /\d+/.exec(name)?.[0]
  return digits === undefined ? undefined : `REQ-${digits}`
}

function progressItems(page: Page): readonly Found[] {
  return itemsBySection(page).flatMap(({ item, heading }) => {
    const status = stateOfHeading(heading)
    return status === undefined ? [] : [itemFound('progress', item, status)]
  })
}

function facts(page: Page): readonly Found[] {
  return itemsBySection(page).flatMap(({ item, heading }) =>
    isScannedItem(item.said) ? [] : [itemFound('tech', item, heading.replace(/^#+\s*/, ''))],
  )
}

function focusItems(page: Page): readonly Found[] {
  const section = page.editableSection((heading) => heading === SECTION.focus)
  if (section === undefined) return []
  return page
    .itemsIn({ start: section.bodyStart, end: section.end })
    .filter((item) => !isNothingYet(item.said))
    .map((item) => itemFound('focus', item, undefined))
}

function answers(page: Page): readonly Found[] {
  const section = page.editableSection((heading) => heading === SECTION.quickAnswers)
  if (section === undefined) return []
  return answersIn(page, { start: section.bodyStart, end: section.end }).map(({ start, end, question }) => ({
    kind: 'answer' as const,
    title: stripMarkup(question),
    date: undefined,
    status: undefined,
    span: { start, end },
    start,
  }))
}

export interface Answer extends Span {
  readonly question: string
  /** Matches the beginning of an item in this list. */
  readonly mark: string | undefined
}

/** Items of a list, or questions as headings. */
export function answersIn(page: Page, span: Span): readonly Answer[] {
  const headings = page.sections
    .filter(({ start }) => span.start <= start && start < span.end)
    .map(({ start, end, heading }) => ({
      start,
      end: Math.min(end, span.end),
      question: heading.replace(/^#+\s*/, ''),
      mark: undefined,
    }))
  const covered = (at: number) => headings.some((heading) => heading.start <= at && at < heading.end)
  const items = page
    .itemsIn(span)
    .filter((item) => !covered(item.start))
    .map((item) => ({ start: item.start, end: item.end, question: questionIn(item.said), mark: item.mark }))
  return [...items, ...headings].toSorted((a, b) => a.start - b.start)
}

function questionIn(said: string): string {
  const bold = /^\*\*(.+?)\*\*/.exec(said)?.[1]
  return bold ?? /^(?:Q[:：]\s*)?(\S.*?[?？])/.exec(said)?.[1] ?? said
}

/** The state of the items below this heading. */
function stateOfHeading(heading: string): ProgressState | undefined {
  return PROGRESS_STATES.find((state) => STATE_HEADINGS[state].test(heading))
}

export const STATE_HEADINGS: Readonly<Record<ProgressState, RegExp>> = {
  doing: /^#+ .{0,4}(?:in progress|doing|current|进行中|正在|当前)/i,
  next: /^#+ .{0,4}(?:next|to ?do|planned|下一步|待办|计划)/i,
  blocked: /^#+ .{0,4}(?:block|阻塞|卡点)/i,
  done: /^#+ .{0,4}(?:done|completed|finished|已完成|完成)/i,
}

/** Whether a scan of the project wrote this item of details/tech.md. */
export function isScannedItem(said: string): boolean {
  return /\(source: [^()]+\)$|（来源：[^（）]+）$/.test(said)
}

function itemFound(kind: 'progress' | 'tech' | 'focus', item: Item, status: string | undefined): Found {
  const { start, end, said } = item
  const title = stripMarkup(withoutDates(said)) || said
  return { kind, title, date: latestDateIn(said), status, span: { start, end }, start }
}

/** The items outside the user block, each with the nearest heading above it. */
function itemsBySection(page: Page): readonly { readonly item: Item; readonly heading: string }[] {
  return (page.editable?.spans ?? []).flatMap((span) =>
    page.itemsIn(span).flatMap((item) => {
      const section = page.sections.findLast(({ bodyStart, end }) => bodyStart <= item.start && item.start < end)
      return section === undefined || isNothingYet(item.said) ? [] : [{ item, heading: section.heading }]
    }),
  )
}

/** An id that is short enough to type. It depends only on kind and title, so it stays the same if the entry moves. */
function shortId(kind: AdditionKind, title: string): string {
  const number = Number.parseInt(hashOfText(`${kind} ${foldWords(title)}`).slice(0, 12), 16)
  return `e${(number % 36 ** 5).toString(36).padStart(5, '0')}`
}

/** The next id: one more than the highest number in a file name or title. */
export function requirementNumber(paths: readonly string[], documents: readonly Page[]): string {
  const named = [...paths.map(baseName), ...documents.map(({ title }) => title ?? '')]
  const numbers = named.flatMap((name) => numberIn(name) ?? [])
  const width = Math.max(3, ...named.map((name) => NUMBER.exec(name)?.[1]?.length ?? 0))
  return `REQ-${String(Math.max(0, ...numbers) + 1).padStart(width, '0')}`
}

/** The number at the start of a name. */
export function numberIn(name: string): number | undefined {
  const digits = NUMBER.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export function withoutNumber(title: string): string {
  return title.replace(NUMBER, '').replace(/^[\s:：.、_-]+/, '')
}

const NUMBER = /^\s*req[\s_-]*(\d{1,6})(?!\d)/i
