/** The bank holds only Markdown (S1, S32). */

import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const markdownOnly: GuardRule = {
  id: 'markdown-only',
  order: 70,
  force: 'always',
  check({ facts }) {
    const other = bankWrites(facts).find((file) => file.after !== undefined && !file.path.endsWith('.md'))
    if (other === undefined) return undefined
    return {
      en: `memory-bank/${other.path} is not a .md file, and the bank holds only Markdown. Put it elsewhere in the project.`,
      zh: `memory-bank/${other.path} 不是 .md 文件，而 Memory Bank 只存放 Markdown。请放到项目的其他位置。`,
    }
  },
}
