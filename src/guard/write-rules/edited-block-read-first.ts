/** An agent must read text that a person wrote in a machine block before it replaces or removes the text (S4, S32). */

import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const editedBlockReadFirst: GuardRule = {
  id: 'edited-block-read-first',
  order: 140,
  force: 'always',
  check({ state, facts }) {
    const unread = bankWrites(facts).find(
      (file) => file.editedByHand !== undefined && state.read.get(file.path)?.hash !== file.editedByHand,
    )
    if (unread === undefined) return undefined
    return {
      en: `This edit would replace text that a person wrote in memory-bank/${unread.path}. Read it first, then repeat this edit.`,
      zh: `这次编辑会替换 memory-bank/${unread.path} 中用户手写的内容。请先读取，再重做这次编辑。`,
    }
  },
}
