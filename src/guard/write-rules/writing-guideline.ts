/** After a bank write, a note names the section, form and index of the target, once per turn (S32). */

import type { Words } from '../../base/language.ts'
import { isInboxPath, LEGACY, MEMORY, PATTERNS, PROGRESS, TECH } from '../../base/layout.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const writingGuideline: GuardRule = {
  id: 'writing-guideline',
  order: 200,
  force: 'hint',
  check({ state, facts }) {
    const file = bankWrites(facts)[0]
    if (file === undefined) return undefined
    const isAwaited = state.signals.length + state.due.length > 0
    return { ...guidelineFor(file.path), moments: isAwaited ? [{ at: 'bank-written' }] : [] }
  },
}

function guidelineFor(path: string): Words {
  if (path === MEMORY) {
    return {
      en: 'MEMORY.md: only inside the machine block. Focus → Current Focus; a decision → Decision Highlights (at most 20) and details/patterns.md. Conclusion first, then limits, then pointer.',
      zh: 'MEMORY.md：只改机器区块。焦点 → Current Focus；决策 → Decision Highlights（最多 20 条）并写入 details/patterns.md；先结论，再边界，后指针。',
    }
  }
  if (path === PATTERNS) {
    return {
      en: 'A decision has date, what, why, what was given up, where it applies. Add its row to Decision Highlights in MEMORY.md.',
      zh: '决策需含日期、内容、原因、取舍、适用范围；并在 MEMORY.md 的 Decision Highlights 添加一行。',
    }
  }
  if (path.startsWith('details/learnings/')) {
    return {
      en: 'A learning has symptom, root cause, solution, prevention. The index of this folder is updated automatically at the end of the turn.',
      zh: '经验需含症状、根因、解决方案、预防措施。本目录的索引在本轮结束时自动更新。',
    }
  }
  if (path.startsWith('details/requirements/')) {
    return {
      en: 'One file per requirement, REQ-NNN with the next free number and a status. The index of this folder is updated automatically at the end of the turn.',
      zh: '每个需求一个文件，REQ-NNN 取下一个空号并写明状态。本目录的索引在本轮结束时自动更新。',
    }
  }
  if (path.startsWith('details/design/')) {
    return {
      en: 'If there is a design on this topic, update it. The index of this folder is updated automatically at the end of the turn.',
      zh: '若已有同主题的设计文档，请更新它。本目录的索引在本轮结束时自动更新。',
    }
  }
  if (path === PROGRESS)
    return {
      en: 'Write done items as `- [x]` with a date. They are archived when there are many.',
      zh: '已完成的条目写作 `- [x]` 并注明日期；数量较多时会归档。',
    }
  if (path === TECH)
    return {
      en: 'Lines with a source are maintained by the scan. Write your lines without a source.',
      zh: '带来源的行由扫描维护；你写的行不要带来源。',
    }
  if (isInboxPath(path))
    return {
      en: 'inbox/: one file per entry, with front matter (kind, date) and the entry. Indexes, routes and highlights do not change until it is folded.',
      zh: 'inbox/：每条一个文件，由 front matter（kind、date）和条目正文组成；合入之前不改索引、路由和决策要点。',
    }
  if (path === LEGACY)
    return {
      en: 'legacy.md keeps old texts word for word. Write new ones in details/.',
      zh: 'legacy.md 保存旧文原样；新内容请写到 details/。',
    }
  return { en: 'Conclusion first, then limits, then pointer.', zh: '先结论，再边界条件，后指针。' }
}
