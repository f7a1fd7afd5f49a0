/**
 * Marks the entries that inbox entries replace (S55), as folding will, so that readers see the marks before it. Line
 * numbers do not change.
 */

import { decisionPlaces, isCalled, namedDecisions, supersededTitle } from '../../bank/decisions.ts'
import type { InboxEntry } from '../../bank/inbox.ts'
import { headingIn } from '../../bank/lines.ts'
import type { Page } from '../../bank/page.ts'
import { sameTopic } from '../../bank/same-topic.ts'
import { applySplices, replaceRow } from '../../bank/tables.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Language } from '../../base/language.ts'
import { MEMORY, PATTERNS, SECTION, TECH } from '../../base/layout.ts'
import type { Span, Splice } from '../../base/splice.ts'
import { highlightsIn } from '../plan-highlights.ts'
import { markSuperseded } from './decision-text.ts'

/** The pages that change through these marks. */
export function markReplaced(
  read: (path: BankPath) => Page | undefined,
  waiting: readonly InboxEntry[],
  language: Language,
): ReadonlyMap<BankPath, Page> {
  const pages = new Map<BankPath, Page>()
  const change = (path: BankPath, how: (page: Page) => string) => {
    const page = pages.get(path) ?? read(path)
    const marked = page?.with(how(page))
    if (marked !== undefined && marked !== page) pages.set(path, marked)
  }
  for (const one of waiting) {
    const { kind, title: by, replaces } = one
    if (replaces === undefined || sameTopic(replaces, by)) continue
    const mark = (title: string) => supersededTitle(title, by, language)
    if (kind === 'focus') change(MEMORY, (page) => withItemMarked(page, focusIn(page), replaces, mark))
    if (kind === 'tech') change(TECH, (page) => withItemMarked(page, page.editable?.spans ?? [], replaces, mark))
    if (kind === 'decision') {
      change(PATTERNS, (page) => withDecisionMarked(page, replaces, by, language))
      change(MEMORY, (page) => withHighlightMarked(page, replaces, mark))
    }
    for (const other of waiting) {
      if (other.path === one.path || other.kind !== kind || !sameTopic(other.title, replaces)) continue
      change(other.path, (page) => withTitleMarked(page, mark))
    }
  }
  return pages
}

function withDecisionMarked(page: Page, replaces: string, by: string, language: Language): string {
  const former = namedDecisions(page).findLast((one) => !one.superseded && isCalled(one, replaces))
  const place = former === undefined ? undefined : decisionPlaces(page)(former.entry)
  return place === undefined ? page.text : markSuperseded(page, place, by, language)
}

function withHighlightMarked(page: Page, replaces: string, mark: (title: string) => string): string {
  const found = highlightsIn(page).find(({ decision }) => sameTopic(decision, replaces))
  if (found === undefined) return page.text
  const { table, index, column, decision } = found
  return replaceRow(page.text, table, index, [...new Array<undefined>(column).fill(undefined), mark(decision)])
}

function focusIn(page: Page): readonly Span[] {
  const section = page.editableSection((heading) => heading === SECTION.focus)
  return section === undefined ? [] : [{ start: section.bodyStart, end: section.end }]
}

function withItemMarked(page: Page, spans: readonly Span[], replaces: string, mark: (title: string) => string): string {
  const { text } = page
  const item = spans.flatMap((span) => page.itemsIn(span)).find(({ said }) => sameTopic(said, replaces))
  if (item === undefined) return text
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(item.start)) ?? []
  return applySplices(text, [markOf(item.start, line, mark)])
}

function withTitleMarked({ text, lines, bodyStart }: Page, mark: (title: string) => string): string {
  const body = lines.filter((line) => line.start >= bodyStart && !line.fenced)
  const line = body.find((one) => headingIn(one.text)?.level === 1) ?? body.find((one) => one.text.trim() !== '')
  return line === undefined ? text : applySplices(text, [markOf(line.start, line.text, mark)])
}

function markOf(start: number, line: string, mark: (title: string) => string): Splice {
  return { start, end: start + line.length, text: mark(line.trimEnd()) }
}
