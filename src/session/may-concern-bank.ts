/**
 * A quick look at a tool call, before anything of the engines is loaded: can it concern the bank, or a page of ours?
 *
 * It says no only to calls without files, to commands that only look, and to reads that lead elsewhere.
 */

import type { ToolCall } from '../bank/tool-call.ts'
import { isBelowBank, leadsToBank } from '../disk/bank/leads-to-bank.ts'
import { cannotTouchBank } from '../shell/cannot-touch-bank.ts'

export function mayConcernBank(call: ToolCall, cwd: string, project: string): boolean {
  switch (call.kind) {
    case 'other':
      // An address of this machine, which may be a page's of ours.
      return call.ports !== undefined
    case 'reads':
      return call.paths.length === 0 || call.paths.some((path) => leadsToBank(path, cwd, project))
    case 'shell':
      return !cannotTouchBank(call.command, call.cwd !== undefined || isBelowBank(cwd, project))
    case 'writes':
    case 'delegates':
    case 'unknown':
      return true
  }
}
