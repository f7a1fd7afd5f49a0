/** The user must have confirmed a write of the bank, by accepting a proposal or by asking for it in this turn (S36). */

import { bankWrites, covers } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'
import type { Moment } from '../state.ts'

export const confirmedWrites: GuardRule = {
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
        en: `memory-bank/${uncovered.path} was written without the user’s confirmation and is listed as unconfirmed. Tell the user what it says: they can keep it, or undo it in their own terminal (\`memory-bank history\` lists it). Next time, propose first (💾 …).`,
        zh: `memory-bank/${uncovered.path} 未经用户确认就已写入，现列为未确认。请告诉用户写了什么：可以保留，也可以在自己的终端中撤销（\`memory-bank history\` 会列出）。下次请先提议（💾 …）。`,
        moments,
      }
    return {
      en: `The user has not confirmed this write of memory-bank/${uncovered.path}. Propose it (💾 …) and write it after they say yes.`,
      zh: `用户尚未确认写入 memory-bank/${uncovered.path}。请先提议（💾 …），得到确认后再写。`,
      moments,
    }
  },
}
