/** A proposal (S42): its content, its target files, its reason, and the session that made it. */

import type { Addition, ProposedKind } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ProposalStatus } from '../base/proposal-status.ts'

export interface Proposal {
  readonly id: string
  readonly session: string
  /** The time of the proposal, ISO 8601. */
  readonly at: string
  readonly addition: Addition
  readonly targets: readonly BankPath[]
  readonly hash: string
  readonly status: ProposalStatus
  /** The host of the proposing session, if known. */
  readonly host?: string
  /** The original addition, if a person changed it. */
  readonly was?: Addition
  /** The user's reason for rejecting the proposal. */
  readonly because?: string
}

/** A line that a plan removes from the bank. */
export interface LeavingLine {
  readonly path: BankPath
  /** Secrets are masked (S35). */
  readonly text: string
}

/** An entry that the user is asked about. */
export interface Topic {
  readonly kind: ProposedKind
  readonly headline: string
}

export type ProposalContent = Omit<Proposal, 'hash' | 'status' | 'because'>

/** The id and hash of a proposal. An acceptance is bound to this hash. */
export interface ProposalRef {
  readonly id: string
  readonly hash: string
}

/**
 * A client whose chat is not visible has one session per proposal. The ids of these sessions begin with this prefix
 * and the client's id.
 */
export const UNHEARD = 'mcp-'

/** The id of the conversation, which all sessions of one client share. */
export function conversationOf(session: string): string {
  return session.startsWith(UNHEARD) ? session.slice(0, UNHEARD.length + UUID_LENGTH) : session
}

const UUID_LENGTH = 36
