/** A file with a merge conflict is edited only to resolve it, with lines of its two sides (S10). */

import { findConflicts, onlyResolves } from '../../bank/conflicts.ts'
import type { BankWrite, ToolFacts } from '../../bank/event.ts'
import { pageOf } from '../../bank/page.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const conflictFromItsSides: GuardRule = {
  id: 'conflict-from-its-sides',
  order: 75,
  force: 'always',
  check({ facts }) {
    const mixed = bankWrites(facts).find((file) => isInConflict(file) && !isResolution(file))
    if (mixed === undefined) return undefined
    return {
      en: `memory-bank/${mixed.path} has an unfinished merge. Resolve it first, using only lines of its two sides and changing nothing else. Add new text after the merge.`,
      zh: `memory-bank/${mixed.path} 的合并尚未完成。请先解决冲突：只保留两边已有的行，不改动其他内容；新内容等合并完成后再写。`,
    }
  },
}

/** The facts without files that the call only resolves: both sides were confirmed, so a choice between them is not new. */
export function withoutResolutions(facts: ToolFacts): ToolFacts {
  if (facts.kind !== 'writes' || !bankWrites(facts).some(isResolution)) return facts
  return { ...facts, files: facts.files.filter((file) => file.in !== 'bank' || !isResolution(file)) }
}

function isInConflict({ before }: BankWrite): boolean {
  return before !== undefined && findConflicts(pageOf(before)).whole.length > 0
}

function isResolution({ before, after }: BankWrite): boolean {
  return before !== undefined && after !== undefined && onlyResolves(before, after)
}
