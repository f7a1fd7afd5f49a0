/** The bank is written with edit tools, where the result can be judged, never through a shell (S33). */

import type { Rule } from '../rule.ts'

export const editToolsOnly: Rule = {
  id: 'edit-tools-only',
  order: 40,
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'shell' || facts.danger?.kind !== 'writes-bank') return undefined
    const { how, path } = facts.danger
    return {
      en: `This command would write ${path} (${how}). The bank is not written through a shell: use the write or edit tool on the .md file.`,
      zh: `该命令会写入 ${path}（${how}）。Memory Bank 不通过 shell 写入：请对 .md 文件使用 write 或 edit 工具。`,
    }
  },
}
