/** The files that a tool call writes, inside the bank and outside it. */

import type { BankWrite, ToolFacts } from '../bank/event.ts'
import { type BankPath, directoryOf } from '../base/bank-path.ts'
import type { Grant } from './state.ts'

export function bankWrites(facts: ToolFacts): readonly BankWrite[] {
  return facts.kind === 'writes' ? facts.files.flatMap((file) => (file.in === 'bank' ? [file] : [])) : []
}

/** Project files outside the bank that a tool or a shell command writes. */
export function filesWritten(facts: ToolFacts): readonly string[] {
  if (facts.kind === 'shell') return facts.writes
  return facts.kind === 'writes' ? facts.files.flatMap((file) => (file.in === 'project' ? [file.path] : [])) : []
}

/** A grant covers its targets and their indexes. Routes in MEMORY.md are left to refresh. */
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
