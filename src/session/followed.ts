/** What the end of a turn changed in the bank, and what the person should know of it. */

import type { Change } from '../base/change.ts'
import type { Words } from '../base/language.ts'

export interface Followed {
  readonly changes: readonly Change[]
  /** Documents that were added to an index, an index that was rebuilt. */
  readonly notes: readonly Words[]
}

export const NOTHING_OWED: Followed = { changes: [], notes: [] }
