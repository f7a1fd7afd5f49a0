/** A second document on a topic that has one is pointed out before it is written (S6); what is meant as another is written at the second attempt. */

import { bankWrites } from '../bank-writes.ts'
import { type Rule, refusesOnce } from '../rule.ts'

export const secondDocument: Rule = {
  id: 'second-document',
  order: 140,
  force: 'once',
  check(judged) {
    const { state, facts, policy } = judged
    for (const { path, before, after } of bankWrites(facts)) {
      if (before !== undefined || after === undefined) continue
      const spoken = `second-document ${path}`
      const rival = state.saidEver.has(spoken) ? undefined : policy.rivalOf(path, after)
      if (rival === undefined) continue
      const { en, zh } = refusesOnce(judged) ? AGAIN : WRITTEN
      return {
        en: `${rival.path} (“${rival.title}”) seems to be about the same as the new ${path}. ${en(rival.path)}`,
        zh: `${rival.path}（「${rival.title}」）与新文件 ${path} 似乎是同一主题。${zh(rival.path)}`,
        moments: [{ at: 'said', rule: spoken }],
        about: rival.path,
      }
    }
    return undefined
  },
}

const AGAIN = {
  en: (path: string) => `Read and update ${path} instead; if this is another topic, make the same write again.`,
  zh: (path: string) => `请读取并更新 ${path}；若确是另一主题，再次执行同样的写入即可。`,
}

const WRITTEN = {
  en: (path: string) => `Unless it is another topic, put this into ${path} and tell the user that the new file can go.`,
  zh: (path: string) => `若不是另一主题，请把内容写进 ${path}，并告诉用户新文件可以删除。`,
}
