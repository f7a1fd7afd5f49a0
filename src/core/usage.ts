/**
 * How the bank was used (S56), as the command prints it and the page shows it.
 *
 * Shown, read, cited and acted on are four figures, each a number of sessions, and never added up.
 */

import type { Language } from './language.ts'

export interface UsageReport {
  readonly kind: 'usage'
  readonly version: 1
  readonly language: Language
  readonly counting: Counting
  /** Only the last so many days were asked for. */
  readonly days?: number
  /** The first day of what is counted here; undefined where nothing is. */
  readonly from?: string
  readonly sessions: number
  /** What the memory cost a session; undefined where none of the sessions that are kept one by one was told anything. */
  readonly tokens?: SessionTokens
  /** Every entry of the bank as it is now, the most used first. */
  readonly entries: readonly EntryUse[]
  /** Offered again and again and never followed: proposed for the archive. */
  readonly unused: readonly UnusedEntry[]
  /** Entries that were counted and are no longer in the bank. */
  readonly gone: number
}

/** Whether uses are counted now, and else what says no. */
export type Counting = 'on' | 'off' | 'off-by-environment' | 'state-not-writable'

/** Medians, in estimated tokens. */
export interface SessionTokens {
  readonly median: number
  readonly opening: number
  readonly packs: number
  readonly notes: number
}

export interface EntryUse {
  readonly id: string
  /** A kind of entry; `file` for a file of the bank as a whole. */
  readonly kind: string
  readonly title: string
  /** Relative to memory-bank/. */
  readonly path: string
  readonly line: number
  /** In how many sessions its lines were before the model's eyes, in the opening or in a pack. */
  readonly shown: number
  /** In how many a tool or a shell read them. */
  readonly read: number
  /** In how many an answer named it. */
  readonly cited: number
  /** In how many it satisfied a gate, changed a write, or was itself changed. */
  readonly actedOn: number
  /** In how many it was pointed at: listed under More in a pack, shown in part, or named at a file. */
  readonly offered: number
  /** The last day of any of these. */
  readonly last?: string
  readonly standing: UseStanding
}

/** used: read, cited or acted on. unused: shown or offered, and none of that. no-chance: nobody was told of it. */
type UseStanding = 'used' | 'unused' | 'no-chance'

export interface UnusedEntry {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly offered: number
  readonly firstOffered: string
}

/** The same in one line: of the last weeks, and without a look at the bank. */
export interface UsageSummary {
  readonly days: number
  readonly sessions: number
  /** How many entries were read, cited or acted on. */
  readonly used: number
  readonly tokensPerSession?: number
}
