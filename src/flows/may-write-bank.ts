/** When nothing else can be told of a call: does it do more than read, and name the bank? Then it waits (S37). */

import { BANK_FOLDER } from '../core/layout.ts'
import { readToolCalls } from '../core/tool-call.ts'

export function mayWriteBank(tool: string, args: Readonly<Record<string, unknown>>): boolean {
  const calls = readToolCalls(tool, args)
  const writes = calls.some(
    (call) => call.kind === 'writes' || call.kind === 'shell' || (call.kind === 'unknown' && call.writes),
  )
  return writes && JSON.stringify(args).toLowerCase().includes(BANK_FOLDER)
}
