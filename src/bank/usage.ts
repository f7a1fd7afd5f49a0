/**
 * How the bank is used (S56): the notes of a session, and the report that the command prints and the page shows.
 *
 * Shown, read and acted on are three figures. Each is a number of sessions, and they are never added up.
 */

import type { Language } from '../base/language.ts'

/** `offered`: a pack pointed to the entry without showing it. */
export const USES = ['shown', 'offered', 'read', 'acted'] as const
export type Use = (typeof USES)[number]

export const COSTS = ['opening', 'pack', 'note'] as const
export type Cost = (typeof COSTS)[number]

/** `ids`: entries of the file; `['']` is the file as a whole. */
export type UsedEntries = { readonly use: Use; readonly path: string; readonly ids: readonly string[] }

export type UseNote =
  | ({ readonly kind: 'use' } & UsedEntries)
  | { readonly kind: 'cost'; readonly of: Cost; readonly tokens: number }
export type UseRecord = UseNote & { readonly day: string }

export interface UsageReport {
  readonly kind: 'usage'
  readonly version: 2
  readonly language: Language
  readonly counting: Counting
  /** Only the last so many days were asked for. */
  readonly days?: number
  /** The first day of what is counted here; undefined where nothing is. */
  readonly from?: string
  readonly sessions: number
  /** What the memory cost a session; undefined where no session was told anything. */
  readonly tokens?: SessionTokens
  /** Every entry of the bank as it is now, the most used first. */
  readonly entries: readonly EntryUse[]
  /** Offered again and again and never followed: proposed for the archive. */
  readonly unused: readonly UnusedEntry[]
  /** Entries that were counted and are no longer in the bank. */
  readonly gone: number
}

/** Whether uses are counted now, and if not, what prevents it. */
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
  /** Sessions whose model was given it: in the opening, in a pack, at a file. */
  readonly shown: number
  /** Sessions in which a tool or a shell read it. */
  readonly read: number
  /** Sessions in which it satisfied a gate or redirected a write. */
  readonly actedOn: number
  /** Sessions in which a pack pointed to it. */
  readonly offered: number
  /** The last day of any of these. */
  readonly last?: string
  readonly standing: UseStanding
}

/** The strongest use: `used` is read or acted on, `never` is an entry that no session was told of. */
type UseStanding = 'used' | 'shown' | 'offered' | 'never'

export interface UnusedEntry {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly offered: number
  readonly firstOffered: string
}

/** The last weeks in one line. */
export interface UsageSummary {
  readonly days: number
  readonly sessions: number
  /** How many entries were read or acted on. */
  readonly used: number
  readonly tokensPerSession?: number
}
