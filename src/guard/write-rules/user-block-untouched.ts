/** An agent's tool must not change any byte of a user block (S2, S32). */

import { pageOf } from '../../bank/page.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const userBlockUntouched: GuardRule = {
  id: 'user-block-untouched',
  order: 100,
  force: 'always',
  check({ facts }) {
    const changed = bankWrites(facts).find((file) => {
      if (file.before === undefined || file.after === undefined || !file.before.includes('USER_BLOCK_')) return false
      const was = pageOf(file.before, file.path)
      const now = pageOf(file.after, file.path)
      return now.parsed.ok && was.user !== undefined && was.user.text !== now.user?.text
    })
    if (changed === undefined) return undefined
    return {
      en: `This would change the user block of memory-bank/${changed.path}, which belongs to the user. Write inside the machine block instead.`,
      zh: `memory-bank/${changed.path} 的用户区块归用户所有，这次写入会改动它。请改写机器区块。`,
    }
  },
}
