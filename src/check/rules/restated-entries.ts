/** No fact or quick answer only repeats a manifest, a document, a comment or the file tree (S58). */

import { restatedWords, SAY_MORE } from '../../bank/restated-entry.ts'
import type { Words } from '../../base/language.ts'
import { type CheckRule, report } from '../rule.ts'

export const restatedEntries: CheckRule = {
  id: 'restated-entries',
  about: {
    en: 'No fact or quick answer only repeats the repository.',
    zh: '事实与快速答案不只是重复仓库中已有的内容。',
  },
  check({ findRestated }) {
    return findRestated().map(({ path, line, title, said }) =>
      report('note', path, line, restatedWords(title, said), NEXT),
    )
  },
}

const NEXT: Words = { en: `${SAY_MORE.en}, or delete it.`, zh: `${SAY_MORE.zh}，或删去。` }
