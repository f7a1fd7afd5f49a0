/**
 * memory-bank.json says how strict we are, a host's settings whether we run at all, and our own records what was
 * written, read and agreed to: an agent does not change its own guard (S30, S33).
 */

import type { ToolFacts } from '../../bank/event.ts'
import type { Words } from '../../base/language.ts'
import type { Rule } from '../rule.ts'

export const configIsForPeople: Rule = {
  id: 'config-is-for-people',
  order: 10,
  force: 'always',
  check({ facts }) {
    const record = recordWritten(facts)
    if (record !== undefined)
      return {
        en: `${record} belongs to Memory Bank's own records (journal, sessions, proposals), which it alone writes. Leave it, and tell the user what you wanted there.`,
        zh: `${record} 属于 Memory Bank 自己的记录（日志、会话、提议），只由它自己写入。请不要改动，并把你的意图告诉用户。`,
      }
    const settings = settingsWritten(facts)
    if (settings !== undefined) return aboutSettings(facts, settings)
    if (!writesConfig(facts)) return undefined
    return {
      en: 'memory-bank.json is changed by people only. Ask the user to edit it.',
      zh: 'memory-bank.json 只能由人修改。请让用户自行编辑。',
    }
  },
}

function recordWritten(facts: ToolFacts): string | undefined {
  if (facts.kind === 'shell') return facts.danger?.kind === 'writes-state' ? facts.danger.path : undefined
  return facts.kind === 'writes' ? facts.files.find((file) => file.in === 'state')?.path : undefined
}

function aboutSettings(facts: ToolFacts, path: string): Words {
  // Through a shell nobody can tell what the file would hold; an edit tool shows it.
  if (facts.kind === 'shell')
    return {
      en: `${path} decides whether Memory Bank runs, so a shell does not write it. Change anything else in it with your edit tool; what concerns Memory Bank, ask the user to edit there.`,
      zh: `${path} 决定 Memory Bank 是否运行，不能通过 shell 写入。其他内容请用编辑工具修改；与 Memory Bank 有关的内容，请让用户自行编辑。`,
    }
  return {
    en: `This would change what keeps Memory Bank at work in ${path}, which only people change. Leave those entries as they are, or ask the user to edit ${path}.`,
    zh: `这会改动 ${path} 中让 Memory Bank 生效的内容，只能由人修改。请保留这些条目，或让用户自行编辑 ${path}。`,
  }
}

function settingsWritten(facts: ToolFacts): string | undefined {
  if (facts.kind === 'shell') return facts.danger?.kind === 'writes-settings' ? facts.danger.path : undefined
  return facts.kind === 'writes' ? facts.files.find((file) => file.in === 'settings')?.path : undefined
}

function writesConfig(facts: ToolFacts): boolean {
  if (facts.kind === 'shell') return facts.danger?.kind === 'writes-config'
  return facts.kind === 'writes' && facts.files.some((file) => file.in === 'config')
}
