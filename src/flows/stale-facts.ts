/** What a refresh cannot put right by itself: facts that somebody wrote and the repository contradicts (S15). */

import { Page } from '../bank/page.ts'
import type { Snapshot } from '../bank/snapshot.ts'
import type { BankState } from '../core/bank-state.ts'
import type { Change, Plan } from '../core/change.ts'
import { driftWords } from '../core/drift.ts'
import type { Words } from '../core/language.ts'
import { BANK_FOLDER } from '../core/layout.ts'
import { readBank } from '../workspace/bank/read-bank.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { driftOf } from './drift.ts'

const MOST_NOTES = 10

/** The proposal with a note for each stale fact that its plan leaves as it is. */
export function withStaleFacts<Proposal extends { readonly plan: Plan; readonly state: BankState }>(
  proposal: Proposal,
  workspace: Workspace,
): Proposal {
  if (proposal.state.kind !== 'current' || proposal.plan.intent !== 'refresh') return proposal
  const snapshot = readBank(workspace.place.bank, workspace.progress)
  if (!snapshot.ok) return proposal
  const found = driftOf(workspace, after(snapshot.value, proposal.plan.changes))
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

/** The bank as the plan will leave it: what a scan rewrites is not stale. */
function after(snapshot: Snapshot, changes: readonly Change[]): Snapshot {
  const files = new Map(snapshot.files)
  for (const change of changes) {
    const was = files.get(change.path)
    if (change.kind === 'edit' && was !== undefined) files.set(change.path, was.with(change.text))
    if (change.kind === 'remove' || change.kind === 'move') files.delete(change.path)
    if (change.kind === 'move' && was !== undefined) files.set(change.to, new Page(change.to, change.text, was.mtime))
  }
  return { ...snapshot, files }
}
