/**
 * Ports of this machine at which Memory Bank's pages are served (S33). The server records its port, and the guard looks
 * it up.
 */

import type { FileWrite, ToolCall } from '../bank/tool-call.ts'
import { portNumbers, portsInAddresses } from '../base/port-numbers.ts'
import { PageRecord } from '../disk/state/process-records.ts'

/** Records that this process serves a page at the port. Returns a function that removes the record. */
export function notePage(env: NodeJS.ProcessEnv, port: number): () => void {
  const record = new PageRecord(env)
  record.serves(port)
  return () => record.over(port)
}

/** The port of a served page that the call names. The disk is read only if the call names a port. */
export function portOfPage(call: ToolCall, env: NodeJS.ProcessEnv): number | undefined {
  const ports = portsIn(call)
  return ports.length === 0 ? undefined : new PageRecord(env).find(ports)
}

function portsIn(call: ToolCall): readonly number[] {
  switch (call.kind) {
    case 'shell':
      return portNumbers(call.command)
    case 'other':
    case 'unknown':
      return call.ports ?? []
    // A program written by this call may run later.
    case 'writes':
      return call.writes.flatMap(textsIn).flatMap(portsInAddresses)
    case 'reads':
    case 'delegates':
      return []
  }
}

function textsIn(write: FileWrite): readonly string[] {
  switch (write.kind) {
    case 'whole':
    case 'patch':
      return [write.text]
    case 'edits':
      return write.edits.map((edit) => edit.new)
    case 'delete':
    case 'move':
    case 'opaque':
      return []
  }
}
