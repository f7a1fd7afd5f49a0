/** A machine block that a person edited by hand is not overwritten unread (S4, S32). */

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
      en: `A person edited memory-bank/${unread.path} since it was last written. Read it first, then repeat this edit.`,
      zh: `memory-bank/${unread.path} 自上次写入后被人手动修改过。请先读取它，再重做这次编辑。`,
    }
  },
}
