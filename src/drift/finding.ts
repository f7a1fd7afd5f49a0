/** What a judge of drift reports. */

import type { ClaimKind, Drift } from '../bank/drift.ts'
import type { Words } from '../base/language.ts'
import type { Commit } from './repository.ts'
import type { Statement } from './statements.ts'

/** Something a statement claims and the repository contradicts. */
export interface Finding {
  readonly statement: Statement
  readonly about: ClaimKind
  /** The words of the bank. */
  readonly claim: string
  readonly verdict: Drift['verdict']
  readonly now?: string
  readonly evidence: Words
  /** The change that took it away, where git tells. */
  readonly taken?: Commit
}

/** The evidence for something that a commit removed. */
export function takenOut({ commit, date }: Commit): Words {
  return commit === ''
    ? { en: 'taken out since the last commit', zh: '上次提交之后被移除' }
    : { en: `taken out in ${commit} (${date})`, zh: `已在 ${commit}（${date}）中移除` }
}
