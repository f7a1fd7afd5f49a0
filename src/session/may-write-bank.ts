/**
 * When nothing else can be told of a call: does it do more than read, and name the bank? Then it waits (S37).
 * A project may itself stand in a folder of that name; its own place names nothing.
 */

import { BANK_FOLDER } from '../base/layout.ts'
import type { ToolCall } from '../bank/tool-call.ts'

export function mayWriteBank(calls: readonly ToolCall[], root: string): boolean {
  const writes = calls.some(
    (call) => call.kind === 'writes' || call.kind === 'shell' || (call.kind === 'unknown' && call.writes),
  )
  return writes && namesBank(JSON.stringify(calls), root)
}

export function namesBank(text: string, root: string): boolean {
  const place = JSON.stringify(root).slice(1, -1)
  return text.replaceAll(place, '').toLowerCase().includes(BANK_FOLDER)
}
