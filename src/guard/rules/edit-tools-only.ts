/** The bank is written with edit tools, whose result can be judged, never through a shell (S33). */

import type { Words } from '../../base/language.ts'
import type { GuardRule } from '../rule.ts'

export const editToolsOnly: GuardRule = {
  id: 'edit-tools-only',
  order: 40,
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'shell') return undefined
    if (facts.danger?.kind === 'runs-what-is-typed') return typed(facts.danger.program)
    if (facts.danger?.kind !== 'writes-bank') return undefined
    const { how, path } = facts.danger
    return {
      en: `This command would write ${path} (${how}). The bank is not written through a shell: use the write or edit tool on the .md file.`,
      zh: `该命令会写入 ${path}（${how}）。Memory Bank 不通过 shell 写入：请对 .md 文件使用 write 或 edit 工具。`,
    }
  },
}

function typed(program: string): Words {
  return {
    en: `${program} would wait for input that this agent does not show to Memory Bank. Pass the commands at once: with -c, in a here-document, or in a file.`,
    zh: `${program} 会等待后续输入，而该 Agent 不会把这些输入交给 Memory Bank 检查。请一次给出全部命令：用 -c、here-document 或文件。`,
  }
}
