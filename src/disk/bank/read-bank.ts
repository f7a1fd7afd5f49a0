/** Reads the bank from the disk into a snapshot: every Markdown file, once. */

import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { countNewlines } from '../../bank/lines.ts'
import { Page } from '../../bank/page.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import { type BankPath, bankPath, knownPath } from '../../base/bank-path.ts'
import { BANK_FOLDER, INBOX_FOLDER } from '../../base/layout.ts'
import { LIMITS } from '../../base/limits.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { causeOf, isThere, leadsNowhere } from '../disk.ts'
import { BANK_FILE, openInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/** Hears how far a longer piece of work has come; a surface decides whether to show it. */
export type Progress = (done: number, total: number) => void

export function readBank(bank: string, progress?: Progress): Result<Snapshot> {
  const found = findBankFiles(bank)
  if (!found.ok) return found
  const files = new Map<BankPath, Page>()
  const unreadable = [...found.value.unreadable]
  const room = new BankRoom()
  for (const [index, path] of found.value.files.entries()) {
    progress?.(index, found.value.files.length)
    const read = room.isUsedUp() ? { path, cause: BANK_TOO_LARGE } : readOne(bank, path)
    if ('cause' in read) unreadable.push(read)
    else files.set(path, read)
    if ('text' in read) room.take(read.text.length, countNewlines(read.text))
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

/** The files of the inbox, by name alone; empty where there is none. */
export function listInbox(bank: string): readonly BankPath[] {
  try {
    const names = readdirSync(join(bank, INBOX_FOLDER))
    return names.flatMap((name) => (name.endsWith('.md') ? (bankPath(`${INBOX_FOLDER}/${name}`) ?? []) : [])).sort()
  } catch {
    return [] // there is none; one that cannot be read is told of by whoever reads the bank
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

/** How much of a bank is read at all (S39). */
export class BankRoom {
  #bytes: number = LIMITS.bankBytes
  #lines: number = LIMITS.bankLines

  /** The lines are those of a file that was read; of one that was only looked at, nobody knows them. */
  take(bytes: number, lines = 0): void {
    this.#bytes -= bytes
    this.#lines -= lines
  }

  isUsedUp(): boolean {
    return this.#bytes < 0 || this.#lines < 0
  }
}

export const BANK_TOO_LARGE = `the bank holds more than ${LIMITS.bankBytes / 1024 / 1024} MB or ${grouped(LIMITS.bankLines)} lines`

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

/** More files than any bank has: the rest is named by one line, and the bank is not judged (S39). */
function isFull({ files, others, folders, unreadable }: Found): boolean {
  if (files.length + others.length + folders.size < LIMITS.bankFiles) return false
  if (!unreadable.some(({ cause }) => cause === TOO_MANY))
    unreadable.push({ path: knownPath(BANK_FOLDER), cause: TOO_MANY })
  return true
}

const TOO_MANY = `it holds more than ${LIMITS.bankFiles} files and folders`

function walkOrReport(root: string, folder: string, path: BankPath, found: Found): void {
  if (path.split('/').length > LIMITS.bankFolderDepth) {
    found.unreadable.push({ path, cause: 'it stands too deep' })
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

function readOne(bank: string, path: BankPath): Page | { path: BankPath; cause: string } {
  const opened = openInside(bank, join(bank, path), BANK_FILE)
  if (opened.kind === 'missing') return { path, cause: 'it does not exist (ENOENT)' }
  if (opened.kind === 'refused') return { path, cause: opened.cause }
  return new Page(path, decodeText(opened.bytes), Math.trunc(opened.stat.mtimeMs))
}

/** `2,000,000`. Asking the locale for it would load its data at every start, which takes half of a bare one. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
