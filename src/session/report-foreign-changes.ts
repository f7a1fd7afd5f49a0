/** Changes of the bank that other programs made, for commands in the terminal (S34). */

import type { Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { Journal } from '../disk/bank/journal.ts'
import { findBankFiles } from '../disk/bank/list-bank.ts'
import { Ledger } from '../disk/state/ledger.ts'
import type { Workspace } from '../disk/workspace.ts'

/** If at most this many files were read, the stamps are not updated: reading them again costs less than a write. */
const FEW = 40

/** Handles the differences from the ledger and returns reports for the person. */
export async function reportForeignChanges(workspace: Workspace): Promise<readonly Words[]> {
  const { place, now } = workspace
  const ledger = new Ledger(place)
  const journal = new Journal(place.state)
  // The command itself reports a damaged bank and finishes interrupted work. The next command compares.
  if (ledger.isUnchanged() || journal.isUnderWay() || !findBankFiles(place.bank).ok) return []
  const compared = ledger.compare(now())
  const isNew = compared.kind === 'unknown' && !compared.wasThere && journal.finished().length === 0
  const isSame = compared.kind === 'compared' && compared.changes.length === 0 && compared.trouble === undefined
  if (isSame && compared.reads > FEW) ledger.restamp(now())
  // A new bank gets its ledger with Memory Bank's first change, or with the first session.
  if (isNew || isSame) return []
  const { settleForeignChanges } = await import('./foreign-changes.ts')
  return settleForeignChanges(workspace, ledger).map(({ words }) => words)
}

const NAMED = 3

/** The line of `status` about unconfirmed changes. */
export function unconfirmedRemark({ place }: Workspace): Words | undefined {
  const names = new Ledger(place).unconfirmed().map(({ path }) => `${BANK_FOLDER}/${path}`)
  if (names.length === 0) return undefined
  const more = names.length > NAMED ? ` … (${names.length})` : ''
  const listed = names.slice(0, NAMED).join(', ') + more
  return {
    en: `Changed outside Memory Bank, not confirmed: ${listed}. Keep or undo: memory-bank review`,
    zh: `以下文件在 Memory Bank 之外被修改，尚未确认：${listed}。保留或撤销：memory-bank review`,
  }
}
