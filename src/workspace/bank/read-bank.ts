/** Reads the bank from the disk into a snapshot: every Markdown file, once. */

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type BankPath, bankPath } from '../../core/bank-path.ts'
import { LIMITS } from '../../core/limits.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import type { BankFile, Snapshot } from '../../core/snapshot.ts'
import { causeOf, isThere, leadsNowhere } from '../disk.ts'
import { decodeText } from '../text-codec.ts'

/** Hears how far a longer piece of work has come; a surface decides whether to show it. */
export type Progress = (done: number, total: number) => void

export function readBank(bank: string, progress?: Progress): Result<Snapshot> {
  const found = findBankFiles(bank)
  if (!found.ok) return found
  const files = new Map<BankPath, BankFile>()
  const unreadable = [...found.value.unreadable]
  for (const [index, path] of found.value.files.entries()) {
    progress?.(index, found.value.files.length)
    const read = readOne(bank, path)
    if ('cause' in read) unreadable.push(read)
    else files.set(path, read)
  }
  return ok({ ...found.value, files, unreadable })
}

/** Lists what there is to read, without reading it; the Markdown files are sorted. */
export function findBankFiles(bank: string): Result<Found & { readonly exists: boolean }> {
  const found: Found = { files: [], others: [], folders: new Set(), unreadable: [] }
  if (!isThere(bank)) return ok({ exists: false, ...found })
  try {
    const root = statSync(bank, { throwIfNoEntry: false })
    if (root === undefined) return fail({ code: 'file-unreadable', path: bank, cause: 'the link leads nowhere' })
    if (!root.isDirectory()) return fail({ code: 'folder-expected', path: bank })
    const real = realpathSync.native(bank)
    walk(real, real, '', found)
  } catch (error) {
    return fail({ code: 'file-unreadable', path: bank, cause: causeOf(error) })
  }
  found.files.sort()
  return ok({ exists: true, ...found })
}

/** Every file of the bank, Markdown or not, without reading any; empty where there is no bank. */
export function listBank(bank: string): readonly BankPath[] {
  const { files, others } = findFiles(bank)
  return [...files, ...others].sort()
}

/** The Markdown files alone: no link that leads out of the bank is among them. */
export function listMarkdown(bank: string): readonly BankPath[] {
  return findFiles(bank).files.sort()
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
    const path = bankPath(prefix + entry.name)
    // A name that cannot be a bank path (it may hold a backslash on Linux) is left alone.
    if (path === undefined || path !== prefix + entry.name) continue
    if (entry.isDirectory()) {
      found.folders.add(path)
      walkOrReport(root, join(folder, entry.name), path, found)
    } else if (entry.isSymbolicLink() ? linksToFileInside(root, join(folder, entry.name)) : entry.isFile()) {
      ;(path.endsWith('.md') ? found.files : found.others).push(path)
    } else if (entry.isSymbolicLink() && path === 'details') {
      // Nothing of a bank may stand elsewhere, and without its details a bank cannot be judged.
      found.unreadable.push({ path, cause: 'it is a link, where a folder of the bank is expected' })
    } else {
      found.others.push(path)
    }
  }
}

function walkOrReport(root: string, folder: string, path: BankPath, found: Found): void {
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

function readOne(bank: string, path: BankPath): BankFile | { path: BankPath; cause: string } {
  const absolute = join(bank, path)
  try {
    const stat = statSync(absolute)
    if (stat.size > LIMITS.fileBytes) return { path, cause: `it is larger than ${LIMITS.fileBytes / 1024 / 1024} MB` }
    return { path, text: decodeText(readFileSync(absolute)), mtime: Math.trunc(stat.mtimeMs) }
  } catch (error) {
    return { path, cause: causeOf(error) }
  }
}
