/** A look at the stamps of the bank, for a hook whose call does not concern us: did somebody change a file (S34)? */

import { findProject } from '../workspace/project/find-project.ts'
import { Ledger } from '../workspace/state/ledger.ts'
import { homeFolder, stateFolder } from '../workspace/state/state-folder.ts'

export function isBankChanged(folder: string, env: NodeJS.ProcessEnv): boolean {
  const project = findProject(folder, homeFolder(env))
  if (!project.ok) return false
  const ledger = new Ledger({ bank: project.value.bank, state: stateFolder(project.value, env) })
  return ledger.isThere() && !ledger.isAsKnown()
}
