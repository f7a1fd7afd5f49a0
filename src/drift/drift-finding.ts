/** The result of a drift judge. */

import type { ClaimKind, Drift } from '../bank/drift.ts'
import type { Words } from '../base/language.ts'
import type { Commit } from './repository.ts'
import type { Statement } from './statements.ts'

/** A claim of a statement that the repository contradicts. */
export interface DriftFinding {
  readonly statement: Statement
  readonly about: ClaimKind
  /** As the bank writes it. */
  readonly claim: string
  readonly verdict: Drift['verdict']
  readonly now?: string
  readonly evidence: Words
  /** The commit that removed it, if git shows one. */
  readonly taken?: Commit
}

/** The evidence for something that a commit removed. */
export function removalEvidence({ commit, date }: Commit): Words {
  return commit === ''
    ? { en: 'removed since the last commit', zh: '上次提交之后被移除' }
    : { en: `removed in ${commit} (${date})`, zh: `已在 ${commit}（${date}）中移除` }
}
