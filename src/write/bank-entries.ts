/**
 * The entries of a bank, one by one: what each is called, where it stands, and which lines are its own.
 *
 * An entry is named by its id, by the beginning of its title, or by `path#heading`. What stands in a user block is no
 * entry of ours, nor are the lines that a scan wrote and the ones that say that nothing is recorded yet.
 */

import { isSuperseded, learningsIn } from '../bank/decisions.ts'
import { editableSection, editableText } from '../bank/editable-text.ts'
import { readInboxEntry } from '../bank/inbox.ts'
import { statusIn, stripMarkup } from '../bank/labels.ts'
import { bodyStart, lineCounter, scanLines } from '../bank/lines.ts'
import { numberIn, withoutNumber } from '../bank/requirement-number.ts'
import { listSections, titleOf } from '../bank/sections.ts'
import { findTables } from '../bank/tables.ts'
import { isNothingYet } from '../bank/templates.ts'
import type { AdditionKind, ProgressState } from '../core/addition.ts'
import { type BankPath, baseName } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
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
} from '../core/layout.ts'
import type { Span } from '../core/splice.ts'
import { latestDateIn, withoutDates } from '../text/dates.ts'
import { namedDecisions, placesIn } from './decision-text.ts'
import { type ListItem, listItems } from './list-items.ts'
import { answersIn } from './write-answer.ts'
import { stateOfHeading } from './write-progress.ts'
import { isScannedLine } from './write-tech.ts'

export interface BankEntry {
  readonly id: string
  readonly kind: AdditionKind
  readonly title: string
  readonly path: BankPath
  /** Counted from 1. */
  readonly line: number
  readonly date: string | undefined
  /** The state of a progress item, the status of a requirement, the section of a fact; `superseded` for a decision. */
  readonly state: string | undefined
  /** Its own lines; undefined where the whole file is the entry. */
  readonly span: Span | undefined
}

type Found = Omit<BankEntry, 'id' | 'path' | 'line'> & { readonly start: number }

export function entriesInFile(path: BankPath, text: string): readonly BankEntry[] {
  const lineAt = lineCounter(text)
  const seen = new Map<string, number>()
  return foundIn(path, text).map(({ start, ...found }) => {
    const name = found.kind === 'requirement' ? requirementId(path, text) : undefined
    const id = name ?? shortId(found.kind, found.title)
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return { ...found, id: count === 1 ? id : `${id}-${count}`, path, line: lineAt(start) }
  })
}

/** All entries, by file; two of the same kind and title in different files are told apart by their ids. */
export function entriesOfBank(
  files: Iterable<{ readonly path: BankPath; readonly text: string }>,
  /** Somebody may know the entries of a text already. */
  inFile = entriesInFile,
): readonly BankEntry[] {
  const taken = new Map<string, number>()
  return [...files]
    .flatMap(({ path, text }) => inFile(path, text))
    .map((entry) => {
      const count = (taken.get(entry.id) ?? 0) + 1
      taken.set(entry.id, count)
      return count === 1 ? entry : { ...entry, id: `${entry.id}-${count}` }
    })
}

