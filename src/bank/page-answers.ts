/**
 * The answers of the page's server that no JSON schema of a command covers. Server and page share these types, so they
 * cannot differ.
 */

import type { ProposedKind } from '../base/addition.ts'
import type { Intent } from '../base/change.ts'
import type { Words } from '../base/language.ts'
import type { Origin, Speaker } from '../base/provenance-record.ts'
import type { FileDiff } from './file-diff.ts'
import type { ShownBlock } from './shown-blocks.ts'

/**
 * The answer to a login with a code from the terminal (POST /api/login). The response also sets a cookie. Every write
 * carries the key in the header PAGE_KEY. A cookie alone is not enough: browsers send cookies to every port of an
 * address, even to a program that an agent runs there. The page's storage is not shared between ports.
 */
export interface LoginAnswer {
  readonly key: string
}

export const PAGE_KEY = 'memory-bank-key'

/** A place in the repository or in the bank. Lines are counted from 1, both included. */
export interface LinkPlace {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string
  readonly first?: number
  readonly last?: number
}

/** A problem in words. It is the whole answer if the status is not 2xx. 401: not signed in. */
export interface ProblemText {
  readonly code: string
  readonly message: string
  readonly next: string
}

/** Lines of a file that the page opens. */
export interface SourceLines {
  readonly path: string
  readonly first: number
  /** The requested lines among those shown. */
  readonly marked?: { readonly first: number; readonly last: number }
  readonly lines: readonly string[]
  readonly total: number
}

/** A file in the list of the bank's files. */
export interface BankFile {
  /** Relative to memory-bank/. */
  readonly path: string
  readonly title: string
  readonly lines: number
  readonly tokens: number
  readonly updated?: string
  readonly entries: number
  /** Undefined if the code was not compared. */
  readonly doubts?: number
}

/** A file of the bank for reading, with secrets masked. */
export interface FilePage {
  readonly path: string
  readonly title: string
  readonly blocks: readonly ShownBlock[]
  readonly entries: readonly PageEntry[]
  readonly doubts: readonly Doubt[]
  /** The files of the bank that link here, with the lines. */
  readonly linkedFrom: readonly PageLink[]
  readonly updated?: string
  readonly tokens: number
}

export interface PageEntry {
  readonly id: string
  readonly kind: ProposedKind
  readonly title: string
  readonly line: number
  readonly date?: string
  readonly state?: string
  readonly provenance?: Origin
}

/** A fact that the code contradicts. */
export interface Doubt {
  readonly line: number
  readonly verdict: 'moved' | 'changed' | 'gone'
  readonly message: string
  readonly place?: LinkPlace
}

interface PageLink {
  readonly path: string
  readonly line: number
  readonly title: string
}

/** The journal and the commits of the bank in one timeline, newest first. */
export interface Timeline {
  readonly items: readonly TimelineItem[]
  readonly more: number
}

export type TimelineItem =
  | {
      readonly from: 'journal'
      readonly id: string
      readonly at: string
      readonly intent: Intent
      readonly title: string
      readonly files: readonly string[]
      readonly saidBy?: Speaker
      readonly undoes?: string
      readonly undoneBy?: string
      readonly canUndo: boolean
    }
  | {
      readonly from: 'git'
      readonly id: string
      readonly at: string
      readonly author: string
      readonly title: string
      readonly files: readonly string[]
    }

/** A file's diff with the entries that it adds, removes or changes. */
export interface ShownDiff extends FileDiff {
  readonly entries: readonly EntryDiff[]
  /** The entries contain every changed line. */
  readonly isWhole: boolean
}

export interface EntryDiff {
  readonly kind: ProposedKind
  readonly title: string
  readonly how: 'added' | 'removed' | 'changed'
  readonly parts: readonly ChangedPart[]
}

export interface ChangedPart {
  readonly name: Words
  readonly words: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }[]
}

/** A change of the bank that no person has confirmed (S34). */
export interface UnconfirmedAnswer {
  readonly path: string
  readonly at: string
  /** Its probable author, in words. */
  readonly cause: string
  /** Keeping or undoing the change names this hash. */
  readonly hash: string
  /** Empty if the former text is not known; then the change can only be kept. */
  readonly files: readonly ShownDiff[]
}

/** A plan that a person confirms on the page: undo, fix, archive. */
export interface PagePlan {
  readonly intent: Intent
  readonly title: string
  /** Confirming the plan names this hash. */
  readonly planHash: string
  readonly files: readonly ShownDiff[]
  readonly notes: readonly string[]
  readonly problem?: ProblemText
}

/** A change that the page made. A refusal is a problem instead. */
export interface WrittenAnswer {
  /** The id in the journal, for undo. */
  readonly change: string
  readonly files: readonly string[]
  /** The same summary as in every other channel (S44). */
  readonly summary: string
}
