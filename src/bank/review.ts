/** A proposal as the page shows it for review (S42). */

import type { ProposedKind } from '../base/addition.ts'
import type { ProposalStatus } from '../base/proposal-status.ts'
import type { LinkPlace, ProblemText, ShownDiff } from './page-answers.ts'
import type { ShownBlock } from './shown-blocks.ts'

/** A proposal with everything that a person needs to answer it. Its effect is planned on the current bank. */
export interface Review {
  readonly id: string
  /** The hash of the original proposal. */
  readonly hash: string
  /** The hash of the plan with these fields. An acceptance names it. */
  readonly planHash: string | undefined
  readonly status: ProposalStatus
  readonly kind: ProposedKind
  readonly title: string
  /** The time of the proposal, ISO 8601. */
  readonly at: string
  readonly session: string
  /** The host of the proposing session, if known. */
  readonly host?: string
  readonly targets: readonly string[]
  /** In the order of the form. */
  readonly fields: readonly ReviewField[]
  readonly evidence: readonly ReviewEvidence[]
  readonly files: readonly ShownDiff[]
  /** Warnings for the user, for example that the entry repeats the README or names a customer. */
  readonly notes: readonly string[]
  readonly related: readonly RelatedEntry[]
  /** Why the proposal cannot be accepted in its current form. */
  readonly problem?: ProblemText
  /** The cost of the entry for a reader. */
  readonly tokens: number
  /** The user's reason for rejecting the proposal. */
  readonly because?: string
}

export interface ReviewField {
  /** The name in the command line and the tool. */
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
  /** Set if the evidence is an existing place. */
  readonly place?: LinkPlace
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
