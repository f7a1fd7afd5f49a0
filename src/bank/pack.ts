/**
 * The context pack: the entries that match a question.
 *
 * Published as `schemas/context-pack.schema.json`. The name in `schema` changes when the shape does.
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
  /** The bank's language, used for headings and labels in print. */
  readonly language: Language
  /** Entries of this pack that the code contradicts. */
  readonly conflicts: readonly PackConflict[]
  /** Best first. */
  readonly entries: readonly PackEntry[]
  /** Further matches, best first. */
  readonly more: readonly PackPointer[]
  /** If nothing matches: places that may hold an answer. */
  readonly lookIn: readonly string[]
  /** Only for callers that ask for it because they have no opening. */
  readonly summary?: ContextSummary
  /**
   * Files of the bank and routed documents that were not searched, because they are too large or unsafe to open (S39).
   */
  readonly unread?: readonly Unread[]
  readonly budget: PackBudget
}

/** The kind of an entry, by its file. `note`: anything else in the bank. `document`: a file outside the bank. */
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

/** A file of the bank, relative to it, or a document of the repository, relative to its root. */
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
  /** The date of the entry, `YYYY-MM-DD`. */
  readonly date?: string
}

export type PackEntry = PackPointer & PackEntryText

interface PackEntryText {
  /** The headings above it, outermost first. */
  readonly headings: readonly string[]
  /**
   * The text below its title, without blank lines. A long entry is reduced to its beginning and the parts that match.
   */
  readonly text: string
  readonly isShortened: boolean
  /** The known origin: the speaker and the acceptance, or git's author of the lines (S57). */
  readonly provenance?: Origin
  /** The hash of the whole file, to detect later changes. */
  readonly hash: string
  readonly score: number
}

/** A summary of MEMORY.md, each line with its place. */
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

/** A fact in the pack that the code contradicts. */
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
  /** Of the whole pack in print. */
  readonly tokens: number
  readonly maxTokens: number
}
