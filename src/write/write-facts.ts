/** What a write needs to know besides the bank. */

import type { Templates } from '../text/templates.ts'

export interface WriteFacts {
  /** In the bank's language. */
  readonly templates: Templates
  /** YYYY-MM-DD, for what has no date of its own. */
  readonly today: string
  /** Files of the requirements folder on other branches and in other worktrees: their numbers are taken (S55). */
  readonly readNamesElsewhere: () => readonly string[]
}
