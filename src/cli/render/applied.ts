/** The summary after a write, in the words users know (S44). */

import type { Change } from '../../core/change.ts'
import type { Language } from '../../core/language.ts'

export function renderApplied(changes: readonly Change[], language: Language): string {
  const words = WORDS[language]
  const lines = changes.flatMap((change) => lineOf(change, language) ?? [])
  return `${words.title}\n\n${words.done}\n${lines.join('\n')}\n\n${words.status}`
}

function lineOf(change: Change, language: Language): string | undefined {
  const words = WORDS[language]
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return undefined
    case 'create':
      return `- ${words.created}memory-bank/${change.path}`
    case 'edit':
      return `- ${words.updated}memory-bank/${change.path}`
    case 'move':
      return `- ${words.moved}memory-bank/${change.path} → memory-bank/${change.to}`
    case 'remove':
      return `- ${words.removed}memory-bank/${change.path}`
  }
}

const WORDS = {
  en: {
    title: '[Memory Bank updated]',
    done: 'Done:',
    created: 'Created: ',
    updated: 'Updated: ',
    moved: 'Moved: ',
    removed: 'Removed: ',
    status: 'Status: done',
  },
  zh: {
    title: '[Memory Bank 写入完成]',
    done: '已执行：',
    created: '创建: ',
    updated: '更新: ',
    moved: '移动: ',
    removed: '删除: ',
    status: '状态：成功',
  },
} as const
