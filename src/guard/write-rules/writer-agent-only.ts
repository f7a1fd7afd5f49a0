/** With the setting `writer`, only the memory-bank-writer agent writes the bank, in every mode (S36). */

import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

const WRITER_AGENT = 'memory-bank-writer'

export const writerAgentOnly: GuardRule = {
  id: 'writer-agent-only',
  order: 130,
  force: 'always',
  check({ state, facts, policy }) {
    if (policy.writer !== 'writer' || state.agent === WRITER_AGENT || bankWrites(facts).length === 0) return undefined
    return {
      en: 'In this project only the memory-bank-writer agent writes the bank. Pass the text to it with the task tool.',
      zh: '本项目只允许 memory-bank-writer 写入 Memory Bank。请用 task 工具把要写的内容交给它。',
    }
  },
}
