/** The diffs of changes by line and by entry, with secrets masked (S35). */

import { fileDiffs } from '../bank/file-diff.ts'
import type { ShownDiff } from '../bank/page-answers.ts'
import type { Change } from '../base/change.ts'
import { maskTexts } from '../secrets/mask.ts'
import { withEntries } from './entry-diffs.ts'

export function maskedDiffs(changes: readonly Change[]): readonly ShownDiff[] {
  const texts = changes.flatMap((change) => [
    ...('was' in change ? [change.was] : []),
    ...('text' in change ? [change.text] : []),
  ])
  const masked = maskTexts(texts)
  const shown = new Map(texts.map((text, index) => [text, masked[index]?.text ?? '']))
  const of = (text: string) => shown.get(text) ?? ''
  return changes.flatMap((change) => {
    const clean = {
      ...change,
      ...('was' in change ? { was: of(change.was) } : {}),
      ...('text' in change ? { text: of(change.text) } : {}),
    }
    return fileDiffs([clean]).map((file) => withEntries(file, clean))
  })
}
