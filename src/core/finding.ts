/** One thing `check` reports: which rule, where, what is wrong, the one thing to do, and how to fix it where that is safe. */

import type { EntryKind } from './addition.ts'
import type { Words } from './language.ts'
import type { Splice } from './splice.ts'

export interface Finding {
  readonly rule: string
  readonly level: Level
  /** Relative to the bank. */
  readonly path: string
  /** Counted from 1; undefined where the finding is about the whole file. */
  readonly line: number | undefined
  /** The last line it is about, where that is another one. */
  readonly endLine?: number
  readonly message: Words
  /** The one thing to do about it. */
  readonly next: Words
  /** What can be done about it without anybody's judgement. */
  readonly fix?: Fix
}

type Level = 'error' | 'warning'

export type Fix =
  /** Edits of the finding's file, at offsets of its text as it was checked. */
  | { readonly kind: 'splices'; readonly splices: readonly Splice[]; readonly why: Words }
  /** The tables of entries get the columns they lack. */
  | { readonly kind: 'widen-tables'; readonly entries: EntryKind }
  /** The index is brought in step with its folder. */
  | { readonly kind: 'index' }
  /** Anchors follow the code they name. */
  | { readonly kind: 'anchors' }

/** What a person made of a rule: `memory-bank.json`, `"checks": { "dead-links": "warn" }`. */
export type RuleSetting = 'off' | 'warn' | 'error'
