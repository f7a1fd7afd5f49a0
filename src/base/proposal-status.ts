/** The states of a proposal, and their names. */

import type { Words } from './language.ts'

export const PROPOSAL_STATUSES = ['waiting', 'accepted', 'rejected', 'skipped', 'void'] as const
/**
 * waiting: for the user's next message, or for a terminal if no session can ask · accepted: and carried out · rejected
 * · skipped: the user continued without an answer, or undid it; a person can still accept it · void: accepted, but the
 * bank had changed since
 */
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** Whether the proposal can still be accepted. */
export function isOpen(status: ProposalStatus): boolean {
  return status === 'waiting' || status === 'skipped'
}

/** How a change of the bank moves a proposal: the change accepts it, and its undo reopens it. */
export interface ProposalStep {
  readonly id: string
  /** The hash of the proposal before this step, which the person agreed to. */
  readonly hash: string
  readonly from: ProposalStatus
  readonly to: ProposalStatus
  /** The proposal from now on, if a person changed its words. */
  readonly text?: string
}

export const PROPOSAL_STATUS_NAMES: Readonly<Record<ProposalStatus, Words>> = {
  waiting: { en: 'waiting', zh: '等待' },
  accepted: { en: 'accepted', zh: '已接受' },
  rejected: { en: 'rejected', zh: '已拒绝' },
  skipped: { en: 'skipped', zh: '已跳过' },
  void: { en: 'void', zh: '已失效' },
}
