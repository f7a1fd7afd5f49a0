/** After more than three bank files in one turn, points once to recall, which answers in one call (S22). */

import { LIMITS } from '../../base/limits.ts'
import type { GuardRule } from '../rule.ts'

export const recallBeyondThree: GuardRule = {
  id: 'recall-beyond-three',
  order: 195,
  force: 'session',
  skippable: true,
  check({ state, facts }) {
    // A memory-reader is meant to read many files. After a recall, the session reads the files it cited.
    if (facts.kind !== 'reads' || state.agent === 'memory-reader' || state.use.recalled.length > 0) return undefined
    const ofTurn = [...state.read].flatMap(([path, { turn }]) => (turn === state.turn ? [path] : []))
    const now = facts.bank.map(({ path }) => path)
    if (now.every((path) => ofTurn.includes(path))) return undefined
    if (new Set([...ofTurn, ...now]).size <= LIMITS.routeFiles) return undefined
    return {
      en: `More than ${LIMITS.routeFiles} files of the bank in one turn: memory_recall finds the relevant parts in one call, with file and section.`,
      zh: `本轮已读取超过 ${LIMITS.routeFiles} 个 Memory Bank 文件：memory_recall 一次就能找出相关内容，并注明文件与章节。`,
    }
  },
}
