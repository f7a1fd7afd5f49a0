/** An entry that only repeats the repository is pointed out before it is written (S58). A second attempt writes it. */

import { restatedWords, SAY_MORE } from '../../bank/restated-entry.ts'
import { bankWrites } from '../bank-writes.ts'
import { type GuardRule, refusesOnce } from '../rule.ts'

export const restatedEntry: GuardRule = {
  id: 'restated-entry',
  order: 145,
  force: 'once',
  check(judged) {
    const { state, facts, policy } = judged
    for (const { path, before = '', after } of bankWrites(facts)) {
      const found = after === undefined ? undefined : policy.restatedIn(path, before, after)
      if (found === undefined) continue
      const spoken = `restated-entry ${path} ${found.title}`
      if (state.saidEver.has(spoken)) continue
      const words = restatedWords(found.title, found.said)
      const again = refusesOnce(judged) ? AGAIN : { en: '.', zh: '。' }
      return {
        en: `${words.en} ${SAY_MORE.en}${again.en}`,
        zh: `${words.zh}${SAY_MORE.zh}${again.zh}`,
        moments: [{ at: 'said', rule: spoken }],
      }
    }
    return undefined
  },
}

const AGAIN = { en: ': repeat the same write.', zh: '：再次执行同样的写入即可。' }
