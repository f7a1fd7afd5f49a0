/**
 * An agent does not change its own guard (S30, S33): memory-bank.json sets the strictness, a host's settings start
 * Memory Bank, and its records hold reads, writes and consents. The key that seals these records is not shown either
 * (S36).
 */

import type { ToolFacts } from '../../bank/event.ts'
import type { Words } from '../../base/language.ts'
import type { GuardRule } from '../rule.ts'

export const configIsForPeople: GuardRule = {
  id: 'config-is-for-people',
  order: 10,
  force: 'always',
  check({ facts }) {
    if (facts.kind === 'reads-key')
      return {
        en: 'This would show the key of Memory Bank’s own records, which only Memory Bank reads. Leave the file alone.',
        zh: '这会显示 Memory Bank 自身记录的密钥，只有 Memory Bank 可以读取。请不要访问该文件。',
      }
    const record = recordWritten(facts)
    if (record !== undefined)
      return {
        en: `${record} is one of Memory Bank's own records (journal, sessions, proposals), which only Memory Bank writes. Leave it alone, and tell the user what you wanted to change.`,
        zh: `${record} 是 Memory Bank 自己的记录（日志、会话、提议），只能由 Memory Bank 写入。请不要修改，并把你的意图告诉用户。`,
      }
    const settings = settingsWritten(facts)
    if (settings !== undefined) return aboutSettings(facts, settings)
    if (!writesConfig(facts)) return undefined
    return {
      en: 'Only people change memory-bank.json. Ask the user to edit it.',
      zh: 'memory-bank.json 只能由人修改。请让用户自行编辑。',
    }
  },
}

function recordWritten(facts: ToolFacts): string | undefined {
  if (facts.kind === 'shell') return facts.danger?.kind === 'writes-state' ? facts.danger.path : undefined
  return facts.kind === 'writes' ? facts.files.find((file) => file.in === 'state')?.path : undefined
}

function aboutSettings(facts: ToolFacts, path: string): Words {
  // The result of a shell command is not known beforehand; that of an edit tool is.
  if (facts.kind === 'shell')
    return {
      en: `${path} decides whether Memory Bank runs, so it cannot be written through a shell. Use your edit tool for other settings in it, and ask the user to edit those of Memory Bank.`,
      zh: `${path} 决定 Memory Bank 是否运行，因此不能通过 shell 写入。其他设置请用编辑工具修改；Memory Bank 的设置请让用户自行编辑。`,
    }
  return {
    en: `This would change the settings in ${path} that keep Memory Bank running, which only people change. Keep those settings, or ask the user to edit ${path}.`,
    zh: `这会改动 ${path} 中启用 Memory Bank 的设置，这些设置只能由人修改。请保留它们，或让用户自行编辑 ${path}。`,
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
