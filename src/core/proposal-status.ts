/** What may become of a proposal, and how people read it. */

import type { Words } from './language.ts'

export const PROPOSAL_STATUSES = ['waiting', 'accepted', 'rejected', 'skipped', 'void'] as const
/**
 * waiting: for the user's next message, or for a terminal where no session hears the user · accepted: and carried out ·
 * rejected · skipped: the user went on to something else, and a person may still accept it · void: accepted, but the
 * bank had changed under it
 */
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** What became of a proposal, as people read it. */
export const PROPOSAL_STATUS_NAMES: Readonly<Record<ProposalStatus, Words>> = {
  waiting: { en: 'waiting', zh: '等待' },
  accepted: { en: 'accepted', zh: '已接受' },
  rejected: { en: 'rejected', zh: '已拒绝' },
  skipped: { en: 'skipped', zh: '已跳过' },
  void: { en: 'void', zh: '已失效' },
}
