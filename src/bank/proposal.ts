/** A proposal: what would be written, where, why, and by which session it was made (S42). */

import type { Addition, ProposedKind } from '../base/addition.ts'
import type { BankPath } from '../base/bank-path.ts'
import type { ProposalStatus } from '../base/proposal-status.ts'

export interface Proposal {
  readonly id: string
  readonly session: string
  /** When it was made, ISO 8601. */
  readonly at: string
  readonly addition: Addition
  readonly targets: readonly BankPath[]
  readonly hash: string
  readonly status: ProposalStatus
  /** The host that it was proposed in, where that is known. */
  readonly host?: string
  /** What was proposed, where a person has changed it since. */
  readonly was?: Addition
  /** Why a person rejected it. */
  readonly because?: string
}

/** A line that a plan takes out of the bank. */
export interface LeavingLine {
  readonly path: BankPath
  /** Without the values of secrets in it (S35). */
  readonly text: string
}

/** One of the entries that a question is about, as a person would name it. */
export interface Topic {
  readonly kind: ProposedKind
  readonly headline: string
}

export type ProposalContent = Omit<Proposal, 'hash' | 'status' | 'because'>

/** What an acceptance is bound to. */
export interface ProposalRef {
  readonly id: string
  readonly hash: string
}

/** A client whose chat we cannot see has one session for each proposal. The ids of these sessions begin with this and the client's id. */
export const UNHEARD = 'mcp-'

/** The id of the conversation: the sessions of one client share it. */
export function conversationOf(session: string): string {
  return session.startsWith(UNHEARD) ? session.slice(0, UNHEARD.length + UUID_LENGTH) : session
}

const UUID_LENGTH = 36
