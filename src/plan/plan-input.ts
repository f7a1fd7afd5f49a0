/** Everything a planner may know: values read before it runs. Only the project is scanned when a planner asks for it. */

import type { SectionMemory } from '../bank/section-memory.ts'
import type { Arrival, FileDate, Snapshot } from '../bank/snapshot.ts'
import type { Templates } from '../bank/templates.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ConflictChoice } from '../base/change.ts'
import type { ProjectFacts } from '../project/facts.ts'

export interface PlanInput {
  readonly snapshot: Snapshot
  readonly templates: Templates
  /** What the project says about itself; an index and an addition need none of it. */
  readonly readFacts: () => ProjectFacts
  /** When the plan is made, ISO 8601 to the second. */
  readonly now: string
  /** When each file was last changed, by git or the disk. */
  readonly dates: ReadonlyMap<BankPath, FileDate>
  /** What we remember of the sections that we wrote (S4). */
  readonly remembered: SectionMemory
  /** The text of a file as git recorded it, where it did. */
  readonly committed: (path: BankPath) => string | undefined
  /** The day each file was last written on the disk, YYYY-MM-DD. */
  readonly touched: ReadonlyMap<BankPath, string>
  /** Files of the requirements folder on other branches and in other worktrees: their numbers are taken (S55). */
  readonly readNamesElsewhere: () => readonly string[]
  /** How files came to this branch; those that no commit of it has are left out. */
  readonly readArrivals: (paths: readonly BankPath[]) => ReadonlyMap<BankPath, Arrival>
  readonly onConflict: ConflictChoice | undefined
  /** What an older index said of files, by their new place. */
  readonly summaries?: ReadonlyMap<BankPath, string> | undefined
}
