/** Answers on the page count as the user's, so an agent must not send requests to it or click in it (S33, S54). */

import type { GuardRule } from '../rule.ts'

export const pageIsForPeople: GuardRule = {
  id: 'page-is-for-people',
  order: 25,
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'reaches-page') return undefined
    const { port } = facts
    return {
      en: `Port ${port} of this machine serves the page where the user reviews their memory. Agents may not call it. Ask the user to look there, or read the bank with \`memory-bank recall\` and \`memory-bank status\`.`,
      zh: `本机端口 ${port} 是用户查看和确认记忆的页面，Agent 不得访问。请让用户自行查看，或用 \`memory-bank recall\`、\`memory-bank status\` 读取 Memory Bank。`,
    }
  },
}
