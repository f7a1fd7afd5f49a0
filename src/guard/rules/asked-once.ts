/** A question that a memory-reader is answering is not handed to another from within: that would never end (S53). */

import type { Rule } from '../rule.ts'

export const askedOnce: Rule = {
  id: 'asked-once',
  order: 30,
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'delegates' || !facts.again) return undefined
    return {
      en: 'This very question is being answered here. Call memory_recall with it and answer from what that finds.',
      zh: '正在回答的就是这个问题。请用它调用 memory_recall，并据其结果作答。',
    }
  },
}
