/** No personal data of customers stands in a bank that git shares (S35): a warning, or an error where so set. */

import { pageOf } from '../../bank/page.ts'
import type { Finding } from '../../bank/finding.ts'
import { allowedLines } from '../../secrets/find-secrets.ts'
import { findPersonalData } from '../../secrets/personal-data.ts'
import type { Rule } from '../rule.ts'

export const personalData: Rule = {
  id: 'personal-data',
  about: { en: 'No personal data of customers stands in the bank.', zh: 'Memory Bank 中没有客户的个人数据。' },
  check({ snapshot, memo, ownDomains, ownPeople, personalData: setting }) {
    return [...snapshot.files.values()].flatMap(({ path, text }) => {
      const nobody = { ownDomains: [], ownPeople: [] }
      if (memo.of('no-personal-data', text, () => findPersonalData(text, nobody).length === 0)) return []
      if (findPersonalData(text, { ownDomains, ownPeople: [] }).length === 0) return []
      const allowed = allowedLines(
        pageOf(text).lines.map((line) => line.text),
        () => true,
      )
      return findPersonalData(text, { ownDomains, ownPeople: ownPeople() })
        .filter(({ line }) => !allowed.has(line - 1))
        .map(
          ({ kind, line }): Finding => ({
            rule: 'personal-data',
            level: setting === 'refuse' ? 'error' : 'warning',
            path,
            line,
            message: { en: `This looks like personal data (${kind}).`, zh: `此处像是个人数据（${kind}）。` },
            next: {
              en: 'Write the case without the person; git shares this file. Your own domains go into memory-bank.json ("ownDomains").',
              zh: '请去掉可识别的个人信息；该文件由 git 共享。自有域名可写入 memory-bank.json 的 "ownDomains"。',
            },
          }),
        )
    })
  },
}
