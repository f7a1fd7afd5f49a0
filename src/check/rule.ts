/** The shape of a check rule: it reads values, and finds what is wrong with one aspect of a bank. */

import type { Snapshot } from '../bank/snapshot.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { Drift } from '../bank/drift.ts'
import type { Finding } from '../bank/finding.ts'
import type { MergedBank } from '../bank/holding.ts'
import type { Words } from '../base/language.ts'
import type { Memo } from '../base/memo.ts'
import type { Restated } from '../bank/restated.ts'

export interface Rule {
  /** Its source, its page in docs/checks and its test have this name. */
  readonly id: string
  /** What it asks of a bank, in a sentence. */
  readonly about: Words
  /** What `check --fix` mends of its findings, for the table in docs/check.md; absent if it mends none. */
  readonly fixes?: string
  check(input: CheckInput): readonly Finding[]
}

export interface CheckInput {
  readonly snapshot: Snapshot
  readonly memo: Memo
  /** Does this path, relative to the project root, exist? */
  readonly exists: (projectPath: string) => boolean
  /** The project's files outside the bank; asked for when something is missing. */
  readonly projectFiles: () => readonly string[]
  /** Index files that a plan would change. */
  readonly indexesOutOfStep: readonly { readonly path: BankPath; readonly missing: boolean }[]
  /** Domains whose e-mail addresses are the project's own. */
  readonly ownDomains: readonly string[]
  /** Addresses of the project's people; asked for when one is found. */
  readonly ownPeople: () => readonly string[]
  /** How much personal data counts: `refuse` makes it an error. */
  readonly personalData: 'warn' | 'refuse'
  /** Whether the bank is in team mode (S55). */
  readonly isTeams: boolean
  /** Facts of the bank that the repository contradicts; looked for when asked. */
  readonly drift: () => readonly Drift[]
  /** Entries that the repository says itself; looked for when asked. */
  readonly findRestated: () => readonly Restated[]
  /** The sides of a merge, where it is asked what became of them. */
  readonly merged?: MergedBank
}
