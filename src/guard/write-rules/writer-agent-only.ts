/** Where a project has set it so, only the memory-bank-writer agent writes the bank, in every mode (S36). */

import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

const WRITER_AGENT = 'memory-bank-writer'

export const writerAgentOnly: Rule = {
  id: 'writer-agent-only',
  order: 130,
  force: 'always',
  check({ state, facts, policy }) {
    if (policy.writer !== 'writer' || state.agent === WRITER_AGENT || bankWrites(facts).length === 0) return undefined
    return {
      en: 'Only the memory-bank-writer agent writes the bank here. Hand it what to write with the task tool.',
      zh: '此处只有 memory-bank-writer 可以写入 Memory Bank。请用 task 工具把要写的内容交给它。',
    }
  },
}
