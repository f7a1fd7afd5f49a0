/** The bank is written with edit tools, where the result can be judged, never through a shell (S33). */

import type { Words } from '../../base/language.ts'
import type { Rule } from '../rule.ts'

export const editToolsOnly: Rule = {
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
    en: `${program} would run what is typed into it later, and this host does not show that to Memory Bank. Give it the commands at once: with -c, in a here-document, or in a file.`,
    zh: `${program} 会执行之后键入的内容，而该宿主不会把这些内容交给 Memory Bank 检查。请一次给出命令：用 -c、here-document 或文件。`,
  }
}
