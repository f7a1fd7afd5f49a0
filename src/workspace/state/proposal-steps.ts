/**
 * What a transaction of the bank does to proposals, by their names alone. The bank's lock is held; a step that was taken
 * is not taken again, so that recovery may repeat them.
 */

import { renameSync } from 'node:fs'
import type { Problem } from '../../core/problem.ts'
import type { ProposalStatus, ProposalStep } from '../../core/proposal-status.ts'
import { isRecord } from '../../core/record.ts'
import { isThere, readJson, replaceDurably, syncFolder } from '../disk.ts'
import { proposalFile, proposalNames, proposalsFolder } from './proposal-names.ts'

/** A yes is to a proposal as it was shown, and to each only once. */
export function firstAnswered(steps: readonly ProposalStep[], stateFolder: string): Problem | undefined {
  for (const { id, hash, from } of steps) {
    const now = standingOf(id, stateFolder)
    if (now?.status !== from) return { code: 'proposal-settled', id, status: now?.status ?? 'void' }
    if (now.hash !== hash) return { code: 'proposal-changed', id }
  }
  return undefined
}

export function standingOf(
  id: string,
  stateFolder: string,
): { readonly status: ProposalStatus; readonly hash: string } | undefined {
  const folder = proposalsFolder(stateFolder)
  const named = proposalNames(folder).find((name) => name.id === id)
  const stored = named === undefined ? undefined : readJson(proposalFile(folder, named))
  if (named === undefined || !isRecord(stored) || typeof stored['hash'] !== 'string') return undefined
  return { status: named.status, hash: stored['hash'] }
}

export function takeSteps(steps: readonly ProposalStep[] | undefined, stateFolder: string): void {
  const folder = proposalsFolder(stateFolder)
  if (steps === undefined || steps.length === 0 || !isThere(folder)) return
  for (const { id, from, to, text } of steps) {
    const path = proposalFile(folder, { id, status: from })
    // Taken already, or pruned meanwhile.
    if (!isThere(path)) continue
    if (text !== undefined) replaceDurably(path, Buffer.from(text), `${path}.${process.pid}.tmp`, 0o600)
    renameSync(path, proposalFile(folder, { id, status: to }))
  }
  syncFolder(folder)
}

/** Words that a person gave a proposal stay with it. */
export function takeStepsBack(steps: readonly ProposalStep[] | undefined, stateFolder: string): void {
  takeSteps(
    steps?.map(({ id, hash, from, to }) => ({ id, hash, from: to, to: from })),
    stateFolder,
  )
}
