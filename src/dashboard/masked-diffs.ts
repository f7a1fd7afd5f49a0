/** What changes do to files, for a person to look at: no value of a secret stands in it (S35). */

import type { Change } from '../base/change.ts'
import type { FileDiff } from '../bank/reports.ts'
import { maskTexts } from '../secrets/mask.ts'
import { fileDiffs } from '../bank/file-diff.ts'

export function maskedDiffs(changes: readonly Change[]): readonly FileDiff[] {
  const texts = changes.flatMap((change) => [
    ...('was' in change ? [change.was] : []),
    ...('text' in change ? [change.text] : []),
  ])
  const masked = maskTexts(texts)
  const shown = new Map(texts.map((text, index) => [text, masked[index]?.text ?? '']))
  const of = (text: string) => shown.get(text) ?? ''
  return fileDiffs(
    changes.map((change) => ({
      ...change,
      ...('was' in change ? { was: of(change.was) } : {}),
      ...('text' in change ? { text: of(change.text) } : {}),
    })),
  )
}
