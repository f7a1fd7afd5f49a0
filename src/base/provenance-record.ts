/**
 * The origin of an entry (S57): its speaker, how and when a person accepted it, and its evidence.
 *
 * Code writes it, never a model. Of an agent's proposal only the evidence is used.
 */

import type { ProposedKind } from './addition.ts'

export const SPEAKERS = ['user', 'agent', 'code', 'import'] as const
export type Speaker = (typeof SPEAKERS)[number]

/** How a person agreed. `allowed`: agents may write entries of this kind without asking. */
export const ACCEPTANCES = ['terminal', 'chat', 'form', 'page', 'allowed'] as const
export type Acceptance = (typeof ACCEPTANCES)[number]

/** The origin as it is written in a file of the bank. */
export interface Provenance {
  readonly saidBy: Speaker
  /** `on` is YYYY-MM-DD. `how` may be missing from a file that a person edited. */
  readonly accepted?: {
    readonly how?: Acceptance
    readonly on: string
    /** The person changed the words before agreeing. */
    readonly edited?: true
  }
  /** The first evidence: a place in the repository, or a commit. */
  readonly source?: string
}

/** The person or agent that adds an entry, and the channel. Together with the evidence this is the entry's origin. */
export interface Stamp extends Omit<Provenance, 'source'> {
  readonly host?: string
  /** A hash, so that sessions can be told apart but not identified. */
  readonly session?: string
}

/** The journal's record of one entry: what its file says, and what stays on this machine. */
export interface ProvenanceRecord extends Provenance, Stamp {
  readonly kind: ProposedKind
  /** The title by which a person knows the entry. */
  readonly title: string
  /** HEAD at the time of writing. */
  readonly commit?: string
  readonly evidence: readonly string[]
  readonly replaces?: string
}

/** The known origin of an entry: from its file, from the journal, or from git, which knows the author of the lines. */
export type Origin =
  | (Provenance & { readonly from: 'file' | 'journal' })
  | { readonly from: 'git'; readonly author: string; readonly on: string }
