/** The plan of an upgrade as people read it. Apart from the other pins: a new template version changes it. */

import { expect, test } from 'vitest'
import { planQuestion } from '../../src/consent/show.ts'
import { openWorkspace } from '../../src/disk/workspace.ts'
import { propose } from '../../src/verbs/refresh.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'

test.each([
  [
    'zh',
    '检测到 MEMORY.md 版本 < v7.1，将执行升级： (ID)\n- 更新版本标记为 v7.1（原为 v7.0）\n- 追加区块：## Routing Rules（意图驱动）\n- 追加区块：## Drill-Down Protocol\n- 追加区块：## Write Safety Rules\n- 追加区块：## Top Quick Answers\n\nUSER_BLOCK 将保持不变。\n\n回复"好"或"确认"执行升级。',
  ],
  [
    'en',
    'Detected: the version of MEMORY.md is below v7.1. It will be upgraded: (ID)\n- version mark: v7.1 (was v7.0)\n- adds ## Routing Rules（意图驱动）\n- adds ## Drill-Down Protocol\n- adds ## Write Safety Rules\n- adds ## Top Quick Answers\n\nThe user block stays as it is.\n\nReply "yes" to carry out the upgrade, "no" to leave everything as it is.',
  ],
] as const)('000:183-195, 003:82-98: the plan of an upgrade, %s [S44]', async (language, text) => {
  const folder = temporaryFolder({
    'memory-bank/MEMORY.md':
      '<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.0 -->\n# Memory\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n',
  })
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), XDG_STATE_HOME: temporaryFolder() }
  const workspace = openWorkspace({ folder, env, now: () => new Date('2026-03-01T12:00:00Z'), progress: () => {} })
  if (!workspace.ok) throw new Error(workspace.problem.code)
  const proposed = propose(workspace.value, { language, onConflict: undefined })
  if (!proposed.ok) throw new Error(proposed.problem.code)
  const shown = planQuestion(proposed.value.plan, language).text
  expect(shown.replace(/\([0-9a-f]{6}\)/, '(ID)')).toBe(text)
})
