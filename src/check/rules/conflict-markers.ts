/** No merge was left half done: git's conflict markers stand in no file of the bank. */

import { type Conflict, findConflicts } from '../../bank/conflicts.ts'
import { pageOf } from '../../bank/page.ts'
import type { BankPath } from '../../base/bank-path.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Rule } from '../rule.ts'

export const conflictMarkers: Rule = {
  id: 'conflict-markers',
  about: { en: 'No merge was left half done.', zh: '没有未完成的合并。' },
  check({ snapshot }) {
    return [...snapshot.files.values()].flatMap(({ path, text }) => {
      const { whole, leftOver } = findConflicts(pageOf(text))
      return [...whole.map((conflict) => unresolved(path, conflict)), ...leftOver.map((one) => left(path, one))]
    })
  },
}

function unresolved(path: BankPath, { first, last }: Conflict): Finding {
  return {
    rule: 'conflict-markers',
    level: 'error',
    path,
    line: first,
    endLine: last,
    message: {
      en: `A merge conflict stands unresolved in lines ${first}–${last}.`,
      zh: `第 ${first}–${last} 行有未解决的合并冲突。`,
    },
    next: {
      en: 'Keep what holds of both sides and delete the three marker lines.',
      zh: '请取舍两边内容，并删去三行冲突标记。',
    },
  }
}

function left(path: BankPath, { mark, line }: { readonly mark: string; readonly line: number }): Finding {
  return {
    rule: 'conflict-markers',
    level: 'error',
    path,
    line,
    message: { en: `A merge left its mark \`${mark}\` here.`, zh: `合并在此留下了标记 \`${mark}\`。` },
    next: {
      en: 'Delete the line, after a look whether what stands around it is what holds.',
      zh: '请确认前后内容无误，然后删去这一行。',
    },
  }
}
