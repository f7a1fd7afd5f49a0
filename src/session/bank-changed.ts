/**
 * Quick looks at the bank by the ledger's stamps (S34): for a hook whose call does not concern us, and for a command in
 * the terminal. What is done about a change is loaded where there is one.
 */

import type { Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { Journal } from '../disk/bank/journal.ts'
import { findBankFiles } from '../disk/bank/read-bank.ts'
import { findProject } from '../disk/project/find-project.ts'
import { Ledger } from '../disk/state/ledger.ts'
import { homeFolder, stateFolder } from '../disk/state/state-folder.ts'
import type { Workspace } from '../disk/workspace.ts'

/** Did somebody change a file? */
export function isBankChanged(folder: string, env: NodeJS.ProcessEnv): boolean {
  const project = findProject(folder, homeFolder(env))
  if (!project.ok) return false
  const ledger = new Ledger({ bank: project.value.bank, state: stateFolder(project.value, env) })
  return ledger.isThere() && !ledger.isAsKnown()
}

/** For a command of the terminal: what differs from the ledger, settled and in words for the person. */
export async function reportForeignChanges(workspace: Workspace): Promise<readonly Words[]> {
  const { place, now } = workspace
  const ledger = new Ledger(place)
  const journal = new Journal(place.state)
  // The command itself says what is wrong with the bank, and settles interrupted work; the next one compares.
  if (ledger.isAsKnown() || journal.isUnderWay() || !findBankFiles(place.bank).ok) return []
  const compared = ledger.compare(now())
  const isNew = compared.kind === 'unknown' && !compared.wasThere && journal.finished().length === 0
  const isSame = compared.kind === 'compared' && compared.changes.length === 0 && compared.trouble === undefined
  // A few files are read faster than the ledger is written.
  if (isSame && compared.reads > FEW) ledger.restamp(now())
  // The first change that Memory Bank makes begins the ledger, or the first session.
  if (isNew || isSame) return []
  const { NO_CALL, settleForeignChanges } = await import('./foreign-changes.ts')
  return (await settleForeignChanges(workspace, ledger, NO_CALL)).map(({ words }) => words)
}

const NAMED = 3
const FEW = 40

/** The line that `status` has about changes that nobody has confirmed. */
export function unconfirmedRemark({ place }: Workspace): Words | undefined {
  const names = new Ledger(place).unconfirmed().map(({ path }) => `${BANK_FOLDER}/${path}`)
  if (names.length === 0) return undefined
  const more = names.length > NAMED ? ` … (${names.length})` : ''
  const listed = names.slice(0, NAMED).join(', ') + more
  return {
    en: `Changed outside Memory Bank and not confirmed: ${listed}.`,
    zh: `在 Memory Bank 之外被改动，未经确认：${listed}。`,
  }
}
