/** No merge was left half done: git's conflict markers stand in no file of the bank. */

import type { BankPath } from '../../core/bank-path.ts'
import type { Finding } from '../../core/finding.ts'
import { type Line, scanLines } from '../../text/lines.ts'
import type { Rule } from '../rule.ts'

export const conflictMarkers: Rule = {
  id: 'conflict-markers',
  about: { en: 'No merge was left half done.', zh: '没有未完成的合并。' },
  check({ snapshot }) {
    return [...snapshot.files.values()].flatMap(({ path, text }) => {
      if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return []
      const lines = scanLines(text)
      const whole = conflicts(lines)
      return [
        ...whole.map((conflict) => unresolved(path, conflict)),
        ...leftOver(lines, whole).map((one) => left(path, one)),
      ]
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

interface Conflict {
  readonly first: number
  readonly last: number
}

/** Marks left behind where somebody deleted only some of the three. A quotation seven deep has more than one line. */
function leftOver(
  lines: readonly Line[],
  whole: readonly Conflict[],
): readonly { readonly mark: string; readonly line: number }[] {
  return lines.flatMap(({ text, fenced }, index) => {
    const mark = /^(?:<{7}|>{7})(?= |$)/.exec(text)?.[0]
    const isInside = whole.some(({ first, last }) => index + 1 >= first && index + 1 <= last)
    if (mark === undefined || fenced || isInside) return []
    const isQuotation =
      mark.startsWith('>') && [lines[index - 1], lines[index + 1]].some((near) => near?.text.startsWith('>'))
    return isQuotation ? [] : [{ mark, line: index + 1 }]
  })
}

/** All three marks in their order. A conflict shown whole inside a code fence is an example. */
function conflicts(lines: readonly Line[]): readonly Conflict[] {
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
