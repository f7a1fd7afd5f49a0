/** The steps from one template version to the next, in their order. */

import type { Draft } from '../../core/draft.ts'
import type { Words } from '../../core/language.ts'
import type { Templates } from '../../text/templates.ts'
import { v70ToV71 } from './v7.0-to-v7.1.ts'

export interface Upgrade {
  readonly to: string
  /** The machine block with what this version added. Appends only. */
  upgrade(block: string, templates: Templates, draft: Draft): string
  describe(block: string): readonly Words[]
}

export const UPGRADES: readonly Upgrade[] = [v70ToV71]
