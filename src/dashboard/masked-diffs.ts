/** The diffs of changes, with secrets masked (S35). */

import type { FileDiff } from '../bank/file-diff.ts'
import { fileDiffs } from '../bank/file-diff.ts'
import type { Change } from '../base/change.ts'
import { maskTexts } from '../secrets/mask.ts'

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
