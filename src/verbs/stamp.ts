/** Provenance of new entries (S57): from facts the program knows, never from a model's claims. */

import { headlineOf } from '../bank/decode-addition.ts'
import { readEvidence } from '../bank/evidence.ts'
import type { Proposal } from '../bank/proposal.ts'
import { type Addition, fieldText } from '../base/addition.ts'
import { hashOfText } from '../base/content-hash.ts'
import { dayOf } from '../base/day-of.ts'
import type { Acceptance, ProvenanceRecord, Stamp } from '../base/provenance-record.ts'
import type { Workspace } from '../disk/workspace.ts'

/** Stamps an entry added at a terminal as the user's, because only a person may add entries there (S42). */
export function stampAtTerminal(workspace: Workspace): Stamp {
  return { saidBy: 'user', ...acceptance(workspace, 'terminal') }
}

/** For an agent's entry that a person accepted. */
export function stampOfAgent(
  workspace: Workspace,
  how: Acceptance,
  { session, host = workspace.host }: { readonly session: string; readonly host?: string },
): Stamp {
  return {
    saidBy: 'agent',
    ...acceptance(workspace, how),
    ...(host === undefined ? {} : { host }),
    session: hashOfText(session).slice(0, 12),
  }
}

/** Stamps of accepted proposals, from any host. Notes if a person edited the proposal. */
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

function acceptance({ now }: Workspace, how: Acceptance): Pick<Stamp, 'accepted'> {
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

/** The source that an evidence item names. Empty for free text, which cannot be looked up. */
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
