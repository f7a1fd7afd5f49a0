/** Who adds an entry, and what is recorded of it (S57): from what our code knows, never from what a model says of itself. */

import { type Addition, fieldText } from '../base/addition.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { Proposal } from '../bank/proposal.ts'
import type { Acceptance, ProvenanceRecord, Stamp } from '../base/provenance-record.ts'
import { dayOf } from '../base/day-of.ts'
import { headlineOf } from '../bank/decode-addition.ts'
import { readEvidence } from '../bank/evidence.ts'
import type { Workspace } from '../disk/workspace.ts'

/** Commands that add are a person's (S42). */
export function stampAtTerminal(workspace: Workspace): Stamp {
  return { saidBy: 'user', ...agreed(workspace, 'terminal') }
}

/** An agent's entry that a person agreed to. */
export function stampOfAgent(
  workspace: Workspace,
  how: Acceptance,
  { session, host = workspace.host }: { readonly session: string; readonly host?: string },
): Stamp {
  return {
    saidBy: 'agent',
    ...agreed(workspace, how),
    ...(host === undefined ? {} : { host }),
    session: hashOfText(session).slice(0, 12),
  }
}

/** Proposals that a person agrees to here, whichever hosts they come from; that they changed the words of one is said. */
export function stampsOf(
  workspace: Workspace,
  how: Acceptance,
  proposals: readonly Proposal[],
): (addition: Addition) => Stamp | undefined {
  return (addition) => {
    const proposal = proposals.find((one) => one.addition === addition)
    if (proposal === undefined) return undefined
    const stamp = stampOfAgent(workspace, how, proposal)
    const { accepted } = stamp
    const isAsProposed = proposal.was === undefined || accepted === undefined
    return isAsProposed ? stamp : { ...stamp, accepted: { ...accepted, edited: true } }
  }
}

function agreed({ now }: Workspace, how: Acceptance): Pick<Stamp, 'accepted'> {
  return { accepted: { how, on: dayOf(now().getTime()) } }
}

export function recordOf(addition: Addition, stamp: Stamp, root: string): ProvenanceRecord {
  const { kind, evidence } = addition
  const replaces = fieldText(addition, 'replaces')
  const source = evidence.flatMap((item) => sourceIn(item, root)).at(0)
  return {
    ...stamp,
    kind,
    title: headlineOf(addition),
    evidence,
    ...(source === undefined ? {} : { source }),
    ...(replaces === '' ? {} : { replaces }),
  }
}

/** Words are no source that anybody could look up. */
function sourceIn(item: string, root: string): readonly string[] {
  const named = readEvidence(item, root)
  switch (named.kind) {
    case 'path':
      return [named.line === undefined ? named.path : `${named.path}:${named.line}`]
    case 'commit':
      return [named.hash]
    case 'outside':
    case 'words':
      return []
  }
}
