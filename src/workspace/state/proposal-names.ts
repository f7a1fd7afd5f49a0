/** The files of proposals by their names, which say the id and what became of it; no file is opened. */

import { dirname, join, relative } from 'node:path'
import { PROPOSAL_STATUSES, type ProposalStatus } from '../../core/proposal-status.ts'
import { isThere, namesIn, readJson } from '../disk.ts'
import type { Project } from '../project/find-project.ts'

export interface ProposalName {
  readonly id: string
  readonly status: ProposalStatus
}

/** Where a proposal of this status is kept. */
export function proposalFile(folder: string, { id, status }: ProposalName): string {
  return join(folder, `${id}.${status}.json`)
}

export function proposalsFolder(stateFolder: string): string {
  return join(stateFolder, 'proposals')
}

/** The worktree that proposals were made in, and where the bank stands in it. */
export interface ProposalHome {
  readonly top: string
  /** Relative to the top. */
  readonly bank: string
}

/** Only git has worktrees that go and leave others. */
export function homeOf({ top, bank, gitFolder }: Project): ProposalHome | undefined {
  return gitFolder === undefined ? undefined : { top, bank: relative(top, bank) }
}

/** Says whose proposals these are; they outlive their worktree. */
export const HOME_FILE = 'home.json'

/** The proposals of the same bank in worktrees of this repository that are gone (S55). */
export function orphanedFolders(stateFolder: string, home: ProposalHome | undefined): readonly string[] {
  if (home === undefined) return []
  const own = proposalsFolder(stateFolder)
  return namesIn(dirname(stateFolder))
    .map((name) => proposalsFolder(join(dirname(stateFolder), name)))
    .filter((folder) => {
      const was = folder === own ? undefined : readHome(folder)
      return was !== undefined && was.bank === home.bank && !isThere(join(was.top, '.git'))
    })
}

function readHome(folder: string): ProposalHome | undefined {
  const said = readJson(join(folder, HOME_FILE))
  if (typeof said !== 'object' || said === null || !('top' in said) || !('bank' in said)) return undefined
  return typeof said.top === 'string' && typeof said.bank === 'string' ? { top: said.top, bank: said.bank } : undefined
}

export function proposalNames(folder: string): readonly ProposalName[] {
  return namesIn(folder).flatMap((name) => {
    const match = /^([a-z0-9]+)\.([a-z]+)\.json$/.exec(name)
    const status = PROPOSAL_STATUSES.find((candidate) => candidate === match?.[2])
    return match?.[1] === undefined || status === undefined ? [] : [{ id: match[1], status }]
  })
}

/** How many proposals nobody has answered, those of worktrees that are gone included; none where we may not look. */
export function waitingIn(stateFolder: string, home: ProposalHome | undefined): number {
  try {
    const folders = [proposalsFolder(stateFolder), ...orphanedFolders(stateFolder, home)]
    return folders.flatMap(proposalNames).filter(({ status }) => status === 'waiting').length
  } catch {
    return 0
  }
}
