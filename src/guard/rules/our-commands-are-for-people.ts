/** Commands of ours that write, accept or change protection are a person's to run (S33). */

import type { Rule } from '../rule.ts'

export const ourCommandsAreForPeople: Rule = {
  id: 'our-commands-are-for-people',
  order: 20,
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'shell' || facts.danger?.kind !== 'runs-our-command') return undefined
    const { command } = facts.danger
    return {
      en: `\`${command}\` changes the bank or its protection, or speaks in the user’s name, so a person runs it. Show the user the command.`,
      zh: `\`${command}\` 会改动 Memory Bank 或其保护，或以用户的身份说话，需由人来运行。请把命令告诉用户。`,
    }
  },
}
