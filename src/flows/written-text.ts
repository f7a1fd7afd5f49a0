/**
 * What was written, as every channel tells it: the lines that came and went, then the summary (S44), in one fence, since
 * hosts read it as Markdown. No secret is shown.
 */

import { fenceOf } from '../bank/lines.ts'
import type { Change } from '../core/change.ts'
import type { Language } from '../core/language.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { previewLines } from '../text/change-preview.ts'
import { appliedText } from '../text/plan-text.ts'

export function writtenText(changes: readonly Change[], language: Language): string {
  const preview = maskSecrets(previewLines(changes, language).join('\n'))
  const text = [...(preview === '' ? [] : [preview]), appliedText(changes, language)].join('\n')
  const fence = fenceOf(text)
  return `${fence}diff\n${text}\n${fence}`
}
