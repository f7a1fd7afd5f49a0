/**
 * A quick test before the guard is loaded: whether a tool call can concern the bank or Memory Bank's page.
 *
 * It returns false only for calls without files, commands that only read, and reads outside the bank.
 */

import type { ToolCall } from '../bank/tool-call.ts'
import { isBelowBank, leadsToBank } from '../disk/bank/leads-to-bank.ts'
import { KEY_NAME } from '../disk/state/state-folder.ts'
import { cannotTouchBank } from '../shell/cannot-touch-bank.ts'

export function mayConcernBank(call: ToolCall, cwd: string, project: string): boolean {
  switch (call.kind) {
    case 'other':
      // The call names a port of this machine, which may be the page's.
      return call.ports !== undefined
    case 'reads':
      return (
        call.paths.length === 0 || call.paths.some((path) => path.includes(KEY_NAME) || leadsToBank(path, cwd, project))
      )
    case 'shell':
      return !cannotTouchBank(call.command, call.cwd !== undefined || isBelowBank(cwd, project))
    case 'writes':
    case 'delegates':
    case 'unknown':
      return true
  }
}
