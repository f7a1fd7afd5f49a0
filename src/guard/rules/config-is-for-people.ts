/** memory-bank.json says how strict we are; an agent does not change its own guard (S30, S33). */

import type { Rule } from '../rule.ts'

export const configIsForPeople: Rule = {
  id: 'config-is-for-people',
  force: 'always',
  check({ facts }) {
    const touched =
      (facts.kind === 'writes' && facts.files.some((file) => file.in === 'config')) ||
      (facts.kind === 'shell' && facts.danger?.kind === 'writes-config')
    if (!touched) return undefined
    return {
      en: 'memory-bank.json is changed by people only. Ask the user to edit it.',
      zh: 'memory-bank.json 只能由人修改。请让用户自行编辑。',
    }
  },
}
