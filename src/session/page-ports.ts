/** Where pages of ours are served on this machine: noted by who serves one, asked by the guard (S33). */

import type { FileWrite, ToolCall } from '../bank/tool-call.ts'
import { portNumbers, portsInAddresses } from '../base/port-numbers.ts'
import { PageRecord } from '../disk/state/processes.ts'

/** This process serves a page at this port; the answer ends that. */
export function notePage(env: NodeJS.ProcessEnv, port: number): () => void {
  const record = new PageRecord(env)
  record.serves(port)
  return () => record.over(port)
}

/** The port of a page that a call names; whoever names none costs no look at the disk. */
export function pageReached(call: ToolCall, env: NodeJS.ProcessEnv): number | undefined {
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
    // A program that is written now is run later.
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
