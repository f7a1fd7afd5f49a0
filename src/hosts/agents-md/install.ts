/** AGENTS.md: a short pointer for agents that have no plugin of ours and read this file. Only where it is asked for by name. */

import { join } from 'node:path'
import { blockEntry } from '../../bank/marked-block.ts'
import type { Host } from '../../flows/host.ts'
import { diagnose, POINTER } from './diagnose.ts'

export const agentsMd: Host = {
  id: 'agents-md',
  aliases: ['agents.md', 'AGENTS.md'],
  name: 'AGENTS.md',
  page: 'agents-md.md',
  program: undefined,
  tested: [],
  from: 'package',
  files: (scope, { root }) => (scope === 'project' && root !== undefined ? [join(root, 'AGENTS.md')] : []),
  otherFiles: () => [],
  localFiles: () => [],
  newIgnoreList: '',
  namesMachine: () => false,
  newFile: '',
  entries: () => [blockEntry(POINTER)],
  notes: () => [
    {
      en: 'A pointer asks; it protects nothing. Where your agent has a plugin of ours, install that as well.',
      zh: '指引只是提示，不提供保护。若你的 Agent 有我们的插件，请一并安装。',
    },
  ],
  snippet: () => undefined,
  learnCommand: undefined,
  afterwards: {
    en: 'Agents that read AGENTS.md find the memory from their next session on. It is yours to commit.',
    zh: '读取 AGENTS.md 的 Agent 从下一次会话起就能找到项目记忆。该文件由你提交。',
  },
  diagnose,
  opening: undefined,
  proof: undefined,
}
