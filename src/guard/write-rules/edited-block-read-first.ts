/** What a person wrote or changed in a machine block is not replaced or removed unread (S4, S32). */

import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const editedBlockReadFirst: Rule = {
  id: 'edited-block-read-first',
  order: 140,
  force: 'always',
  check({ state, facts }) {
    const unread = bankWrites(facts).find(
      (file) => file.editedByHand !== undefined && state.read.get(file.path)?.hash !== file.editedByHand,
    )
    if (unread === undefined) return undefined
    return {
      en: `This edit would replace what a person wrote in memory-bank/${unread.path}. Read it first, then repeat this edit.`,
      zh: `这次编辑会替换人在 memory-bank/${unread.path} 中手写的内容。请先读取它，再重做这次编辑。`,
    }
  },
}
