/** Which entries of a file a write has changed, replaced or taken out. What it adds is none of them. */

import type { Entry } from '../bank/entry.ts'
import { pageOf } from '../bank/page.ts'
import type { BankPath } from '../core/bank-path.ts'

export function touchedEntries(path: BankPath, before: string, after: string | undefined): readonly string[] {
  if (before === after) return []
  const was = pageOf(before, path)
  const now = new Map(was.with(after ?? '').entries.map((entry) => [entry.id, linesOf(entry, after ?? '')]))
  return was.entries.flatMap((entry) =>
    after !== undefined && now.get(entry.id) === linesOf(entry, before) ? [] : [entry.id],
  )
}

function linesOf({ span }: Entry, text: string): string {
  return span === undefined ? text : text.slice(span.start, span.end).trim()
}
