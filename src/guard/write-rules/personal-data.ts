/** Personal data of customers does not belong in a bank shared by git: a note by default, a refusal by setting (S35). */

import { findPersonalData } from '../../secrets/personal-data.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const personalData: GuardRule = {
  id: 'personal-data',
  order: 150,
  force: 'setting',
  check({ facts, policy }) {
    const own = { ownDomains: policy.ownDomains, ownPeople: [] }
    for (const file of bankWrites(facts)) {
      const { before = '', after = '' } = file
      const held = new Set(findPersonalData(before, own).map((one) => before.slice(one.start, one.end)))
      const added = findPersonalData(after, own).find((one) => !held.has(after.slice(one.start, one.end)))
      if (added === undefined) continue
      return {
        en: `Line ${added.line} of memory-bank/${file.path} looks like personal data (${added.kind}). Describe the case without the person, because git shares this file.`,
        zh: `memory-bank/${file.path} 第 ${added.line} 行像是个人数据（${added.kind}）。该文件通过 git 共享，请去掉可识别个人的信息。`,
      }
    }
    return undefined
  },
}
