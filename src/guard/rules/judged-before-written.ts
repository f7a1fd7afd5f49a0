/** A write of the bank that cannot be judged is refused. Other work is not affected (S37). */

import { LIMITS } from '../../base/limits.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const judgedBeforeWritten: GuardRule = {
  id: 'judged-before-written',
  order: 50,
  force: 'always',
  check({ facts }) {
    // Hosts wait for a verdict for a limited time, and then let the call pass.
    const large = bankWrites(facts).find(({ after }) => after !== undefined && after.length > LIMITS.writtenCharacters)
    if (large !== undefined)
      return {
        en: `memory-bank/${large.path} would be too large to check (${megabytes(large.after)} MB). Write only the essentials, in files of a few hundred lines.`,
        zh: `memory-bank/${large.path} 过大，无法检查（${megabytes(large.after)} MB）。请只写要点，并拆成几百行的文件。`,
      }
    if (facts.kind !== 'unjudged') return undefined
    return {
      en: `This write to the bank could not be checked (${facts.why}). Repeat it with the write or edit tool, one file at a time.`,
      zh: `无法检查这次对 Memory Bank 的写入（${facts.why}）。请用 write 或 edit 工具逐个文件重做。`,
    }
  },
}

function megabytes(text = ''): string {
  return (text.length / 1024 / 1024).toFixed(0)
}
