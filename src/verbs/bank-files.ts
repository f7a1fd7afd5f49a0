/** Lists and reads the files of a bank, for MCP clients. */

import { type BankPath, bankPath } from '../base/bank-path.ts'
import { MEMORY } from '../base/layout.ts'
import { neutralise } from '../base/neutralise.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { listMarkdown } from '../disk/bank/list-bank.ts'
import { readNow } from '../disk/bank/read-now.ts'
import { causeOf } from '../disk/disk.ts'
import { BANK_FILE } from '../disk/open-file.ts'
import type { Workspace } from '../disk/workspace.ts'
import { asRead } from '../search/excerpt.ts'
import { starSecrets } from '../secrets/mask.ts'

/** MEMORY.md first, then the others by path. Empty if the bank cannot be listed; `status` reports why. */
export function listBankFiles(workspace: Workspace): readonly BankPath[] {
  try {
    return listMarkdown(workspace.place.bank).toSorted((a, b) => Number(b === MEMORY) - Number(a === MEMORY))
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return []
    throw error
  }
}

/** The whole file without secrets (S35) and markers (S2). A link out of the bank is not readable. */
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
