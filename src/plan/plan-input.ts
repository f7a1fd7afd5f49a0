/** The input of every planner. Facts that few plans need are functions, called only when needed. */

import type { SectionMemory } from '../bank/section-memory.ts'
import type { Arrival, FileDate, Snapshot } from '../bank/snapshot.ts'
import type { Templates } from '../bank/templates.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ConflictChoice } from '../base/change.ts'
import type { ProjectFacts } from '../project/facts.ts'
import type { OldIndexRow } from './old-index.ts'

export interface PlanInput {
  readonly snapshot: Snapshot
  readonly templates: Templates
  /** The facts of the project. Indexes and additions do not need them. */
  readonly readFacts: () => ProjectFacts
  /** The time of planning, ISO 8601 to the second. */
  readonly now: string
  /** The last change of each file, by git or by modification time. */
  readonly dates: ReadonlyMap<BankPath, FileDate>
  /** Memory Bank's record of the sections it wrote (S4). */
  readonly remembered: SectionMemory
  /** The text of a file in the last commit, if any. */
  readonly committed: (path: BankPath) => string | undefined
  /** The day each file was last written on the disk, YYYY-MM-DD. */
  readonly touched: ReadonlyMap<BankPath, string>
  /** Files of the requirements folder on other branches and in other worktrees: their numbers are taken (S55). */
  readonly readNamesElsewhere: () => readonly string[]
  /** How each file came to this branch. Files without a commit are missing. */
  readonly readArrivals: (paths: readonly BankPath[]) => ReadonlyMap<BankPath, Arrival>
  readonly onConflict: ConflictChoice | undefined
  /** Entries of an older index, by the new place of each file. */
  readonly indexed?: ReadonlyMap<BankPath, OldIndexRow> | undefined
}
