/** What reaches the bank was agreed to: by accepting a proposal, or by asking for it in this turn (S36). */

import { bankWrites, covers } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'
import type { Moment } from '../state.ts'

export const confirmedWrites: Rule = {
  id: 'confirmed-writes',
  order: 160,
  force: 'gate',
  check({ state, facts, policy }) {
    const files = bankWrites(facts)
    if (files.length === 0 || policy.writer !== 'confirm') return undefined
    const uncovered = files.find((file) => !covers(state.granted, file.path))
    if (uncovered === undefined) return undefined
    const moments = files.map(({ path }): Moment => ({ at: 'unconfirmed', path }))
    if (policy.mode !== 'block')
      return {
        en: `Nobody agreed to this write of memory-bank/${uncovered.path}; it was written and is listed as unconfirmed. Tell the user what it says: they can keep it, or undo it in their own terminal (\`memory-bank history\` lists it). Propose the next one first (💾 …).`,
        zh: `写入 memory-bank/${uncovered.path} 未经同意；已写入，并列为未确认。请告诉用户写了什么：可以保留，也可以在自己的终端中撤销（\`memory-bank history\` 会列出）。下次请先提议（💾 …）。`,
        moments,
      }
    return {
      en: `Nobody agreed to this write of memory-bank/${uncovered.path} yet. Propose it to the user (💾 …) and write it after they say yes.`,
      zh: `写入 memory-bank/${uncovered.path} 尚未得到同意。请先向用户提议（💾 …），得到确认后再写。`,
      moments,
    }
  },
}
