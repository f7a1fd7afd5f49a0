/**
 * The context pack: what the bank has to say about a question, as a value.
 *
 * Published as `schemas/context-pack.schema.json`; the name in `schema` changes when the shape does.
 */

import type { BankPath } from './bank-path.ts'
import type { Language } from './language.ts'
import type { Origin } from './provenance.ts'

export const PACK_SCHEMA = 'memory-bank/context-pack/v2'

export interface ContextPack {
  readonly schema: typeof PACK_SCHEMA
  readonly question: string
  /** The bank's language: that of headings and marks when the pack is printed. */
  readonly language: Language
  readonly covered: Covered
  /** Empty for those who were given the opening of a session, which says the same. */
  readonly summary: ContextSummary
  /** Best first. */
  readonly evidence: readonly Evidence[]
  /** Short samples of the source files that the evidence names. */
  readonly samples: readonly SourceSample[]
  readonly conflicts: readonly PackConflict[]
  readonly openQuestions: readonly OpenQuestion[]
  /** Relevant, and not loaded. */
  readonly leftOut: readonly LeftOut[]
  /** Files and folders of the bank that nobody read, where there are any: too large, too long, or not ours to open (S39). */
  readonly unread?: readonly Unread[]
  readonly budget: PackBudget
}

/** Whether the bank answers what was asked, only touches it, or does not speak about it. */
export type Covered = 'yes' | 'weakly' | 'no'

/** What MEMORY.md says about the question; each line with its place. */
export interface ContextSummary {
  readonly goal: readonly SummaryLine[]
  readonly focus: readonly SummaryLine[]
  readonly stack: readonly SummaryLine[]
  readonly conventions: readonly SummaryLine[]
}

export interface SummaryLine {
  readonly text: string
  readonly path: BankPath
  readonly line: number
}

/** A file of the bank, by its path there, or a document of the repository that the bank routes to, by its path from the root. */
export type PackSource =
  | { readonly source: 'bank'; readonly path: BankPath }
  | { readonly source: 'document'; readonly path: string }

export type Evidence = PackSource & EvidenceLines

interface EvidenceLines {
  /** The headings that lead to it, outermost first. */
  readonly headings: readonly string[]
  /** Counted from 1, both included. */
  readonly startLine: number
  readonly endLine: number
  /** The lines, verbatim; an omission mark stands where some are left out. */
  readonly excerpt: string
  /** The names of the columns, where it is a row of a table. */
  readonly columns?: readonly string[]
  /** The day that the entry says it is of, `YYYY-MM-DD`, where it says one. */
  readonly date?: string
  /** Who said the entry and who agreed, where somebody knows (S57). */
  readonly provenance?: Origin
  /** Of the file. Milliseconds since the epoch. */
  readonly mtime: number
  /** Of the whole file as it was read; tells whether it changed since. */
  readonly hash: string
  readonly score: number
  readonly why: readonly WhyChosen[]
}

export type WhyChosen =
  /** It speaks about these words of the question. */
  | { readonly kind: 'matches'; readonly terms: readonly string[] }
  /** A routing rule leads here. */
  | { readonly kind: 'routed'; readonly intent: string }
  /** A page that answers links here. */
  | { readonly kind: 'linked'; readonly from: string }
  /** The question names the file. */
  | { readonly kind: 'named' }
  /** It states a rule or decision. */
  | { readonly kind: 'binding' }
  /** It is beside a matching section and completes it. */
  | { readonly kind: 'beside'; readonly heading: string }

export interface SourceSample {
  /** Relative to the project's root. */
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly excerpt: string
}

/** A cited fact that the code contradicts. */
export interface PackConflict {
  readonly path: string
  readonly line: number
  readonly claim: string
  readonly found: string
}

export interface OpenQuestion {
  /** Words of the question that nothing in the bank speaks about; empty when it is the question as a whole. */
  readonly about: readonly string[]
  /** Paths of the repository, or of the bank, where an answer may be. */
  readonly lookIn: readonly string[]
}

export type LeftOut = PackSource & (LeftOutLines | LeftOutWhole)

export interface LeftOutLines {
  readonly heading: string
  readonly startLine: number
  readonly endLine: number
  /** Which limit it did not fit into. */
  readonly over: 'files' | 'lines' | 'tokens'
}

/** A document that is too large to be searched. */
interface LeftOutWhole {
  readonly over: 'size'
}

interface Unread {
  readonly path: BankPath
  readonly cause: string
}

interface PackBudget {
  readonly files: number
  /** Of the evidence. */
  readonly lines: number
  /** Of the whole pack as it is printed. */
  readonly tokens: number
  readonly maxFiles: number
  readonly maxLines: number
  readonly maxTokens: number
}
