/** One finding of `check`: the rule, the place, what is wrong, the one thing to do, and a fix where that is safe. */

import type { EntryKind } from '../base/addition.ts'
import type { Words } from '../base/language.ts'
import type { Splice } from '../base/splice.ts'

export interface Finding {
  readonly rule: string
  readonly level: Level
  /** Relative to the bank. */
  readonly path: string
  /** Counted from 1; undefined where the finding is about the whole file. */
  readonly line: number | undefined
  /** The last line, if the finding is about several. */
  readonly endLine?: number
  readonly message: Words
  /** The one thing to do about it. */
  readonly next: Words
  /** The fix, if it needs nobody's judgement. */
  readonly fix?: Fix
}

/** A note asks for nothing: it never fails a check, however strict. */
type Level = 'error' | 'warning' | 'note'

export type Fix =
  /** Edits of the finding's file, at offsets of its text as it was checked. */
  | { readonly kind: 'splices'; readonly splices: readonly Splice[]; readonly why: Words }
  /** Adds the columns that tables of entries are missing. */
  | { readonly kind: 'widen-tables'; readonly entries: EntryKind }
  /** Updates the index to match its folder. */
  | { readonly kind: 'index' }
  /** Updates anchors to match the code they name. */
  | { readonly kind: 'anchors' }

/** The level that a person gave a rule in `memory-bank.json`: `"checks": { "dead-links": "warn" }`. */
export type RuleSetting = 'off' | 'warn' | 'error'
