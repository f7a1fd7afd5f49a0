/** Finds documents of an indexed folder that its index does not name (S26). */

import { pathsNamed } from '../bank/index-table.ts'
import type { Page } from '../bank/page.ts'
import type { BankPath } from '../base/bank-path.ts'
import { type IndexedFolder, indexedFolderOf, indexPath, isIndexPath } from '../base/layout.ts'

/** Documents that neither the index nor its parts name. */
export function unlistedDocuments(
  documents: readonly BankPath[],
  read: (path: BankPath) => Page | undefined,
): readonly BankPath[] {
  const named = new Map<IndexedFolder, ReadonlySet<string> | undefined>()
  return documents.filter((path) => {
    const folder = indexedFolderOf(path)
    if (folder === undefined) return false
    if (!named.has(folder)) named.set(folder, namesIn(folder, read))
    return named.get(folder)?.has(path) === false
  })
}

/** Undefined if the folder has no index. */
function namesIn(folder: IndexedFolder, read: (path: BankPath) => Page | undefined): ReadonlySet<string> | undefined {
  const main = read(indexPath(folder))
  if (main === undefined) return undefined
  const names = pathsNamed(main, folder)
  const parts = names.filter(isIndexPath).flatMap((path) => read(path) ?? [])
  return new Set([...names, ...parts.flatMap((part) => pathsNamed(part, folder))])
}
