/**
 * Where an entry comes from (S57): who said it, how and when a person agreed, what it rests on.
 *
 * Our code stamps it, never a model: nothing here is read from what an agent proposes, apart from its evidence.
 */

import type { ProposedKind } from './addition.ts'

export const SPEAKERS = ['user', 'agent', 'code', 'import'] as const
export type Speaker = (typeof SPEAKERS)[number]

/** Where a person agreed; `allowed` is a kind that they let agents write without asking. */
export const ACCEPTANCES = ['terminal', 'chat', 'form', 'page', 'allowed'] as const
export type Acceptance = (typeof ACCEPTANCES)[number]

/** What stands in a file of the bank. */
export interface Provenance {
  readonly saidBy: Speaker
  /** The day is YYYY-MM-DD; a file that a person edited may not say how. */
  readonly accepted?: {
    readonly how?: Acceptance
    readonly on: string
    /** Whoever agreed to it changed its words first. */
    readonly edited?: true
  }
  /** What it rests on first: a place in the repository, a commit. */
  readonly source?: string
}

/** Who adds to a bank, and where: what an entry's provenance is made of besides its evidence. */
export interface Stamp extends Omit<Provenance, 'source'> {
  readonly host?: string
  /** A hash: it tells two sessions apart and leads to neither. */
  readonly session?: string
}

/** What our journal keeps of one entry: what its file says, and what stays with us. */
export interface ProvenanceRecord extends Provenance, Stamp {
  readonly kind: ProposedKind
  /** The entry as a person would name it. */
  readonly title: string
  /** HEAD when it was written. */
  readonly commit?: string
  readonly evidence: readonly string[]
  readonly replaces?: string
}

/** Where an entry comes from, as far as somebody knows: its file, our journal, or git, which knows who wrote the lines. */
export type Origin =
  | (Provenance & { readonly from: 'file' | 'journal' })
  | { readonly from: 'git'; readonly author: string; readonly on: string }
