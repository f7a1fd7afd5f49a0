/** One step from a template version to the next. */

import type { Draft } from '../bank/draft.ts'
import type { Page } from '../bank/page.ts'
import type { Templates } from '../bank/templates.ts'
import type { Words } from '../base/language.ts'
import type { ProjectFacts } from '../project/facts.ts'

export interface Upgrade {
  readonly to: string
  /** Appends the additions of this version to the machine block. */
  upgrade(block: Page, templates: Templates, draft: Draft, readFacts: () => ProjectFacts): string
  describe(block: Page): readonly Words[]
}
