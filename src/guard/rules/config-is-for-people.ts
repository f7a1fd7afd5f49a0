/**
 * memory-bank.json says how strict we are, and our own records what was written, read and agreed to: an
 * agent does not change its own guard (S30, S33).
 */

import type { ToolFacts } from '../../core/event.ts'
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

function writesConfig(facts: ToolFacts): boolean {
  if (facts.kind === 'shell') return facts.danger?.kind === 'writes-config'
  return facts.kind === 'writes' && facts.files.some((file) => file.in === 'config')
}
