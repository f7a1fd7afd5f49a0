/**
 * The rows of a table of entries that a write changes, before and after, with the table's heading: the
 * entries of the rest are then the same in both texts. Undefined where more than rows changed.
 */

import type { EntryKind } from '../core/entry-parts.ts'
import { partColumns } from '../text/entries.ts'
import { lineStart } from '../text/lines.ts'
import { findTables } from '../text/table.ts'
import { changedSpan } from './changed-part.ts'
import { type ChangedSections, isPlain } from './changed-sections.ts'

export function changedRows(before: string, after: string, kind: EntryKind): ChangedSections | undefined {
  const span = changedSpan(before, after)
  const start = lineStart(after, span.start)
  const lineEnd = span.end === after.length ? after.length - 1 : after.indexOf('\n', span.end)
  if (lineEnd === -1 || after[lineEnd] !== '\n') return undefined
  const rows = {
    before: before.slice(start, lineEnd + 1 - (after.length - before.length)),
    after: after.slice(start, lineEnd + 1),
  }
  if (!isAllRows(rows.before) || !isAllRows(rows.after) || !isPlain(before) || !isPlain(after)) return undefined
  const head = tableHead(after, start)
  if (head === undefined) return undefined
  const [table] = findTables(head)
  if (table === undefined || table.rows.length > 0 || partColumns(table, kind) === undefined) return undefined
  return { before: head + rows.before, after: head + rows.after }
}

function isAllRows(lines: string): boolean {
  return lines === '' || /^(?:\|[^\n]*\n)+$/.test(lines)
}

/** The first two lines of the unbroken run of rows above a line, where nothing stands right above them. */
function tableHead(text: string, line: number): string | undefined {
  let first = line
  let second = line
  let third = line
  for (let at = line; at > 0; ) {
    const previous = lineStart(text, at - 1)
    if (text[previous] !== '|') break
    third = second
    second = first
    first = previous
    at = previous
  }
  // Neither of the two is the line itself.
  if (second === line || third === first || third === second) return undefined
  const above = text.slice(lineStart(text, first - 1), first)
  return first === 0 || above.trim() === '' ? text.slice(first, third) : undefined
}
