/**
 * How the bank is used (S56): the notes of a session, and the report of the command and the page.
 *
 * Shown, read and acted on are three separate figures. Each is a number of sessions, and they are never added up.
 */

import type { Language } from '../base/language.ts'

/** `offered`: a pack listed the entry without showing it. */
export const USES = ['shown', 'offered', 'read', 'acted'] as const
export type Use = (typeof USES)[number]

export const COSTS = ['opening', 'pack', 'note'] as const
export type Cost = (typeof COSTS)[number]

/** `ids`: entries of the file. `['']` is the whole file. */
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
  /** Set if the report covers only the last days. */
  readonly days?: number
  /** The first counted day. Undefined if nothing was counted. */
  readonly from?: string
  readonly sessions: number
  /** The cost of the memory per session. Undefined if no session was sent anything. */
  readonly tokens?: SessionTokens
  /** Every current entry of the bank, the most used first. */
  readonly entries: readonly EntryUse[]
  /** Entries that were often offered and never opened. The report suggests archiving them. */
  readonly unused: readonly UnusedEntry[]
  /** The number of counted entries that are no longer in the bank. */
  readonly gone: number
}

/** Whether uses are counted now, and if not, why. */
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
  readonly kind: string
  readonly title: string
  /** Relative to memory-bank/. */
  readonly path: string
  readonly line: number
  /** Sessions whose model saw the entry: in the opening, in a pack, or as a note on a file. */
  readonly shown: number
  /** Sessions in which a tool or a shell command read the entry. */
  readonly read: number
  /** Sessions in which the entry satisfied a gate or redirected a write. */
  readonly actedOn: number
  /** Sessions in which a pack listed the entry without showing it. */
  readonly offered: number
  /** The last day on which any of these happened. */
  readonly last?: string
  readonly standing: UseStanding
}

/** The strongest use: `used` is read or acted on, `never` is an entry that no session saw. */
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
  /** The number of entries that were read or acted on. */
  readonly used: number
  readonly tokensPerSession?: number
}
