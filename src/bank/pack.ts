/**
 * The context pack: the entries that match a question, as a value.
 *
 * Published as `schemas/context-pack.schema.json`; the name in `schema` changes when the shape does.
 */

import type { BankPath } from '../base/bank-path.ts'
import type { Language } from '../base/language.ts'
import type { Origin } from '../base/provenance-record.ts'

export const PACK_SCHEMA = 'memory-bank/context-pack/v3'

export interface ContextPack {
  readonly schema: typeof PACK_SCHEMA
  readonly question: string
  /** Words that the caller expects in a helpful entry. */
  readonly terms: readonly string[]
  /** The bank's language: that of headings and labels when the pack is printed. */
  readonly language: Language
  /** Entries of this pack that the code contradicts. */
  readonly conflicts: readonly PackConflict[]
  /** Best first. */
  readonly entries: readonly PackEntry[]
  /** Further matches, best first. */
  readonly more: readonly PackPointer[]
  /** Where nothing matches: places that may hold an answer. */
  readonly lookIn: readonly string[]
  /** Only for a caller that asks for it, because it was given no opening. */
  readonly summary?: ContextSummary
  /** Files of the bank, and documents it routes to, that were not searched: too large, or not ours to open (S39). */
  readonly unread?: readonly Unread[]
  readonly budget: PackBudget
}

/** What an entry is, by where it is written. `note`: anything else in the bank. `document`: a file outside the bank. */
export type PackKind =
  | 'decision'
  | 'learning'
  | 'requirement'
  | 'design'
  | 'focus'
  | 'progress'
  | 'tech'
  | 'answer'
  | 'note'
  | 'document'

/** A file of the bank, by its path there, or a document of the repository, by its path from the root. */
export type PackSource =
  | { readonly source: 'bank'; readonly path: BankPath }
  | { readonly source: 'document'; readonly path: string }

export type PackPointer = PackSource & PlacedTitle

interface PlacedTitle {
  readonly kind: PackKind
  readonly title: string
  /** Counted from 1, both included. */
  readonly startLine: number
  readonly endLine: number
  /** The day that the entry gives, `YYYY-MM-DD`. */
  readonly date?: string
}

export type PackEntry = PackPointer & PackEntryText

interface PackEntryText {
  /** The headings around it, outermost first. */
  readonly headings: readonly string[]
  /** What it says below its title, without blank lines. A long entry gives its beginning and the parts that match. */
  readonly text: string
  readonly isShortened: boolean
  /** Who said it and who agreed, where that is known (S57). */
  readonly provenance?: Origin
  /** Of the whole file as it was read; tells whether it changed since. */
  readonly hash: string
  readonly score: number
}

/** What MEMORY.md says of the project, each line with its place. */
export interface ContextSummary {
  readonly goal: readonly SummaryLine[]
  readonly focus: readonly SummaryLine[]
  readonly stack: readonly SummaryLine[]
}

export interface SummaryLine {
  readonly text: string
  readonly path: BankPath
  readonly line: number
}

/** A cited fact that the code contradicts. */
export interface PackConflict {
  readonly path: string
  readonly line: number
  readonly claim: string
  readonly found: string
}

interface Unread {
  readonly path: string
  readonly cause: string
}

interface PackBudget {
  /** Of the whole pack as it is printed. */
  readonly tokens: number
  readonly maxTokens: number
}
