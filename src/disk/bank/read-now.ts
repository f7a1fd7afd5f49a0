/** The current text of one file of the bank. */

import { join } from 'node:path'
import type { BankPath } from '../../base/bank-path.ts'
import { BANK_FILE, type Bounds, openInside, textInside, WATCHED } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'

/**
 * Undefined if there is no file; throws if it may not be opened. The default limit is larger than any page, because a
 * file that a program made too large must still be restored.
 */
export function readNow(bank: string, path: BankPath, bounds: Bounds = WATCHED): string | undefined {
  const opened = openInside(bank, join(bank, path), bounds)
  // Throw it like a system error, because an unreadable file is not a bug in Memory Bank.
  if (opened.kind === 'refused') throw Object.assign(new Error(opened.cause), { syscall: 'open', path })
  return opened.kind === 'file' ? decodeText(opened.bytes) : undefined
}

/** Undefined also if the file is too large for a page or may not be opened. */
export function pageNow(bank: string, path: BankPath): string | undefined {
  return textInside(bank, join(bank, path), BANK_FILE)
}
