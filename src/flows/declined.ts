/** What people declined of a session's proposals, wherever they said so: in the chat of the session that started it, or at a terminal (S36). */

import type { Addition } from '../core/addition.ts'
import type { BankPath } from '../core/bank-path.ts'
import { conversationOf } from '../core/proposal.ts'
import { traceOf } from '../guard/find-trace.ts'
import type { Trace } from '../guard/trace.ts'
import { headlineOf } from '../text/decode-addition.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Sessions } from './sessions.ts'

const MOST_DEEP = 8

export async function declinedIn(
  { workspace, sessions }: { readonly workspace: Workspace; readonly sessions: Sessions },
  session: string,
): Promise<readonly Trace[]> {
  const traces: Trace[] = []
  let root = session
  for (let deep = 0; deep < MOST_DEEP; deep += 1) {
    const { parent, granted, declined } = sessions.state(root)
    // Who asked for it in this turn has it written by whomever they asked.
    if (granted.kind === 'everything') return []
    traces.push(...declined)
    if (parent === undefined) break
    root = parent
  }
  const { ProposalStore } = await import('../workspace/state/proposal-store.ts')
  const rejected = new ProposalStore(workspace.place.state)
    .list()
    .filter((one) => one.status === 'rejected' && conversationOf(one.session) === conversationOf(root))
  return [...traces, ...rejected.map(({ addition, targets }) => traceOfAddition(addition, targets))]
}

/** A removal leaves none: who declines that an entry goes has declined none of its words. */
export function traceOfAddition(addition: Addition, targets: readonly BankPath[]): Trace {
  if (addition.kind === 'removal') return { targets: [], title: '', words: [] }
  return traceOf(headlineOf(addition), [...addition.fields.values()].join('\n'), targets)
}
