/** The files a tool call writes, by where they stand. */

import { type BankPath, directoryOf } from '../base/bank-path.ts'
import type { BankWrite, ToolFacts } from '../bank/event.ts'
import type { Grant } from './state.ts'

export function bankWrites(facts: ToolFacts): readonly BankWrite[] {
  return facts.kind === 'writes' ? facts.files.flatMap((file) => (file.in === 'bank' ? [file] : [])) : []
}

/** Project files outside the bank, by tool or through a shell. */
export function filesWritten(facts: ToolFacts): readonly string[] {
  if (facts.kind === 'shell') return facts.writes
  return facts.kind === 'writes' ? facts.files.flatMap((file) => (file.in === 'project' ? [file.path] : [])) : []
}

/** A proposal's acceptance covers its targets and the index beside each; the entry's routes follow by refresh. */
export function covers(grant: Grant, path: BankPath): boolean {
  switch (grant.kind) {
    case 'nothing':
      return false
    case 'everything':
      return true
    case 'targets':
      return grant.targets.some((target) => target === path || path === `${directoryOf(target)}/index.md`)
  }
}
