/** A declined entry is not written until the user asks for it, in warn and block alike (S36). */

import { bankWrites, covers } from '../bank-writes.ts'
import { addedLines, isWrittenIn } from '../find-trace.ts'
import type { GuardRule } from '../rule.ts'

export const declinedStaysOut: GuardRule = {
  id: 'declined-stays-out',
  order: 155,
  force: 'firm',
  check({ state, facts, policy }) {
    if (policy.writer !== 'confirm' || state.granted.kind === 'everything') return undefined
    const again = bankWrites(facts).find(({ path, before = '', after = '' }) => {
      const declined = [...state.declined, ...(covers(state.granted, path) ? [] : policy.declined())]
      const lines = declined.length === 0 ? [] : addedLines(before, after)
      return declined.some((trace) => isWrittenIn(trace, path, lines))
    })
    if (again === undefined) return undefined
    return {
      en: `The user declined this, so it is not written to memory-bank/${again.path}. Leave it out. The user can ask for it at any time.`,
      zh: `用户已拒绝这项内容，因此不写入 memory-bank/${again.path}。请去掉这部分；用户可以随时要求写入。`,
    }
  },
}
