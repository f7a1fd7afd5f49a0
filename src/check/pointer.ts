/** A code span that plainly names a Markdown file of the bank: `details/patterns.md`, `memory-bank/details/x.md`. */

import { ARCHIVE_FOLDER, BANK_FOLDER, INDEXED_FOLDERS, indexPath, LEGACY, MEMORY } from '../core/layout.ts'
import type { BankReach } from './bank-reach.ts'
import { PLACEHOLDER, resolve } from './link-target.ts'

/** The file it names, if that does not exist; undefined for a code span that is fine or no pointer. */
export function deadPointer(code: string, folder: string, reach: BankReach): string | undefined {
  if (code.length > 300) return undefined
  const named = POINTER.exec(code.trim())?.[1]
  if (named === undefined || PLACEHOLDER.test(code)) return undefined
  // A project may have a `details/` of its own, and a pointer may be seen from its file.
  const meanings = [BANK_FOLDER, folder, ''].map((base) => resolve(named, base))
  if (meanings.some((path) => path === undefined || reach.has(path))) return undefined
  const inBank = named.startsWith(`${BANK_FOLDER}/`) ? named.slice(BANK_FOLDER.length + 1) : named
  return isOptional(inBank) ? undefined : named
}

const POINTER = /^(?:\.?\/)?((?:memory-bank|details)\/[^\s`"'|$?#:,;()[\]\\]+\.md)(?:#\S*|:[\d:,-]+)?$/

/** Files that a healthy bank may lack, and that its texts may speak of all the same. */
function isOptional(path: string): boolean {
  return path === MEMORY || path === LEGACY || OPTIONAL.has(path) || path.startsWith(`${ARCHIVE_FOLDER}/`)
}

const OPTIONAL: ReadonlySet<string> = new Set(INDEXED_FOLDERS.map(indexPath))
