/** Technology, architecture, new modules, refactoring in the user's words: the patterns bear on it (S27). */

import type { Rule } from '../rule.ts'
import { hasRead } from '../state.ts'

export const patternsForThisTurn: Rule = {
  id: 'patterns-for-this-turn',
  order: 180,
  force: 'turn',
  check({ state, facts, policy }) {
    if (!state.wantsPatterns) return undefined
    const required = policy.readRequired()
    if (required === undefined || hasRead(state, required, policy.readScope)) return undefined
    // This very call reads them.
    const reads = facts.kind === 'reads' ? facts.bank : facts.kind === 'shell' ? facts.reads : []
    if (reads.some((read) => read.path === required.path)) return undefined
    return {
      en: `The user's request touches technology or structure: read memory-bank/${required.path} before deciding.`,
      zh: `用户的请求涉及技术选型或结构：决定前请读取 memory-bank/${required.path}。`,
    }
  },
}
