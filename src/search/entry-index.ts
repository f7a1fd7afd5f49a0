/**
 * The entries of a bank, with the texts that are searched.
 *
 * There are no posting lists: a question walks over the text of all entries (see term-counts.ts), so the index is cheap
 * to build, is not kept between processes, and changes file by file.
 */

import type { ReadableBank } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import { MEMORY, PATTERNS } from '../base/layout.ts'
import type { IndexedEntry } from './indexed-entry.ts'
import { splitEntries } from './split-entries.ts'

export class EntryIndex {
  readonly #files = new Map<BankPath, readonly IndexedEntry[]>()
  #entries: readonly IndexedEntry[] | undefined

  entries(): readonly IndexedEntry[] {
    this.#entries ??= withoutHighlights(
      [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, entries]) => entries),
    )
    return this.#entries
  }

  /** Updates the index. `isSame` says which files need not be read again. */
  update(bank: Pick<ReadableBank, 'files'>, isSame: (path: BankPath) => boolean = () => false): void {
    for (const path of this.#files.keys()) if (!bank.files.has(path)) this.#files.delete(path)
    for (const { path, readPage } of bank.files.values())
      if (!this.#files.has(path) || !isSame(path)) this.#files.set(path, splitEntries(readPage()))
    this.#entries = undefined
  }
}

/** A highlight repeats a decision of patterns.md, so it counts only in a bank without that file. */
function withoutHighlights(entries: readonly IndexedEntry[]): readonly IndexedEntry[] {
  if (!entries.some(({ path }) => path === PATTERNS)) return entries
  return entries.filter(({ path, kind }) => path !== MEMORY || kind !== 'decision')
}
