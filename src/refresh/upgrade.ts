/** One step from a template version to the next. */

import type { Draft } from '../bank/draft.ts'
import type { Templates } from '../bank/templates.ts'
import type { Words } from '../core/language.ts'

export interface Upgrade {
  readonly to: string
  /** The machine block with what this version added. Appends only. */
  upgrade(block: string, templates: Templates, draft: Draft): string
  describe(block: string): readonly Words[]
}
