/** The files of a bank one by one, as they are on the disk now, for those who show them to a person or a client. */

import { type BankPath, bankPath } from '../base/bank-path.ts'
import { MEMORY } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { asRead } from '../search/excerpt.ts'
import { starSecrets } from '../secrets/mask.ts'
import { neutralise } from '../base/neutralise.ts'
import { readNow } from '../disk/bank/preconditions.ts'
import { listMarkdown } from '../disk/bank/read-bank.ts'
import { causeOf } from '../disk/disk.ts'
import { BANK_FILE } from '../disk/open-file.ts'
import type { Workspace } from '../disk/workspace.ts'

/** The entry first, then the rest by path. A bank that cannot be listed shows no file; `status` says what is wrong. */
export function listBankFiles(workspace: Workspace): readonly BankPath[] {
  try {
    return listMarkdown(workspace.place.bank).toSorted((a, b) => Number(b === MEMORY) - Number(a === MEMORY))
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return []
    throw error
  }
}

/** The whole file, but for the values of secrets (S35) and our own markers (S2); a link that leads out of the bank is no file of it. */
export function readBankFile(workspace: Workspace, raw: string): Result<string> {
  const path = bankPath(raw)
  const listed = path !== undefined && listBankFiles(workspace).includes(path)
  try {
    const text = listed ? readNow(workspace.place.bank, path, BANK_FILE) : undefined
    return text === undefined
      ? fail({ code: 'not-in-bank', path: raw, near: undefined })
      : ok(neutralise(starSecrets(asRead(text))))
  } catch (error) {
    return fail({ code: 'file-unreadable', path: raw, cause: causeOf(error) })
  }
}
