/** No fact or quick answer only repeats what a manifest, a document, a comment or the file tree says itself (S58). */

import type { Finding } from '../../bank/finding.ts'
import { restatedWords, SAY_MORE } from '../../bank/restated.ts'
import type { Rule } from '../rule.ts'

export const restatedEntries: Rule = {
  id: 'restated-entries',
  about: {
    en: 'No fact or quick answer only repeats what the repository says itself.',
    zh: '没有事实或快速答案只是重复仓库本身已写明的内容。',
  },
  check({ findRestated }) {
    return findRestated().map(
      ({ path, line, title, said }): Finding => ({
        rule: 'restated-entries',
        level: 'note',
        path,
        line,
        message: restatedWords(title, said),
        next: { en: `${SAY_MORE.en}, or take it out.`, zh: `${SAY_MORE.zh}，或删去。` },
      }),
    )
  },
}
