/** What a refresh cannot put right by itself: facts that somebody wrote and the repository contradicts (S15). */

import type { Snapshot } from '../bank/snapshot.ts'
import type { BankState } from '../bank/bank-state.ts'
import type { Change, Plan } from '../base/change.ts'
import { type Drift, driftWords } from '../bank/drift.ts'
import type { Words } from '../base/language.ts'
import { BANK_FOLDER } from '../base/layout.ts'
import { NO_MEMO } from '../base/memo.ts'
import { readBank } from '../disk/bank/read-bank.ts'
import { gitStatus } from '../disk/git/status.ts'
import type { Workspace } from '../disk/workspace.ts'
import { keptDriftOf } from './drift.ts'

const MOST_NOTES = 10

/** The proposal with a note for each stale fact that its plan leaves as it is. */
export function withStaleFacts<Proposal extends { readonly plan: Plan; readonly state: BankState }>(
  proposal: Proposal,
  workspace: Workspace,
): Proposal {
  if (proposal.state.kind !== 'current' || proposal.plan.intent !== 'refresh') return proposal
  const snapshot = readBank(workspace.place.bank, workspace.progress)
  if (!snapshot.ok) return proposal
  const { project, now } = workspace
  const status = project.gitFolder === undefined ? undefined : gitStatus(project.root, now)
  const isLeft = linesLeft(snapshot.value, proposal.plan.changes)
  const found = keptDriftOf(workspace, snapshot.value, () => true, { status, memo: NO_MEMO }).filter(isLeft)
  if (found.length === 0) return proposal
  const notes = found.slice(0, MOST_NOTES).map((drift): Words => {
    const words = driftWords(drift)
    const place = `${BANK_FOLDER}/${drift.path}:${drift.line}`
    return { en: `Stale: ${place} ${words.en}`, zh: `过时：${place} ${words.zh}` }
  })
  const more = found.length - notes.length
  const rest: Words = { en: `${more} more: memory-bank check`, zh: `另有 ${more} 处：memory-bank check` }
  const { plan } = proposal
  return { ...proposal, plan: { ...plan, notes: [...plan.notes, ...notes, ...(more > 0 ? [rest] : [])] } }
}

/** Whether the plan leaves a line as it is: what a scan rewrites is not stale. */
function linesLeft({ files }: Snapshot, changes: readonly Change[]): (drift: Drift) => boolean {
  return ({ path, line }) => {
    const change = changes.find((one) => one.path === path)
    if (change === undefined) return true
    const said = files.get(path)?.text.split('\n')[line - 1] ?? ''
    return 'text' in change && change.text.split('\n').includes(said)
  }
}
