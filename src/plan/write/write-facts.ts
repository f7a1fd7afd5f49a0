/** Facts that a write needs in addition to the bank. */

import type { EvidencePlaces } from '../../bank/evidence-links.ts'
import type { Templates } from '../../bank/templates.ts'
import type { Provenance } from '../../base/provenance-record.ts'

export interface AdditionFacts {
  /** In the bank's language. */
  readonly templates: Templates
  /** YYYY-MM-DD, for entries without a date. */
  readonly today: string
  /** The author and the user's confirmation, for the provenance line of a document (S57). */
  readonly provenance?: Provenance
  /** The places that evidence may name. Without it, all are taken to exist. */
  readonly places?: EvidencePlaces
  /** Files of the requirements folder on other branches and in other worktrees: their numbers are taken (S55). */
  readonly readNamesElsewhere: () => readonly string[]
}
