/** A path inside the bank must also resolve inside it, so that no link takes a write outside (S32). */

import type { GuardRule } from '../rule.ts'

export const insideTheBank: GuardRule = {
  id: 'inside-the-bank',
  order: 60,
  force: 'always',
  check({ facts }) {
    const out = facts.kind === 'writes' ? facts.files.find((file) => file.in === 'elsewhere') : undefined
    if (out === undefined) return undefined
    return {
      en: `${out.path} leads out of the bank through a link. Write to a real .md file inside memory-bank/.`,
      zh: `${out.path} 经由链接指向 Memory Bank 之外。请写入 memory-bank/ 内真实的 .md 文件。`,
    }
  },
}
