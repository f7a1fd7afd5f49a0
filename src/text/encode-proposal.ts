/**
 * A proposal as it is kept on the disk, with its hash.
 *
 * The hash is of all its content, so that an acceptance is of this content and no other: a proposal that reads otherwise
 * than when it was shown has another hash and was never accepted.
 */

import { bankPath } from '../core/bank-path.ts'
import { hashOfText } from '../core/content-hash.ts'
import type { Proposal, ProposalContent } from '../core/proposal.ts'
import type { ProposalStatus } from '../core/proposal-status.ts'
import { decodeAddition, encodeAddition } from './decode-addition.ts'

export function hashOfProposal({ id, session, at, addition, targets, was }: ProposalContent): string {
  const said = [id, session, at, encodeAddition(addition), targets]
  return hashOfText(JSON.stringify(was === undefined ? said : [...said, encodeAddition(was)]))
}

export function encodeProposal(proposal: Omit<Proposal, 'status'>): string {
  const { id, session, at, targets, hash, host, because } = proposal
  const addition = encodeAddition(proposal.addition)
  const was = proposal.was === undefined ? undefined : encodeAddition(proposal.was)
  return JSON.stringify({ format: 1, id, session, at, addition, targets, hash, host, was, because })
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
  const was = field('was') === undefined ? undefined : decodeAddition(field('was'))
  if (was?.ok === false) return undefined
  const [host, because] = [field('host'), field('because')]
  const content = {
    id,
    session,
    at,
    addition: addition.value,
    targets,
    ...(was === undefined ? {} : { was: was.value }),
    ...(typeof host === 'string' ? { host } : {}),
  }
  if (hash !== hashOfProposal(content)) return undefined
  return { ...content, hash, status, ...(typeof because === 'string' ? { because } : {}) }
}
