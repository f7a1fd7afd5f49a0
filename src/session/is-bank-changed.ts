/**
 * Whether the bank differs from the ledger (S34), by file stamps alone. For hooks whose call does not concern the bank.
 */

import { findProject } from '../disk/project/find-project.ts'
import { Ledger } from '../disk/state/ledger.ts'
import { homeFolder, stateFolder } from '../disk/state/state-folder.ts'

export function isBankChanged(folder: string, env: NodeJS.ProcessEnv): boolean {
  const project = findProject(folder, homeFolder(env))
  if (!project.ok) return false
  const ledger = new Ledger({ bank: project.value.bank, state: stateFolder(project.value, env) })
  return ledger.isThere() && !ledger.isUnchanged()
}
