/** A file in conflict is edited only to resolve it, with the lines of its sides (S10). */

import { findConflicts, onlyResolves } from '../../bank/conflicts.ts'
import { pageOf } from '../../bank/page.ts'
import type { BankWrite, ToolFacts } from '../../bank/event.ts'
import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const conflictFromItsSides: Rule = {
  id: 'conflict-from-its-sides',
  order: 75,
  force: 'always',
  check({ facts }) {
    const mixed = bankWrites(facts).find((file) => isInConflict(file) && !isResolution(file))
    if (mixed === undefined) return undefined
    return {
      en: `A merge is not finished in memory-bank/${mixed.path}. Resolve it first, with lines of its two sides alone and nothing else changed; what is new comes after the merge.`,
      zh: `memory-bank/${mixed.path} 的合并尚未完成。请先解决冲突：只保留两边已有的行，不改动其他内容；新内容等合并完成后再写。`,
    }
  },
}

/** The same facts without the files that the call only resolves: choosing between what was agreed to is no new entry. */
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
