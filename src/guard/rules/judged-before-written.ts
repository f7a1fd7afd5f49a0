/** A write aimed at the bank that cannot be judged is refused: that stops nobody's other work (S37). */

import type { Rule } from '../rule.ts'

export const judgedBeforeWritten: Rule = {
  id: 'judged-before-written',
  force: 'always',
  check({ facts }) {
    if (facts.kind !== 'unjudged') return undefined
    return {
      en: `This write to the bank could not be judged (${facts.why}). Repeat it with the write or edit tool, one file at a time.`,
      zh: `无法判断这次对 Memory Bank 的写入（${facts.why}）。请用 write 或 edit 工具逐个文件重做。`,
    }
  },
}
