/** Which entries of a file a write has changed, replaced or taken out. What it adds is none of them. */

import type { BankPath } from '../core/bank-path.ts'
import { type BankEntry, entriesInFile } from './bank-entries.ts'

export function touchedEntries(path: BankPath, before: string, after: string | undefined): readonly string[] {
  if (before === after) return []
  const now = new Map(entriesInFile(path, after ?? '').map((entry) => [entry.id, linesOf(entry, after ?? '')]))
  return entriesInFile(path, before).flatMap((entry) =>
    after !== undefined && now.get(entry.id) === linesOf(entry, before) ? [] : [entry.id],
  )
}

function linesOf({ span }: BankEntry, text: string): string {
  return span === undefined ? text : text.slice(span.start, span.end).trim()
}
