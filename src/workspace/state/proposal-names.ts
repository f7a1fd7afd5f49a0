/** The files of proposals by their names, which say the id and what became of it; no file is opened. */

import { join } from 'node:path'
import { PROPOSAL_STATUSES, type ProposalStatus } from '../../core/proposal-status.ts'
import { namesIn } from '../disk.ts'

export interface ProposalName {
  readonly id: string
  readonly status: ProposalStatus
}

export function proposalsFolder(stateFolder: string): string {
  return join(stateFolder, 'proposals')
}

export function proposalNames(folder: string): readonly ProposalName[] {
  return namesIn(folder).flatMap((name) => {
    const match = /^([a-z0-9]+)\.([a-z]+)\.json$/.exec(name)
    const status = PROPOSAL_STATUSES.find((candidate) => candidate === match?.[2])
    return match?.[1] === undefined || status === undefined ? [] : [{ id: match[1], status }]
  })
}

/** How many proposals nobody has answered; none where we may not look. */
export function waitingIn(stateFolder: string): number {
  try {
    return proposalNames(proposalsFolder(stateFolder)).filter(({ status }) => status === 'waiting').length
  } catch {
    return 0
  }
}
