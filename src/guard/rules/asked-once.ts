/** A memory-reader must not hand its own question to another reader, because that would never end (S53). */

import type { GuardRule } from '../rule.ts'

export const askedOnce: GuardRule = {
  id: 'asked-once',
  order: 30,
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'delegates' || !facts.again) return undefined
    return {
      en: 'You are already answering this question. Call memory_recall with it and answer from the result.',
      zh: '你正在回答这个问题。请用它调用 memory_recall，并根据结果作答。',
    }
  },
}
