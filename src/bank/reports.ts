/**
 * What the page asks its server for, beside what the commands print as JSON by their schemas: one type for what the
 * server answers and the page shows, so that the two cannot differ.
 */

import type { ProposedKind } from '../base/addition.ts'
import type { Change, Intent } from '../base/change.ts'
import type { Language } from '../base/language.ts'
import type { ProposalStatus } from '../base/proposal-status.ts'
import type { Origin, Speaker } from '../base/provenance-record.ts'

/**
 * What a code of the terminal is traded for (POST /api/login); the cookie comes beside it. Every write carries the key in
 * the header PAGE_KEY: a browser sends a cookie to every port of its address, also to a program that an agent runs there,
 * and the storage of a page to nobody.
 */
export interface SignedIn {
  readonly key: string
}

export const PAGE_KEY = 'memory-bank-key'

/** A place in the repository or in the bank; lines are counted from 1, both included. */
export interface Place {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly first?: number
  readonly last?: number
}

/** A problem, as it is told to a person: the whole answer where one of the server's is not 2xx. 401: not signed in. */
export interface ToldProblem {
  readonly code: string
  readonly message: string
  readonly next: string
}

/** What one file becomes. */
export interface FileDiff {
  readonly kind: Change['kind']
  /** Relative to memory-bank/. */
  readonly path: string
  /** Where a moved file goes. */
  readonly to?: string
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
}

export interface Hunk {
  /** The section that it stands in. */
  readonly heading?: string
  readonly lines: readonly DiffLine[]
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** Its number before and after. */
  readonly old?: number
  readonly new?: number
}

/** A proposal with all that a person needs to answer it; what it would do is planned on the bank as it is now. */
export interface Review {
  readonly id: string
  /** Of what was proposed. */
  readonly hash: string
  /** Of what accepting it would do, with the fields as they are here: an acceptance names it. */
  readonly planHash: string | undefined
  readonly status: ProposalStatus
  readonly kind: ProposedKind
  readonly title: string
  /** When it was made, ISO 8601. */
  readonly at: string
  readonly session: string
  /** The host that it was proposed in, where that is known. */
  readonly host?: string
  readonly targets: readonly string[]
  /** In the order of the form. */
  readonly fields: readonly ReviewField[]
  readonly evidence: readonly ReviewEvidence[]
  readonly files: readonly FileDiff[]
  /** What the person should know: it repeats the README, it names a customer. */
  readonly notes: readonly string[]
  readonly related: readonly RelatedEntry[]
  /** Why it cannot be accepted as it is. */
  readonly problem?: ToldProblem
  /** What the entry costs whoever reads it. */
  readonly tokens: number
  /** Why a person rejected it. */
  readonly because?: string
}

export interface ReviewField {
  /** As the command line and the tool name it. */
  readonly name: string
  readonly label: string
  readonly value: string
  /** The value as Markdown. */
  readonly blocks: readonly ShownBlock[]
  readonly required: boolean
  readonly choices?: readonly string[]
}

export interface ReviewEvidence {
  readonly text: string
  /** Where it can be opened, if it is a place that is there. */
  readonly place?: Place
}

export interface RelatedEntry {
  readonly id: string
  readonly kind: ProposedKind
  readonly title: string
  /** Relative to memory-bank/. */
  readonly path: string
  readonly line: number
  readonly date?: string
  readonly excerpt: string
  readonly how: 'similar' | 'replaced'
}

/** Lines of a file, for a place that was opened. */
export interface SourceLines {
  readonly path: string
  readonly first: number
  /** What is asked for, within the lines that are shown. */
  readonly marked?: { readonly first: number; readonly last: number }
  readonly lines: readonly string[]
  readonly total: number
}

/** What a session begins with, as it would be sent now. */
export interface OpeningReport {
  readonly kind: 'opening'
  readonly version: 1
  readonly language: Language
  readonly hosts: readonly OpeningHost[]
  /** The one that this is the opening of; undefined where it is the same for all. */
  readonly host: string | undefined
  /** To the byte. */
  readonly text: string
  readonly tokens: number
  readonly budget: number
  /** The whole text, piece by piece, in its order. */
  readonly parts: readonly OpeningPart[]
  readonly leftOut: readonly OpeningLeftOut[]
}

export interface OpeningHost {
  readonly id: string
  readonly name: string
  readonly isInstalled: boolean
  /** Where the host puts it: the system prompt, the first message. */
  readonly channel: string
}

export interface OpeningPart {
  /** `frame`, `protocol` and `state` are ours; the others are the bank's. */
  readonly kind: 'frame' | 'protocol' | 'state' | 'title' | 'section' | 'notes' | 'left-out'
  readonly name: string
  readonly tokens: number
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
}

export interface OpeningLeftOut {
  readonly name: string
  readonly tokens: number
  /** What a person can do to have it sent. */
  readonly remedy: string
}

/** A file of the bank, in the list of them. */
export interface BankFile {
  /** Relative to memory-bank/. */
  readonly path: string
  readonly title: string
  readonly lines: number
  readonly tokens: number
  readonly updated?: string
  readonly entries: number
  /** Undefined where the code was not asked. */
  readonly doubts?: number
}

/** A file of the bank to read, without the values of secrets. */
export interface FilePage {
  readonly path: string
  readonly title: string
  readonly blocks: readonly ShownBlock[]
  readonly entries: readonly PageEntry[]
  readonly doubts: readonly Doubt[]
  /** Who leads here: files of the bank, by their lines. */
  readonly linkedFrom: readonly PageLink[]
  readonly updated?: string
  readonly tokens: number
}

/** A block of Markdown as the page shows it; lines are counted from 1, both included. */
export type ShownBlock = BlockOf & { readonly first: number; readonly last: number }

export type BlockOf =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly items: readonly ShownItem[] }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'mark'; readonly is: 'user-start' | 'user-end' }
  | { readonly kind: 'paragraph'; readonly text: string }

export interface ShownItem {
  readonly first: number
  readonly last: number
  readonly depth: number
  readonly box: 'open' | 'checked' | undefined
  readonly number: string | undefined
  readonly text: string
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

/** What the code says otherwise. */
export interface Doubt {
  readonly line: number
  readonly verdict: 'moved' | 'changed' | 'gone'
  readonly message: string
  /** Where the code says so. */
  readonly place?: Place
}

interface PageLink {
  readonly path: string
  readonly line: number
  readonly title: string
}

/** One line of time: our journal and the commits that touched the bank, newest first. */
export interface Timeline {
  readonly items: readonly TimelineItem[]
  /** How many there are beyond these. */
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

/** A plan that waits for a person's word on the page: undo, fix, archive. */
export interface PagePlan {
  readonly intent: Intent
  readonly title: string
  /** Carrying it out names this. */
  readonly planHash: string
  readonly files: readonly FileDiff[]
  readonly notes: readonly string[]
  readonly problem?: ToldProblem
}

/** What a write came to. */
export type Written =
  | {
      readonly outcome: 'written'
      /** The journal's id, by which it can be undone. */
      readonly change: string
      readonly files: readonly string[]
      /** As every channel tells it (S44). */
      readonly summary: string
    }
  /** The bank or the proposal is no longer as it was shown: nothing was written. */
  | { readonly outcome: 'changed'; readonly problem: ToldProblem }
  | { readonly outcome: 'refused'; readonly problem: ToldProblem }
