/**
 * What a plan takes out of the bank: the lines that stand in no file any more once it is carried out.
 *
 * A line that only moves is no such line; nor are our stamps, what a template says where nothing is
 * said yet, and the rows of an index, which are made anew.
 */

import type { Change } from '../core/change.ts'
import { isIndexPath } from '../core/layout.ts'
import type { LeavingLine } from '../core/proposal.ts'
import { maskTexts } from '../secrets/mask.ts'
import { scanLines } from '../text/lines.ts'
import { isNothingYet } from '../text/templates.ts'

export function linesLeaving(changes: readonly Change[]): readonly LeavingLine[] {
  const kept = new Map<string, number>()
  for (const change of changes)
    if ('text' in change) for (const line of linesOf(change.text)) kept.set(line, (kept.get(line) ?? 0) + 1)
  return changes.flatMap((change) => {
    if (!('was' in change) || isIndexPath(change.path)) return []
    const gone = linesOf(change.was).filter((line) => {
      const left = kept.get(line) ?? 0
      if (left > 0) kept.set(line, left - 1)
      return left === 0
    })
    return maskTexts(gone).map(({ text }) => ({ path: change.path, text }))
  })
}

/** Those that say something. */
function linesOf(text: string): readonly string[] {
  return scanLines(text)
    .map((line) => line.text.trim())
    .filter((line) => line !== '' && !/^<!--.*-->$/.test(line) && !isNothingYet(line))
}
