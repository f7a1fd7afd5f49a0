/** Reads the bank from the disk into a snapshot: every Markdown file, once. */

import { countNewlines } from '../../bank/lines.ts'
import { Page } from '../../bank/page.ts'
import type { Snapshot } from '../../bank/snapshot.ts'
import type { BankPath } from '../../base/bank-path.ts'
import { LIMITS } from '../../base/limits.ts'
import { ok, type Result } from '../../base/result.ts'
import { BANK_FILE, openRegular } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'
import { findBankFiles } from './list-bank.ts'

/** Called with the progress of longer work. A surface decides whether to show it. */
export type Progress = (done: number, total: number) => void

export function readBank(bank: string, progress?: Progress): Result<Snapshot> {
  const found = findBankFiles(bank)
  if (!found.ok) return found
  const files = new Map<BankPath, Page>()
  const unreadable = [...found.value.unreadable]
  const budget = new ReadBudget()
  for (const [index, path] of found.value.files.entries()) {
    progress?.(index, found.value.files.length)
    const read = budget.isExhausted() ? { path, cause: BANK_TOO_LARGE } : readOne(bank, path)
    if ('cause' in read) unreadable.push(read)
    else files.set(path, read)
    if ('text' in read) budget.take(read.text.length, countNewlines(read.text))
  }
  return ok({ ...found.value, files, unreadable })
}

/** How much of a bank is read in total (S39). */
export class ReadBudget {
  #bytes: number = LIMITS.bankBytes
  #lines: number = LIMITS.bankLines

  /** `lines` is 0 for a file that was only stat'ed. */
  take(bytes: number, lines = 0): void {
    this.#bytes -= bytes
    this.#lines -= lines
  }

  isExhausted(): boolean {
    return this.#bytes < 0 || this.#lines < 0
  }
}

export const BANK_TOO_LARGE = `the bank holds more than ${LIMITS.bankBytes / 1024 / 1024} MB or ${grouped(LIMITS.bankLines)} lines`

function readOne(bank: string, path: BankPath): Page | { path: BankPath; cause: string } {
  // `findBankFiles` has checked that it is in the bank.
  const opened = openRegular(`${bank}/${path}`, BANK_FILE)
  if (opened.kind === 'missing') return { path, cause: 'it does not exist (ENOENT)' }
  if (opened.kind === 'refused') return { path, cause: opened.cause }
  return new Page(path, decodeText(opened.bytes), Math.trunc(opened.stat.mtimeMs))
}

/** `2,000,000`. `toLocaleString` would load locale data at every start, which takes half as long as bare Node. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
