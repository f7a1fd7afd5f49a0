/** What may become of a proposal, and how people read it. */

import type { Words } from './language.ts'

export const PROPOSAL_STATUSES = ['waiting', 'accepted', 'rejected', 'skipped', 'void'] as const
/**
 * waiting: for the user's next message, or for a terminal where no session hears the user · accepted: and carried out ·
 * rejected · skipped: the user went on to something else, or undid it, and a person may still accept it · void: accepted,
 * but the bank had changed under it
 */
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** May still be accepted. */
export function isOpen(status: ProposalStatus): boolean {
  return status === 'waiting' || status === 'skipped'
}

/** A proposal's part in a change of the bank: the change accepts it, or its undo opens it again. */
export interface ProposalStep {
  readonly id: string
  /** Of the proposal before this step: what a person agreed to. */
  readonly hash: string
  readonly from: ProposalStatus
  readonly to: ProposalStatus
  /** The proposal as it is kept from then on, where a person changed its words. */
  readonly text?: string
}

/** What became of a proposal, as people read it. */
export const PROPOSAL_STATUS_NAMES: Readonly<Record<ProposalStatus, Words>> = {
  waiting: { en: 'waiting', zh: '等待' },
  accepted: { en: 'accepted', zh: '已接受' },
  rejected: { en: 'rejected', zh: '已拒绝' },
  skipped: { en: 'skipped', zh: '已跳过' },
  void: { en: 'void', zh: '已失效' },
}
