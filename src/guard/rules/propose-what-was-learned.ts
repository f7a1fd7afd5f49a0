/** Asks the model once whether something that happened in the last turn is worth keeping (S40). */

import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'
import { wordsOfSignal } from '../signals/signal.ts'

export const proposeWhatWasLearned: GuardRule = {
  id: 'propose-what-was-learned',
  order: 210,
  force: 'turn',
  skippable: true,
  check({ state, facts, policy }) {
    // A call that writes the bank needs no reminder.
    if (state.due.length === 0 || bankWrites(facts).length > 0 || policy.readRequired() === undefined) return undefined
    const words = state.due.map(wordsOfSignal)
    return {
      en: `Last turn: ${words.map(({ en }) => en).join('; ')}. If this settled something worth keeping, propose it; otherwise carry on.`,
      zh: `上一轮：${words.map(({ zh }) => zh).join('；')}。如果由此确定了值得保留的内容，请提议；否则继续。`,
      moments: [{ at: 'reminded' }],
    }
  },
}
