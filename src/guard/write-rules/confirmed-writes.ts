/** What reaches the bank was agreed to: by accepting a proposal, or by asking for it in this turn (S36). */

import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'
import { covers } from '../state.ts'

export const confirmedWrites: Rule = {
  id: 'confirmed-writes',
  order: 160,
  force: 'gate',
  check({ state, facts, policy }) {
    const files = bankWrites(facts)
    if (files.length === 0 || policy.writer !== 'confirm') return undefined
    const uncovered = files.find((file) => !covers(state.granted, file.path))
    if (uncovered === undefined) return undefined
    return {
      en: `Nobody agreed to this write of memory-bank/${uncovered.path} yet. Propose it to the user (💾 …) and write it after they say yes.`,
      zh: `写入 memory-bank/${uncovered.path} 尚未得到同意。请先向用户提议（💾 …），得到确认后再写。`,
      moments: files.map(({ path }) => ({ at: 'unconfirmed', path })),
    }
  },
}
