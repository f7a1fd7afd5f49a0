/** What was written, as every channel tells it: the lines that came and went, then the summary (S44). No secret is shown. */

import type { Change } from '../core/change.ts'
import type { Language } from '../core/language.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { previewText } from '../text/change-preview.ts'
import { appliedText } from '../text/plan-text.ts'

export function writtenText(changes: readonly Change[], language: Language): string {
  const preview = maskSecrets(previewText(changes, language))
  return [...(preview === '' ? [] : [preview]), appliedText(changes, language)].join('\n\n')
}
