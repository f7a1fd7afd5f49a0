/**
 * A quick look at a tool call, before anything of the engines is loaded: can it concern the bank, or a page of ours?
 *
 * It says no only to calls without files, to reads that lead elsewhere, and to commands that only look while the bank is
 * as the ledger has it.
 */

import type { ToolCall } from '../bank/tool-call.ts'
import { isBelowBank, leadsToBank } from '../disk/bank/leads-to-bank.ts'
import { findProject } from '../disk/project/find-project.ts'
import { Ledger } from '../disk/state/ledger.ts'
import { homeFolder, stateFolder } from '../disk/state/state-folder.ts'
import { cannotTouchBank } from '../shell/cannot-touch-bank.ts'

export function mayConcernBank(call: ToolCall, cwd: string, project: string): boolean {
  switch (call.kind) {
    case 'other':
      // An address of this machine, which may be a page's of ours.
      return call.ports !== undefined
    case 'reads':
      return call.paths.length === 0 || call.paths.some((path) => leadsToBank(path, cwd, project))
    case 'shell':
      return !cannotTouchBank(call.command, call.cwd !== undefined || isBelowBank(cwd, project)) || !isAsKnown(project)
    case 'writes':
    case 'delegates':
    case 'unknown':
      return true
  }
}

/** A command that only looks may still find a change by others, which is reported after it (S34). */
function isAsKnown(folder: string): boolean {
  const project = findProject(folder, homeFolder(process.env))
  if (!project.ok) return true
  const state = stateFolder(project.value, process.env)
  return new Ledger({ bank: project.value.bank, state }).isAsKnown()
}
