/** A finding of `check`: the rule, the place, the problem, one next step, and a fix if that is safe. */

import type { EntryKind } from '../base/addition.ts'
import type { Words } from '../base/language.ts'
import type { Splice } from '../base/splice.ts'

export interface Finding {
  readonly rule: string
  readonly level: Level
  /** Relative to the bank. */
  readonly path: string
  /** Counted from 1. Undefined if the finding is about the whole file. */
  readonly line: number | undefined
  /** The last line, if the finding is about several lines. */
  readonly endLine?: number
  readonly message: Words
  readonly next: Words
  /** Only if the fix needs no judgement. */
  readonly fix?: Fix
}

/** A note never fails a check, not even a strict one. */
type Level = 'error' | 'warning' | 'note'

export type Fix =
  /** Edits of the finding's file, at offsets of the text that was checked. */
  | { readonly kind: 'splices'; readonly splices: readonly Splice[]; readonly why: Words }
  /** Adds missing columns to tables of entries. */
  | { readonly kind: 'widen-tables'; readonly entries: EntryKind }
  /** Updates the index to match its folder. */
  | { readonly kind: 'index' }
  /** Updates anchors to match the code they name. */
  | { readonly kind: 'anchors' }

/** The level of a rule in `memory-bank.json`: `"checks": { "dead-links": "warn" }`. */
export type RuleSetting = 'off' | 'warn' | 'error'
