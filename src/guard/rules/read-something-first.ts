/** A small write by a session that has read nothing: said once, no more (S31). */

import { filesWritten } from '../bank-writes.ts'
import { riskOf } from '../risk.ts'
import type { Rule } from '../rule.ts'

export const readSomethingFirst: Rule = {
  id: 'read-something-first',
  order: 190,
  force: 'session',
  check({ state, facts, policy }) {
    const paths = filesWritten(facts)
    if (paths.length === 0 || state.read.size > 0 || riskOf(paths, policy.sensitive).level === 'high') return undefined
    if (policy.readRequired() === undefined) return undefined
    return {
      en: 'This session has read nothing of memory-bank/details/ yet; the routes in MEMORY.md name the file that bears on this.',
      zh: '本会话尚未读取 memory-bank/details/；MEMORY.md 的路由给出了相关文件。',
    }
  },
}
