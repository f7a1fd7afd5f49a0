/**
 * Everything that a bank holds and that can be lost, each known by its words: not by its place, its number, its date or
 * its check mark, which a merge, an archive, a folding or a renumbering may change (S55).
 */

import { findConflicts } from '../../bank/conflicts.ts'
import { titleBefore } from '../../bank/decisions.ts'
import { type Entry, foldWords } from '../../bank/entry.ts'
import { isNothingYet, stripMarkup } from '../../bank/labels.ts'
import type { Page } from '../../bank/page.ts'
import { routingRules } from '../../bank/routes.ts'
import { columnNamed } from '../../bank/tables.ts'
import type { Holding } from '../../bank/holding.ts'
import { ARCHIVE_FOLDER, isIndexPath, LEGACY, MEMORY, SECTION } from '../../base/layout.ts'

export function holdingsOf(pages: Iterable<Page>): readonly Holding[] {
  return [...pages].flatMap((page) => [
    ...page.entries.map((entry) => ofEntry(entry, page.text)),
    ...(page.path === MEMORY ? [...highlightsIn(page), ...routesIn(page)] : []),
    ...(isIndexPath(page.path) ? [] : userLinesIn(page)),
  ])
}

/** The words of files in which something may stand that is read as no entry: archives, what was kept whole, conflicts. */
export function unreadWords(pages: Iterable<Page>): string {
  const unread = [...pages].flatMap((page) => {
    const { path, text } = page
    const isArchive = path.startsWith(`${ARCHIVE_FOLDER}/`) || path === LEGACY
    return isArchive || findConflicts(page).whole.length > 0 ? [` ${foldWords(stripMarkup(text))} `] : []
  })
  return unread.join('\n')
}

function ofEntry({ kind, title: called, path, line, span, status }: Entry, text: string): Holding {
  // What another took the place of is the same decision still.
  const title = kind === 'decision' ? titleBefore(called) : called
  const own = span === undefined ? text : text.slice(span.start, span.end)
  const words = foldWords(title)
  // What is finished goes from the focus to progress, and keeps its words.
  const key = kind === 'focus' || kind === 'progress' ? `item ${words}` : `${kind} ${words}`
  const body = kind === 'focus' || kind === 'progress' ? '' : foldWords(stripMarkup(own))
  return { kind, title, path, line, words, keys: [key], body, isSuperseded: status === 'superseded' }
}

/** A highlight is a view of its decision: where that stands, nothing is lost with the row. */
function highlightsIn(page: Page): readonly Holding[] {
  const section = page.editableSection((heading) => heading === SECTION.highlights)
  if (section === undefined) return []
  return page.tables.flatMap((table) => {
    if (table.start < section.bodyStart || table.start >= section.end) return []
    const column = columnNamed(table, 'Decision', '决策') ?? 0
    return table.rows.flatMap((row) => {
      const title = titleBefore(stripMarkup(row.cells[column] ?? ''))
      if (title === '' || isNothingYet(title)) return []
      const words = foldWords(title)
      return [
        {
          kind: 'highlight' as const,
          title,
          path: MEMORY,
          line: page.lineAt(row.start),
          words,
          keys: [`highlight ${words}`],
          viewOf: `decision ${words}`,
          body: '',
          isSuperseded: false,
        },
      ]
    })
  })
}

/** A route stands where one has its intent, or leads to one of its places. */
function routesIn(page: Page): readonly Holding[] {
  return routingRules(page).map(({ intent, targets, line }) => ({
    kind: 'route' as const,
    title: intent,
    path: MEMORY,
    line,
    words: foldWords(intent),
    keys: [`route ${foldWords(intent)}`, ...targets.map((target) => `route to ${target}`)],
    body: '',
    isSuperseded: false,
  }))
}

function userLinesIn(page: Page): readonly Holding[] {
  const { path, text, user } = page
  if (user === undefined) return []
  const first = page.lineAt(Math.max(0, text.indexOf(user.text)))
  return user.text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const said = raw.trim()
    if (!/[\p{L}\p{N}]/u.test(said)) return []
    return [
      {
        kind: 'user-line' as const,
        title: said,
        path,
        line: first + index,
        words: foldWords(said),
        keys: [`user line ${said}`],
        body: '',
        isSuperseded: false,
      },
    ]
  })
}