/** The entries that a person may mean by these words: exactly one where they are clear. */
export function entriesNamed(entries: readonly BankEntry[], words: string): readonly BankEntry[] {
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

/** A text by its words alone: in one letter case, without marks. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function foundIn(path: BankPath, text: string): readonly Found[] {
  if (path === PATTERNS) return decisions(text)
  if (path === PROGRESS) return progressItems(text)
  if (path === TECH) return facts(text)
  if (path === MEMORY) return [...focusItems(text), ...answers(text)]
  if (isIndexPath(path)) return []
  if (isInboxPath(path)) return waiting(path, text)
  if (path.startsWith(`${folderPath('learnings')}/`)) return learnings(path, text)
  if (path.startsWith(`${folderPath('requirements')}/`)) return [document('requirement', path, text)]
  return path.startsWith(`${folderPath('design')}/`) ? [document('design', path, text)] : []
}

/** The whole file is the entry. */
function waiting(path: BankPath, text: string): readonly Found[] {
  const entry = readInboxEntry(path, text)
  if (entry === undefined) return []
  const { kind, title, date, addition } = entry
  const said = addition.fields.get('state') ?? addition.fields.get('status') ?? addition.fields.get('section')
  const state = isSuperseded(title) ? 'superseded' : (said ?? (kind === 'progress' ? 'doing' : undefined))
  return [{ kind, title: stripMarkup(title), date: date || undefined, state, span: undefined, start: bodyStart(text) }]
}

function decisions(text: string): readonly Found[] {
  const tables = findTables(text)
  const placeOf = placesIn(text)
  return namedDecisions(text).flatMap(({ entry, name, superseded }) => {
    const place = placeOf(entry)
    if (place === undefined) return []
    const row = place.kind === 'row' ? tables[place.index]?.rows[place.row] : undefined
    const span = place.kind === 'prose' ? place.span : row
    if (span === undefined) return []
    return [
      {
        kind: 'decision' as const,
        title: stripMarkup(name),
        date: latestDateIn(entry.parts.get('date') ?? ''),
        state: superseded ? 'superseded' : undefined,
        span: { start: span.start, end: span.end },
        start: span.start,
      },
    ]
  })
}

function learnings(path: BankPath, text: string): readonly Found[] {
  const entries = learningsIn(text)
  if (entries.length < 2) return [document('learning', path, text)]
  const editable = editableText(path, text)
  const lines = scanLines(text)
  return entries.flatMap((entry, index) => {
    const start = lines[entry.line - 1]?.start ?? 0
    const own = editable?.spans.find((span) => span.start <= start && start < span.end)
    if (own === undefined) return []
    const next = entries[index + 1]
    const end = Math.min(own.end, next === undefined ? text.length : (lines[next.line - 1]?.start ?? text.length))
    const date = latestDateIn(entry.parts.get('date') ?? text.slice(start, end))
    return [{ kind: 'learning' as const, title: entry.title, date, state: undefined, span: { start, end }, start }]
  })
}

function document(kind: 'learning' | 'requirement' | 'design', path: BankPath, text: string): Found {
  const title = titleOf(text) ?? baseName(path).replace(/\.md$/i, '')
  return {
    kind,
    title: stripMarkup(kind === 'requirement' ? withoutNumber(title) || title : title),
    date: latestDateIn(text.slice(0, 1_000)),
    state: kind === 'requirement' ? statusIn(text) : undefined,
    span: undefined,
    start: 0,
  }
}

function requirementId(path: BankPath, text: string): string | undefined {
  const name = numberIn(baseName(path)) === undefined ? (titleOf(text) ?? '') : baseName(path)
  const digits = numberIn(name) === undefined ? undefined : /\d+/.exec(name)?.[0]
  return digits === undefined ? undefined : `REQ-${digits}`
}

function progressItems(text: string): readonly Found[] {
  return itemsBySection(PROGRESS, text).flatMap(({ item, heading }) => {
    const state: ProgressState | undefined = stateOfHeading(heading)
    return state === undefined ? [] : [itemFound('progress', item, state)]
  })
}

function facts(text: string): readonly Found[] {
  return itemsBySection(TECH, text).flatMap(({ item, heading }) =>
    isScannedLine(item.said) ? [] : [itemFound('tech', item, heading.replace(/^#+\s*/, ''))],
  )
}

function focusItems(text: string): readonly Found[] {
  const section = editableSection(MEMORY, text, (heading) => heading === SECTION.focus)
  if (section === undefined) return []
  return listItems(text, { start: section.bodyStart, end: section.end })
    .filter((item) => !isNothingYet(item.said))
    .map((item) => itemFound('focus', item, undefined))
}

function answers(text: string): readonly Found[] {
  const section = editableSection(MEMORY, text, (heading) => heading === SECTION.quickAnswers)
  if (section === undefined) return []
  return answersIn(text, { start: section.bodyStart, end: section.end }).map(({ start, end, question }) => ({
    kind: 'answer' as const,
    title: stripMarkup(question),
    date: undefined,
    state: undefined,
    span: { start, end },
    start,
  }))
}

function itemFound(kind: 'progress' | 'tech' | 'focus', item: ListItem, state: string | undefined): Found {
  const { start, end, said } = item
  const title = stripMarkup(withoutDates(said)) || said
  return { kind, title, date: latestDateIn(said), state, span: { start, end }, start }
}

/** The items of the text that is ours to edit, each with the nearest heading above it. */
function itemsBySection(
  path: BankPath,
  text: string,
): readonly { readonly item: ListItem; readonly heading: string }[] {
  const sections = listSections(text)
  const spans = editableText(path, text)?.spans ?? []
  return spans.flatMap((span) =>
    listItems(text, span).flatMap((item) => {
      const section = sections.findLast(({ bodyStart, end }) => bodyStart <= item.start && item.start < end)
      return section === undefined || isNothingYet(item.said) ? [] : [{ item, heading: section.heading }]
    }),
  )
}

/** Short enough to type, and the same wherever the entry stands, as long as it is called the same. */
function shortId(kind: AdditionKind, title: string): string {
  const number = Number.parseInt(hashOfText(`${kind} ${foldWords(title)}`).slice(0, 12), 16)
  return `e${(number % 36 ** 5).toString(36).padStart(5, '0')}`
}
