/**
 * Lists the files of the bank without reading them.
 *
 * Separate from `read-bank.ts`, so that a hook that only compares stamps does not load the Markdown reader.
 */

import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type BankPath, bankPath, knownPath } from '../../base/bank-path.ts'
import { BANK_FOLDER, INBOX_FOLDER } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { causeOf, isThere, leadsNowhere } from '../disk.ts'

/** The Markdown files, sorted, and everything else in the bank. */
export function findBankFiles(bank: string): Result<Found & { readonly exists: boolean }> {
  const found: Found = { files: [], others: [], folders: new Set(), unreadable: [] }
  if (!isThere(bank)) return ok({ exists: false, ...found })
  try {
    const root = statSync(bank, { throwIfNoEntry: false })
    if (root === undefined) return fail({ code: 'file-unreadable', path: bank, cause: 'it is a broken link' })
    if (!root.isDirectory()) return fail({ code: 'folder-expected', path: bank })
    const real = realpathSync.native(bank)
    walk(real, real, '', found)
  } catch (error) {
    return fail({ code: 'file-unreadable', path: bank, cause: causeOf(error) })
  }
  found.files.sort()
  return ok({ exists: true, ...found })
}

/** Every file of the bank, Markdown or not. Empty if there is no bank. */
export function listBank(bank: string): readonly BankPath[] {
  const { files, others } = findFiles(bank)
  return [...files, ...others].sort()
}

/** The Markdown files, without links that lead out of the bank. */
export function listMarkdown(bank: string): readonly BankPath[] {
  return findFiles(bank).files.sort()
}

/** The files of the inbox, by name. Empty if there is no inbox. */
export function listInbox(bank: string): readonly BankPath[] {
  try {
    const names = readdirSync(join(bank, INBOX_FOLDER))
    return names.flatMap((name) => (name.endsWith('.md') ? (bankPath(`${INBOX_FOLDER}/${name}`) ?? []) : [])).sort()
  } catch {
    return [] // no inbox; an unreadable one is reported by `readBank`
  }
}

function findFiles(bank: string): Found {
  const found: Found = { files: [], others: [], folders: new Set(), unreadable: [] }
  try {
    const root = realpathSync(bank)
    walk(root, root, '', found)
  } catch (error) {
    if (!leadsNowhere(error)) throw error
  }
  return found
}

interface Found {
  readonly files: BankPath[]
  readonly others: BankPath[]
  readonly folders: Set<BankPath>
  readonly unreadable: { path: BankPath; cause: string }[]
}

function walk(root: string, folder: string, prefix: string, found: Found): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (isFull(found)) return
    const path = bankPath(prefix + entry.name)
    // Skip names that cannot be a bank path, such as one with a backslash on Linux.
    if (path === undefined || path !== prefix + entry.name) continue
    if (entry.isDirectory()) {
      found.folders.add(path)
      walkOrReport(root, join(folder, entry.name), path, found)
    } else if (entry.isSymbolicLink() ? linksToFileInside(root, join(folder, entry.name)) : entry.isFile()) {
      ;(path.endsWith('.md') ? found.files : found.others).push(path)
    } else if (entry.isSymbolicLink() && path === 'details') {
      // A bank must not be partly outside its folder, and cannot be checked without its details.
      found.unreadable.push({ path, cause: 'it is a link; it must be a folder of the bank' })
    } else {
      found.others.push(path)
    }
  }
}

/** The limit is above the size of any real bank. Reports once that the rest is not listed (S39). */
function isFull({ files, others, folders, unreadable }: Found): boolean {
  if (files.length + others.length + folders.size < LIMITS.bankFiles) return false
  if (!unreadable.some(({ cause }) => cause === TOO_MANY))
    unreadable.push({ path: knownPath(BANK_FOLDER), cause: TOO_MANY })
  return true
}

const TOO_MANY = `it holds more than ${LIMITS.bankFiles} files and folders`

function walkOrReport(root: string, folder: string, path: BankPath, found: Found): void {
  if (path.split('/').length > LIMITS.bankFolderDepth) {
    found.unreadable.push({ path, cause: 'it is nested too deeply' })
    return
  }
  try {
    walk(root, folder, `${path}/`, found)
  } catch (error) {
    found.unreadable.push({ path, cause: causeOf(error) })
  }
}

function linksToFileInside(root: string, link: string): boolean {
  try {
    const target = realpathSync.native(link)
    return target.startsWith(root + sep) && statSync(target).isFile()
  } catch (error) {
    if (leadsNowhere(error)) return false
    throw error
  }
}
