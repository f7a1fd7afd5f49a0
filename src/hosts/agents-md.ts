/** AGENTS.md: a short pointer for agents without a Memory Bank plugin. Installed only on request. */

import { join } from 'node:path'
import { blockEntry } from '../settings/marked-block.ts'
import type { Host, HostReport } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'

/** At most 80 tokens, including the marks: every session reads it. */
const POINTER = blockEntry({
  start: '<!-- memory-bank:start -->',
  end: '<!-- memory-bank:end -->',
  body: 'Project memory: `memory-bank/MEMORY.md`. Read it, and what it routes to, before design, refactoring or risky changes; cite it. Do not edit `memory-bank/` unasked: propose, and write after the user agrees.\n',
})

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
  entries: () => [POINTER],
  notes: () => [
    {
      en: 'AGENTS.md is advisory and does not protect the bank. If Memory Bank has a plugin for your agent, install that too.',
      zh: 'AGENTS.md 只起提示作用，不提供保护。如果你的 Agent 有 Memory Bank 插件，请一并安装。',
    },
  ],
  snippet: () => undefined,
  learnCommand: undefined,
  afterwards: {
    en: 'Agents that read AGENTS.md find the memory from their next session. Commit the file yourself.',
    zh: '读取 AGENTS.md 的 Agent 从下一次会话起就能找到项目记忆。该文件由你提交。',
  },
  diagnose,
  opening: undefined,
  proof: undefined,
}

function diagnose({ root, look }: InstallContext): HostReport {
  const file = join(root ?? '', 'AGENTS.md')
  const text = root === undefined ? undefined : look.text(file)
  if (text === undefined) return { installed: [], findings: [] }
  const fault = /<!-- memory-bank:(?:start|end) -->/.test(text)
    ? (POINTER.fault(text) ?? POINTER.obstacle(text))
    : undefined
  return {
    installed: POINTER.isIn(text) ? [{ scope: 'project', file, folder: undefined, spec: 'memory-bank' }] : [],
    findings:
      fault === undefined
        ? []
        : [
            {
              id: 'pointer-broken',
              about: 'AGENTS.md',
              level: 'warning',
              what: { en: `${file}: ${fault.en}`, zh: `${file}：${fault.zh}` },
              next: { en: `Correct ${file}.`, zh: `请修正 ${file}。` },
            },
          ],
  }
}
