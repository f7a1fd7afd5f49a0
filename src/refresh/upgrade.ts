/** One step from a template version to the next. */

import type { Draft } from '../core/draft.ts'
import type { Words } from '../core/language.ts'
import type { Templates } from '../text/templates.ts'

export interface Upgrade {
  readonly to: string
  /** The machine block with what this version added. Appends only. */
  upgrade(block: string, templates: Templates, draft: Draft): string
  describe(block: string): readonly Words[]
}
