/** An agent deletes nothing from the bank and empties no file (S32). */

import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const nothingDeleted: Rule = {
  id: 'nothing-deleted',
  order: 80,
  force: 'always',
  check({ facts }) {
    const gone = bankWrites(facts).find(
      (file) => file.after === undefined || (file.after.trim() === '' && (file.before ?? '').trim() !== ''),
    )
    if (gone === undefined) return undefined
    return {
      en: `memory-bank/${gone.path} would be deleted or emptied. Edit the part that changed; \`memory-bank refresh\` proposes what to archive.`,
      zh: `memory-bank/${gone.path} 会被删除或清空。请只编辑变化的部分；归档由 \`memory-bank refresh\` 提出。`,
    }
  },
}
