/** What became of a proposal, as people read it. */

import type { Words } from '../core/language.ts'
import type { ProposalStatus } from './proposal.ts'

export const PROPOSAL_STATUS_NAMES: Readonly<Record<ProposalStatus, Words>> = {
  waiting: { en: 'waiting', zh: '等待' },
  accepted: { en: 'accepted', zh: '已接受' },
  rejected: { en: 'rejected', zh: '已拒绝' },
  skipped: { en: 'skipped', zh: '已跳过' },
  void: { en: 'void', zh: '已失效' },
}
