/** The shape of a check rule: it reads the parsed pages of a bank and reports what is wrong with one aspect of it. */

import type { Drift } from '../bank/drift.ts'
import type { Finding } from '../bank/finding.ts'
import type { MergedBank } from '../bank/holding.ts'
import type { RestatedEntry } from '../bank/restated-entry.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Words } from '../base/language.ts'
import type { Memo } from '../base/memo.ts'

export interface CheckRule {
  /** Also the name of its source file, its test and its page in docs/checks. */
  readonly id: string
  /** A sentence that is true if the rule has no findings. */
  readonly about: Words
  /** The findings that `check --fix` repairs, for the table in docs/check.md; absent if there are none. */
  readonly fixes?: string
  check(input: CheckInput): readonly Report[]
  /**
   * Reports with the same returned name become one finding that lists the other places. Undefined keeps a report
   * separate.
   */
  folds?(report: Report): string | undefined
  /** The fewest reports that become one finding; 2 if absent. */
  readonly foldsFrom?: number
}

/** A finding without the name of its rule, which `check` adds. */
export type Report = Omit<Finding, 'rule'>

export function report(
  level: Finding['level'],
  path: string,
  line: number | undefined,
  message: Words,
  next: Words,
): Report {
  return { level, path, line, message, next }
}

export interface CheckInput {
  readonly snapshot: Snapshot
  readonly memo: Memo
  /** Does this path, relative to the project root, exist? */
  readonly exists: (projectPath: string) => boolean
  /** The project's files outside the bank. Called only if something is missing. */
  readonly projectFiles: () => readonly string[]
  /** Index files that a plan would create or change. */
  readonly indexesOutOfStep: readonly { readonly path: BankPath; readonly missing: boolean }[]
  /** Domains whose e-mail addresses are the project's own. */
  readonly ownDomains: readonly string[]
  /** E-mail addresses of the project's people. Called only if an address is found. */
  readonly ownPeople: () => readonly string[]
  /** `refuse` makes personal data an error. */
  readonly personalData: 'warn' | 'refuse'
  /** Whether the bank is in team mode (S55). */
  readonly isTeams: boolean
  /** Facts in the bank that the repository contradicts. */
  readonly drift: () => readonly Drift[]
  /** Entries that only repeat the repository. */
  readonly findRestated: () => readonly RestatedEntry[]
  /** Set by `check --merge`. */
  readonly merged?: MergedBank
}
