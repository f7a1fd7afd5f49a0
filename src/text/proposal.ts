/**
 * A proposal: what would be written, where, why, and by which session it was made (S42).
 *
 * Its hash is of all of that, so that an acceptance is of this content and no other: a proposal that reads otherwise
 * than when it was shown has another hash and was never accepted.
 */

import { type BankPath, bankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import { type Addition, decodeAddition, encodeAddition } from './addition.ts'

export const PROPOSAL_STATUSES = ['waiting', 'accepted', 'rejected', 'skipped', 'void'] as const
/**
 * waiting for the user's next message, or where no session hears them for a terminal · accepted and carried out · rejected · skipped: the user went on to something
 * else, and a person may still accept it · void: accepted, but the bank had changed under it
 */
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

export interface Proposal {
  readonly id: string
  readonly session: string
  /** When it was made, ISO 8601. */
  readonly at: string
  readonly addition: Addition
  readonly targets: readonly BankPath[]
  readonly hash: string
  readonly status: ProposalStatus
}

/** A line that a plan takes out of the bank. */
export interface LeavingLine {
  readonly path: BankPath
  /** Without the values of secrets in it (S35). */
  readonly text: string
}

export type ProposalContent = Omit<Proposal, 'hash' | 'status'>

/** What an acceptance is bound to. */
export interface ProposalRef {
  readonly id: string
  readonly hash: string
}

/** A client whose chat we do not hear has a session for each of its proposals; they begin with this and the client's id. */
export const UNHEARD = 'mcp-'

/** The sessions of one client are one conversation. */
export function conversationOf(session: string): string {
  return session.startsWith(UNHEARD) ? session.slice(0, UNHEARD.length + UUID_LENGTH) : session
}

const UUID_LENGTH = 36

export function hashOfProposal({ id, session, at, addition, targets }: ProposalContent): string {
  return hashOfText(JSON.stringify([id, session, at, encodeAddition(addition), targets]))
}

export function encodeProposal(proposal: Omit<Proposal, 'status'>): string {
  const { id, session, at, addition, targets, hash } = proposal
  return JSON.stringify({ format: 1, id, session, at, addition: encodeAddition(addition), targets, hash })
}

/** Undefined where it cannot be understood, or is not what its hash says. */
export function decodeProposal(raw: unknown, status: ProposalStatus): Proposal | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const field = (name: string): unknown => Reflect.get(raw, name)
  const [id, session, at, hash] = ['id', 'session', 'at', 'hash'].map(field)
  const named = field('targets')
  const addition = decodeAddition(field('addition'))
  if (typeof id !== 'string' || typeof session !== 'string' || typeof at !== 'string' || !addition.ok) return undefined
  const targets = Array.isArray(named)
    ? named.flatMap((path) => (typeof path === 'string' ? (bankPath(path) ?? []) : []))
    : []
  const content = { id, session, at, addition: addition.value, targets }
  return hash === hashOfProposal(content) ? { ...content, hash, status } : undefined
}
