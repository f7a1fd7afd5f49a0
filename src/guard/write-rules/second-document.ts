/** A second document on a topic is pointed out before it is written (S6). A second attempt writes it. */

import { bankWrites } from '../bank-writes.ts'
import { type GuardRule, refusesOnce } from '../rule.ts'

export const secondDocument: GuardRule = {
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
        en: `${rival.path} (“${rival.title}”) seems to have the same topic as the new ${path}. ${en(rival.path)}`,
        zh: `${rival.path}（「${rival.title}」）与新文件 ${path} 似乎是同一主题。${zh(rival.path)}`,
        moments: [{ at: 'said', rule: spoken }],
        about: rival.path,
      }
    }
    return undefined
  },
}

const AGAIN = {
  en: (path: string) => `Read and update ${path} instead. If this is another topic, repeat the same write.`,
  zh: (path: string) => `请读取并更新 ${path}；若确实是另一主题，再次执行同样的写入即可。`,
}

const WRITTEN = {
  en: (path: string) => `If so, move this text into ${path} and tell the user that the new file can be deleted.`,
  zh: (path: string) => `若是同一主题，请把内容写进 ${path}，并告诉用户新文件可以删除。`,
}
