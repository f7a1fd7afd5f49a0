/** A small write by a session that has read nothing gets one note (S31). */

import { filesWritten } from '../bank-writes.ts'
import { riskOf } from '../risk.ts'
import type { GuardRule } from '../rule.ts'

export const readSomethingFirst: GuardRule = {
  id: 'read-something-first',
  order: 190,
  force: 'session',
  skippable: true,
  check({ state, facts, policy }) {
    const paths = filesWritten(facts)
    if (paths.length === 0 || state.read.size > 0 || riskOf(paths, policy.sensitive).level === 'high') return undefined
    if (policy.readRequired() === undefined) return undefined
    return {
      en: 'This session has read nothing of memory-bank/details/ yet. The routes in MEMORY.md name the relevant file.',
      zh: '本会话尚未读取 memory-bank/details/。MEMORY.md 的路由列出了相关文件。',
    }
  },
}
