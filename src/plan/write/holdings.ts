/**
 * Lists everything in a bank that could be lost, each identified by its words. Place, number, date and check mark are
 * ignored, because merging, archiving, folding and renumbering may change them (S55).
 */

import { findConflicts } from '../../bank/conflicts.ts'
import { titleBefore } from '../../bank/decisions.ts'
import { type Entry, foldWords } from '../../bank/entry.ts'
import type { Holding } from '../../bank/holding.ts'
import { isNothingYet, stripMarkup } from '../../bank/labels.ts'
import type { Page } from '../../bank/page.ts'
import { routingRules } from '../../bank/routes.ts'
import { ARCHIVE_FOLDER, isIndexPath, LEGACY, MEMORY } from '../../base/layout.ts'
import { highlightsIn } from '../plan-highlights.ts'

export function holdingsOf(pages: Iterable<Page>): readonly Holding[] {
  return [...pages].flatMap((page) => [
    ...page.entries.map((entry) => holdingOfEntry(entry, page.text)),
    ...(page.path === MEMORY ? [...heldHighlights(page), ...routesIn(page)] : []),
    ...(isIndexPath(page.path) ? [] : userLinesIn(page)),
  ])
}

/** The words of files whose content is not read as entries: archives, legacy.md, files with conflicts. */
export function unreadWords(pages: Iterable<Page>): string {
  const unread = [...pages].flatMap((page) => {
    const { path, text } = page
    const isArchive = path.startsWith(`${ARCHIVE_FOLDER}/`) || path === LEGACY
    return isArchive || findConflicts(page).whole.length > 0 ? [` ${foldWords(stripMarkup(text))} `] : []
  })
  return unread.join('\n')
}

function holdingOfEntry({ kind, title: called, path, line, span, status }: Entry, text: string): Holding {
  // A superseded decision is still the same decision.
  const title = kind === 'decision' ? titleBefore(called) : called
  const own = span === undefined ? text : text.slice(span.start, span.end)
  const words = foldWords(title)
  // A finished item moves from the focus to progress and keeps its words.
  const key = kind === 'focus' || kind === 'progress' ? `item ${words}` : `${kind} ${words}`
  const body = kind === 'focus' || kind === 'progress' ? '' : foldWords(stripMarkup(own))
  return { kind, title, path, line, words, keys: [key], body, isSuperseded: status === 'superseded' }
}

/** A highlight is a view of its decision: if the decision is there, nothing is lost. */
function heldHighlights(page: Page): readonly Holding[] {
  return highlightsIn(page).flatMap(({ row, decision }) => {
    const title = titleBefore(stripMarkup(decision))
    if (title === '' || isNothingYet(title)) return []
    const [words, line] = [foldWords(title), page.lineAt(row.start)]
    const keys = [`highlight ${words}`]
    const viewOf = `decision ${words}`
    return [
      { kind: 'highlight' as const, title, path: MEMORY, line, words, keys, viewOf, body: '', isSuperseded: false },
    ]
  })
}

/** A route survives if another one has its intent or leads to one of its places. */
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
    const keys = [`user line ${said}`]
    const [line, words] = [first + index, foldWords(said)]
    return [{ kind: 'user-line' as const, title: said, path, line, words, keys, body: '', isSuperseded: false }]
  })
}
