/** A person edits a proposal elsewhere, as `memory-bank proposals edit` does, and it still waits. */

import type { Proposal } from '../../src/bank/proposal.ts'
import { fail, type Result } from '../../src/base/result.ts'
import { editedProposal, type Fields } from '../../src/consent/proposal.ts'
import { Proposals } from '../../src/consent/proposals.ts'
import type { Workspace } from '../../src/disk/workspace.ts'

export function editProposal(
  workspace: Workspace,
  { id, hash, fields }: { readonly id: string; readonly hash: string; readonly fields: Fields },
): Result<Proposal> {
  const book = new Proposals(workspace)
  const [shown] = book.asShown([{ id, hash }])
  const edited = shown === undefined ? fail({ code: 'proposal-changed', id } as const) : editedProposal(shown, fields)
  if (!edited.ok) return edited
  const planned = book.planFor([edited.value], { language: undefined, onConflict: 'overwrite' })
  return planned.ok ? book.keepEdited(planned.value.proposals[0]?.proposal ?? edited.value) : planned
}
