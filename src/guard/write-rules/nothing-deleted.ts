/** An agent must not delete or empty a file of the bank (S32). */

import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const nothingDeleted: GuardRule = {
  id: 'nothing-deleted',
  order: 80,
  force: 'always',
  check({ facts }) {
    const gone = bankWrites(facts).find(
      (file) => file.after === undefined || (file.after.trim() === '' && (file.before ?? '').trim() !== ''),
    )
    if (gone === undefined) return undefined
    return {
      en: `This would delete or empty memory-bank/${gone.path}. Edit only the outdated part; \`memory-bank refresh\` proposes what to archive.`,
      zh: `这会删除或清空 memory-bank/${gone.path}。请只编辑过时的部分；归档由 \`memory-bank refresh\` 提出。`,
    }
  },
}
