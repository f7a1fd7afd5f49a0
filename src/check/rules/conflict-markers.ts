/** No file of the bank contains git conflict markers. */

import { findConflicts } from '../../bank/conflicts.ts'
import type { Words } from '../../base/language.ts'
import { type CheckRule, report } from '../rule.ts'

export const conflictMarkers: CheckRule = {
  id: 'conflict-markers',
  about: { en: 'No merge conflict is left unresolved.', zh: '没有未解决的合并冲突。' },
  check({ snapshot }) {
    return [...snapshot.files.values()].flatMap((page) => {
      const { whole, leftOver } = findConflicts(page)
      return [
        ...whole.map(({ first, last }) => ({
          ...report('error', page.path, first, unresolved(first, last), RESOLVE),
          endLine: last,
        })),
        ...leftOver.map(({ mark, line }) => report('error', page.path, line, leftover(mark), DELETE_MARKER)),
      ]
    })
  },
}

function unresolved(first: number, last: number): Words {
  return {
    en: `Unresolved merge conflict in lines ${first}–${last}.`,
    zh: `第 ${first}–${last} 行有未解决的合并冲突。`,
  }
}

function leftover(mark: string): Words {
  return { en: `Leftover conflict marker \`${mark}\`.`, zh: `残留的冲突标记 \`${mark}\`。` }
}

const RESOLVE: Words = {
  en: 'Run memory-bank resolve. It leaves only edits of the same entry for you to decide.',
  zh: '请运行 memory-bank resolve；只有同一条目的不同修改需要你来取舍。',
}
const DELETE_MARKER: Words = {
  en: 'Check the text around this marker, then delete the marker.',
  zh: '请检查标记前后的内容，然后删除该标记。',
}
