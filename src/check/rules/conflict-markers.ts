/** No merge was left half done: git's conflict markers stand in no file of the bank. */

import type { Finding } from '../../core/finding.ts'
import { type Line, scanLines } from '../../core/lines.ts'
import type { Rule } from '../rule.ts'

export const conflictMarkers: Rule = {
  id: 'conflict-markers',
  about: { en: 'No merge was left half done.', zh: '没有未完成的合并。' },
  check({ snapshot }) {
    return [...snapshot.files.values()].flatMap(({ path, text }) => {
      if (!text.includes('<<<<<<<') || !text.includes('>>>>>>>')) return []
      return conflicts(scanLines(text)).map(
        ({ first, last }): Finding => ({
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
        }),
      )
    })
  },
}

/** All three marks in their order. A conflict shown whole inside a code fence is an example. */
function conflicts(lines: readonly Line[]): readonly { readonly first: number; readonly last: number }[] {
  const found: { first: number; last: number }[] = []
  let open: number | undefined
  let parted = false
  for (const [index, { text }] of lines.entries()) {
    if (/^<{7}(?: |$)/.test(text)) {
      open = index
      parted = false
    } else if (open !== undefined && /^={7}$/.test(text)) {
      parted = true
    } else if (open !== undefined && parted && /^>{7}(?: |$)/.test(text)) {
      const isExample = lines.slice(open, index + 1).every((line) => line.fenced)
      if (!isExample) found.push({ first: open + 1, last: index + 1 })
      open = undefined
    }
  }
  return found
}
