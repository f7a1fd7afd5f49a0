/** The files a tool call writes, by where they stand. */

import type { BankWrite, ToolFacts } from '../core/event.ts'

export function bankWrites(facts: ToolFacts): readonly BankWrite[] {
  return facts.kind === 'writes' ? facts.files.flatMap((file) => (file.in === 'bank' ? [file] : [])) : []
}

/** Project files outside the bank, by tool or through a shell. */
export function filesWritten(facts: ToolFacts): readonly string[] {
  if (facts.kind === 'shell') return facts.writes
  return facts.kind === 'writes' ? facts.files.flatMap((file) => (file.in === 'project' ? [file.path] : [])) : []
}
