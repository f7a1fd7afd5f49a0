/** The shape of a check rule: it reads values, and finds what is wrong with one aspect of a bank. */

import type { BankPath } from '../core/bank-path.ts'
import type { Drift } from '../core/drift.ts'
import type { Words } from '../core/language.ts'
import type { Snapshot } from '../core/snapshot.ts'

export interface Rule {
  /** Its source, its page in docs/checks and its test have this name. */
  readonly id: string
  check(input: CheckInput): readonly Finding[]
}

export interface CheckInput {
  readonly snapshot: Snapshot
  /** Does this path, relative to the project root, exist? */
  readonly exists: (projectPath: string) => boolean
  /** Index files that a plan would change. */
  readonly indexesOutOfStep: readonly { readonly path: BankPath; readonly missing: boolean }[]
  /** Facts of the bank that the repository contradicts; looked for when asked. */
  readonly drift: () => readonly Drift[]
}

export interface Finding {
  readonly rule: string
  readonly level: 'error' | 'warning'
  /** Relative to the bank. */
  readonly path: string
  /** Counted from 1; undefined where the finding is about the whole file. */
  readonly line: number | undefined
  readonly message: Words
  /** The one thing to do about it. */
  readonly next: Words
}
