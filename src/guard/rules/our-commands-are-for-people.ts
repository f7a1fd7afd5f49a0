/** Only a person runs Memory Bank's commands that write, accept or change protection (S33). */

import type { GuardRule } from '../rule.ts'

export const ourCommandsAreForPeople: GuardRule = {
  id: 'our-commands-are-for-people',
  order: 20,
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'shell' || facts.danger?.kind !== 'runs-our-command') return undefined
    const { command } = facts.danger
    return {
      en: `\`${command}\` changes the bank or its protection, or answers for the user, so only a person may run it. Show the user the command.`,
      zh: `\`${command}\` 会改动 Memory Bank 或其保护设置，或代替用户作答，只能由人运行。请把命令告诉用户。`,
    }
  },
}
