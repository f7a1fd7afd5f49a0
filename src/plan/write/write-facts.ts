/** What a write needs to know besides the bank. */

import type { Templates } from '../../bank/templates.ts'
import type { Provenance } from '../../base/provenance-record.ts'
import type { EvidencePlaces } from '../../bank/evidence-links.ts'

export interface WriteFacts {
  /** In the bank's language. */
  readonly templates: Templates
  /** YYYY-MM-DD, for what has no date of its own. */
  readonly today: string
  /** Who says it, and how a person agreed: what a file of one entry says of itself (S57). None where nobody knows. */
  readonly provenance?: Provenance
  /** What the evidence of an entry may name; without it, every place is taken to be there. */
  readonly places?: EvidencePlaces
  /** Files of the requirements folder on other branches and in other worktrees: their numbers are taken (S55). */
  readonly readNamesElsewhere: () => readonly string[]
}
