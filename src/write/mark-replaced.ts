/**
 * Entries that a waiting one takes the place of (S55), marked as folding is going to mark them, for those who read the
 * bank before it is folded. Every line keeps its number.
 */

import { supersededTitle } from '../bank/decisions.ts'
import { editableSection, editableText } from '../bank/editable-text.ts'
import type { InboxEntry } from '../bank/inbox.ts'
import { partColumns } from '../bank/labels.ts'
import { bodyStart, headingIn, scanLines } from '../bank/lines.ts'
import { applySplices, findTables, replaceRow } from '../bank/tables.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Language } from '../core/language.ts'
import { MEMORY, PATTERNS, SECTION, TECH } from '../core/layout.ts'
import type { Span, Splice } from '../core/splice.ts'
import { isCalled, namedDecisions, placeOf, superseded } from './decision-text.ts'
import { listItems } from './list-items.ts'
import { sameTopic } from './same-topic.ts'

/** The texts that are read otherwise because of these entries. */
export function markReplaced(
  read: (path: BankPath) => string | undefined,
  waiting: readonly InboxEntry[],
  language: Language,
): ReadonlyMap<BankPath, string> {
  const texts = new Map<BankPath, string>()
  const now = (path: BankPath) => texts.get(path) ?? read(path)
  const change = (path: BankPath, how: (text: string) => string) => {
    const text = now(path)
    const marked = text === undefined ? undefined : how(text)
    if (marked !== undefined && marked !== text) texts.set(path, marked)
  }
  for (const one of waiting) {
    const { kind, title: by, replaces } = one
    if (replaces === undefined || sameTopic(replaces, by)) continue
    const mark = (title: string) => supersededTitle(title, by, language)
    if (kind === 'focus') change(MEMORY, (text) => withItemMarked(text, focusIn(text), replaces, mark))
    if (kind === 'tech')
      change(TECH, (text) => withItemMarked(text, editableText(TECH, text)?.spans ?? [], replaces, mark))
    if (kind === 'decision') {
      change(PATTERNS, (text) => withDecisionMarked(text, replaces, by, language))
      change(MEMORY, (text) => withHighlightMarked(text, replaces, mark))
    }
    for (const other of waiting) {
      if (other.path === one.path || other.kind !== kind || !sameTopic(other.title, replaces)) continue
      change(other.path, (text) => withTitleMarked(text, mark))
    }
  }
  return texts
}

function withDecisionMarked(text: string, replaces: string, by: string, language: Language): string {
  const former = namedDecisions(text).findLast((one) => !one.superseded && isCalled(one, replaces))
  const place = former === undefined ? undefined : placeOf(text, former.entry)
  return place === undefined ? text : superseded(text, place, by, language)
}

function withHighlightMarked(text: string, replaces: string, mark: (title: string) => string): string {
  const section = editableSection(MEMORY, text, (heading) => heading === SECTION.highlights)
  for (const [index, table] of findTables(text).entries()) {
    if (section === undefined || table.start < section.bodyStart || table.end > section.end) continue
    const column = partColumns(table, 'decision')?.get('what') ?? 0
    const row = table.rows.findIndex(({ cells }) => sameTopic(cells[column] ?? '', replaces))
    const title = table.rows[row]?.cells[column]
    const own = findTables(text)[index]
    if (title !== undefined && own !== undefined)
      return replaceRow(text, own, row, [...new Array<undefined>(column).fill(undefined), mark(title)])
  }
  return text
}

function focusIn(text: string): readonly Span[] {
  const section = editableSection(MEMORY, text, (heading) => heading === SECTION.focus)
  return section === undefined ? [] : [{ start: section.bodyStart, end: section.end }]
}

function withItemMarked(
  text: string,
  spans: readonly Span[],
  replaces: string,
  mark: (title: string) => string,
): string {
  const item = spans.flatMap((span) => listItems(text, span)).find(({ said }) => sameTopic(said, replaces))
  if (item === undefined) return text
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(item.start)) ?? []
  return applySplices(text, [markOf(item.start, line, mark)])
}

function withTitleMarked(text: string, mark: (title: string) => string): string {
  const start = bodyStart(text)
  const body = scanLines(text).filter((line) => line.start >= start && !line.fenced)
  const line = body.find((one) => headingIn(one.text)?.level === 1) ?? body.find((one) => one.text.trim() !== '')
  return line === undefined ? text : applySplices(text, [markOf(line.start, line.text, mark)])
}

function markOf(start: number, line: string, mark: (title: string) => string): Splice {
  return { start, end: start + line.length, text: mark(line.trimEnd()) }
}
