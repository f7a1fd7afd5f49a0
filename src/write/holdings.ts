/**
 * Everything that a bank holds and that can be lost, each known by its words: not by its place, its number, its date or
 * its check mark, which a merge, an archive, a folding or a renumbering may change (S55).
 */

import { innerOf, parseDocument } from '../bank/blocks.ts'
import { findConflicts } from '../bank/conflicts.ts'
import { titleBefore } from '../bank/decisions.ts'
import { editableSection } from '../bank/editable-text.ts'
import { stripMarkup } from '../bank/labels.ts'
import { lineCounter } from '../bank/lines.ts'
import { routingRules } from '../bank/routes.ts'
import { columnNamed, findTables } from '../bank/tables.ts'
import { isNothingYet } from '../bank/templates.ts'
import type { BankPath } from '../core/bank-path.ts'
import type { Holding } from '../core/holding.ts'
import { ARCHIVE_FOLDER, isIndexPath, LEGACY, MEMORY, SECTION } from '../core/layout.ts'
import { type BankEntry, entriesInFile, foldWords } from './bank-entries.ts'

type Files = ReadonlyMap<BankPath, string>

export function holdingsOf(files: Files): readonly Holding[] {
  return [...files].flatMap(([path, text]) => [
    ...entriesInFile(path, text).map((entry) => ofEntry(entry, text)),
    ...(path === MEMORY ? [...highlightsIn(text), ...routesIn(text)] : []),
    ...(isIndexPath(path) ? [] : userLinesIn(path, text)),
  ])
}

/** The words of files in which something may stand that is read as no entry: archives, what was kept whole, conflicts. */
export function unreadWords(files: Files): string {
  const unread = [...files].flatMap(([path, text]) => {
    const isArchive = path.startsWith(`${ARCHIVE_FOLDER}/`) || path === LEGACY
    return isArchive || findConflicts(text).whole.length > 0 ? [` ${foldWords(stripMarkup(text))} `] : []
  })
  return unread.join('\n')
}

function ofEntry({ kind, title: called, path, line, span, state }: BankEntry, text: string): Holding {
  // What another took the place of is the same decision still.
  const title = kind === 'decision' ? titleBefore(called) : called
  const own = span === undefined ? text : text.slice(span.start, span.end)
  const words = foldWords(title)
  // What is finished goes from the focus to progress, and keeps its words.
  const key = kind === 'focus' || kind === 'progress' ? `item ${words}` : `${kind} ${words}`
  const body = kind === 'focus' || kind === 'progress' ? '' : foldWords(stripMarkup(own))
  return { kind, title, path, line, words, keys: [key], body, isSuperseded: state === 'superseded' }
}

/** A highlight is a view of its decision: where that stands, nothing is lost with the row. */
function highlightsIn(text: string): readonly Holding[] {
  const section = editableSection(MEMORY, text, (heading) => heading === SECTION.highlights)
  if (section === undefined) return []
  const lineAt = lineCounter(text)
  return findTables(text).flatMap((table) => {
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
          line: lineAt(row.start),
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
function routesIn(text: string): readonly Holding[] {
  return routingRules(text).map(({ intent, targets, line }) => ({
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

function userLinesIn(path: BankPath, text: string): readonly Holding[] {
  const parsed = parseDocument(path, text)
  const inner = parsed.ok ? innerOf(parsed.value, 'user') : undefined
  if (inner === undefined) return []
  const at = text.indexOf(inner)
  const first = lineCounter(text)(Math.max(0, at))
  return inner.split(/\r\n|\r|\n/).flatMap((raw, index) => {
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
