/** The bank, which git shares, contains no personal data of customers (S35). A warning, or an error if configured. */

import type { Words } from '../../base/language.ts'
import { allowedLines } from '../../secrets/find-secrets.ts'
import { findPersonalData } from '../../secrets/personal-data.ts'
import { type CheckRule, report } from '../rule.ts'

export const personalData: CheckRule = {
  id: 'personal-data',
  about: { en: 'The bank contains no personal data of customers.', zh: 'Memory Bank 中没有客户的个人数据。' },
  folds: ({ path, message }) => `${path} ${message.en}`,
  check({ snapshot, memo, ownDomains, ownPeople, personalData: setting }) {
    return [...snapshot.files.values()].flatMap((page) => {
      const { path, text } = page
      const nobody = { ownDomains: [], ownPeople: [] }
      if (memo.of('no-personal-data', text, () => findPersonalData(text, nobody).length === 0)) return []
      if (findPersonalData(text, { ownDomains, ownPeople: [] }).length === 0) return []
      const allowed = allowedLines(
        page.lines.map((line) => line.text),
        () => true,
      )
      return findPersonalData(text, { ownDomains, ownPeople: ownPeople() })
        .filter(({ line }) => !allowed.has(line - 1))
        .map(({ kind, line }) => {
          const message = { en: `Possible personal data (${kind}).`, zh: `疑似个人数据（${kind}）。` }
          return report(setting === 'refuse' ? 'error' : 'warning', path, line, message, ANONYMISE)
        })
    })
  },
}

const ANONYMISE: Words = {
  en: 'Describe the case without the person, because git shares this file. If the address is yours, add its domain to "ownDomains" in memory-bank.json.',
  zh: '该文件由 git 共享，请去掉可识别的个人信息。若是自有域名，请写入 memory-bank.json 的 "ownDomains"。',
}
