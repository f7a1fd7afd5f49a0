/**
 * A proposal with a person's words in it: the same proposal of the same agent, with other content and so another hash.
 *
 * What was proposed first stays with it; who types that again has edited nothing.
 */

import { type Addition, FIELDS } from '../core/addition.ts'
import type { Problem } from '../core/problem.ts'
import type { Proposal } from '../core/proposal.ts'
import { fail, ok, type Result } from '../core/result.ts'
import type { WritePlan } from '../refresh/plan-write.ts'
import { decodeAddition, fieldNamed } from '../text/decode-addition.ts'
import { hashOfProposal } from '../text/encode-proposal.ts'
import { secretIn } from '../write/judge-changes.ts'
import { contentFirst } from './plan-hash.ts'
import { contentOf } from './proposal-standing.ts'

/** What a person typed, by the name of the field; a field without words is left out. */
export type Fields = Readonly<Record<string, string>>

export function editedProposal(proposal: Proposal, fields: Fields | undefined): Result<Proposal> {
  const typed = withFields(proposal, fields)
  const problem = typed.problem ?? secretIn([typed.proposal.addition])
  return problem === undefined ? ok(typed.proposal) : fail(problem)
}

/** A proposal with what a person typed so far, and what keeps it from being one. */
export interface Typed {
  readonly proposal: Proposal
  readonly problem: Problem | undefined
}

export function withFields(proposal: Proposal, typed: Fields | undefined): Typed {
  const { kind, fields, evidence } = proposal.addition
  const said: Record<string, string> = Object.fromEntries(fields)
  for (const [name, text] of Object.entries(typed ?? {})) said[fieldNamed(name, kind) ?? name] = text
  const decoded = decodeAddition({ ...said, kind, evidence })
  if (decoded.ok) return { proposal: edited(proposal, decoded.value), problem: undefined }
  // What is there so far, for a person who is still typing.
  const unfinished = FIELDS.flatMap((field) => {
    const text = said[field]?.trim() ?? ''
    return text === '' ? [] : [[field, text] as const]
  })
  return { proposal: edited(proposal, { kind, fields: new Map(unfinished), evidence }), problem: decoded.problem }
}

/** With other words; what was proposed stays findable, and who proposed it. */
function edited(proposal: Proposal, addition: Addition): Proposal {
  const { was, ...rest } = proposal
  if (contentOf(addition) === contentOf(proposal.addition)) return proposal
  const before = was ?? proposal.addition
  const content = contentOf(addition) === contentOf(before) ? { ...rest, addition } : { ...rest, addition, was: before }
  return { ...content, hash: hashOfProposal(content) }
}

export function withTargets(proposal: Proposal, targets: WritePlan['targets'][number] = []): Proposal {
  const content = { ...proposal, targets: targets.toSorted(contentFirst) }
  return { ...content, hash: hashOfProposal(content) }
}
