/** Which section, which form, which index: said with the result of a bank write, once per turn (S32). */

import type { Words } from '../../base/language.ts'
import { isInboxPath, LEGACY, MEMORY, PATTERNS, PROGRESS, TECH } from '../../base/layout.ts'
import { bankWrites } from '../bank-writes.ts'
import type { Rule } from '../rule.ts'

export const writingGuideline: Rule = {
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
      en: 'MEMORY.md: only inside the machine block. Focus → Current Focus; a decision → Decision Highlights (at most 20) and details/patterns.md; conclusion first, then limits, then pointer.',
      zh: 'MEMORY.md：只改机器区块。焦点 → Current Focus；决策 → Decision Highlights（最多 20 条）并写入 details/patterns.md；先结论，再边界，后指针。',
    }
  }
  if (path === PATTERNS) {
    return {
      en: 'A decision has date, what, why, what was given up, where it applies; add its row to Decision Highlights in MEMORY.md.',
      zh: '决策需含日期、内容、原因、取舍、适用范围；并在 MEMORY.md 的 Decision Highlights 添加一行。',
    }
  }
  if (path.startsWith('details/learnings/')) {
    return {
      en: 'A learning has symptom, root cause, solution, prevention. The index of this folder follows by itself when the turn is over.',
      zh: '经验需含症状、根因、解决方案、预防措施。本目录的索引在本轮结束时自动同步。',
    }
  }
  if (path.startsWith('details/requirements/')) {
    return {
      en: 'One file per requirement, REQ-NNN with the next free number and a status. The index of this folder follows by itself when the turn is over.',
      zh: '每个需求一个文件，REQ-NNN 取下一个空号并写明状态。本目录的索引在本轮结束时自动同步。',
    }
  }
  if (path.startsWith('details/design/')) {
    return {
      en: 'Update the existing design if there is one on this topic. The index of this folder follows by itself when the turn is over.',
      zh: '若已有同主题设计文档，请更新它。本目录的索引在本轮结束时自动同步。',
    }
  }
  if (path === PROGRESS)
    return {
      en: 'Done items are `- [x]` with a date; the archive takes them when they are many.',
      zh: '已完成条目写作 `- [x]` 并注明日期；数量多时会归档。',
    }
  if (path === TECH)
    return {
      en: 'Lines with a source are the scan’s; write yours without one.',
      zh: '带来源的行由扫描维护；你写的不要带来源。',
    }
  if (isInboxPath(path))
    return {
      en: 'inbox/: one file per entry, front matter (kind, date) and the entry; no index, route or highlight changes until it is folded in.',
      zh: 'inbox/：每条一个文件，front matter（kind、date）加条目正文；合入之前不改索引、路由和决策要点。',
    }
  if (path === LEGACY)
    return {
      en: 'legacy.md keeps old texts word for word; write new ones in details/.',
      zh: 'legacy.md 保存旧文原样；新内容请写到 details/。',
    }
  return { en: 'Conclusion first, then limits, then pointer.', zh: '先结论，再边界条件，后指针。' }
}
