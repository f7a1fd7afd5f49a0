/**
 * The state machine: state + event → what happened (moments), what we answer, and the new state.
 *
 * A note reaches the model with the tool's result.
 */

import type { BankPath } from '../base/bank-path.ts'
import { hashOfText } from '../base/content-hash.ts'
import type { HostEvent, ToolFacts, ToolFinished, Verdict } from '../bank/event.ts'
import { bankWrites } from './bank-writes.ts'
import type { RulesJudgement } from './judge.ts'
import { momentsOfCall } from './signals/in-call.ts'
import { type GuardState, type Moment, remember } from './state.ts'
import type { Answer } from './words.ts'

export interface Step {
  readonly state: GuardState
  readonly moments: readonly Moment[]
  readonly verdict: Verdict
  /** How the user's message was read, where it followed a proposal. */
  readonly answer?: Answer
  /** The document that the verdict points to. */
  readonly about?: BankPath
}

/** A call that is asked for, with what the rules say of it. */
export function stepOfRequest(state: GuardState, judgement: RulesJudgement): Step {
  return { ...after(state, judgement.moments), ...judgement }
}

export function stepOfFinish(state: GuardState, event: ToolFinished, facts: ToolFacts): Step {
  return after(state, [...readsOf(state, facts), ...momentsOfCall(state, event, facts)])
}

/** What is told of the session itself; what is said in it is in `consent/read-reply.ts` and `proposal.ts`. */
export function stepOfSession(state: GuardState, event: SessionStarted | Compacted): Step {
  return after(state, event.kind === 'compacted' ? [{ at: 'compacted' }] : startOf(state, event))
}

export function after(state: GuardState, moments: readonly Moment[]): Step {
  return { state: moments.reduce(remember, state), moments, verdict: { kind: 'allow' } }
}

type SessionStarted = Extract<HostEvent, { kind: 'session-started' }>
type Compacted = Extract<HostEvent, { kind: 'compacted' }>

/** Hosts say it again with each message or call; what is known already is no moment. */
function startOf(state: GuardState, { parent, agent }: SessionStarted): readonly Moment[] {
  const says = parent ?? agent
  const isKnown =
    says !== undefined && (parent ?? state.parent) === state.parent && (agent ?? state.agent) === state.agent
  if (isKnown) return []
  return [{ at: 'start', ...(parent === undefined ? {} : { parent }), ...(agent === undefined ? {} : { agent }) }]
}

/** What a finished call has put before the model's eyes. What it wrote it knows, if it knew what stood there before. */
function readsOf(state: GuardState, facts: ToolFacts): readonly Moment[] {
  if (facts.kind === 'reads' || facts.kind === 'shell') {
    const reads = facts.kind === 'reads' ? facts.bank : facts.reads
    return reads.map((read) => ({ at: 'read', path: read.path, hash: read.hash }))
  }
  return bankWrites(facts).flatMap((file) => {
    if (file.after === undefined || file.after === file.before) return []
    const knew = file.before === undefined || state.read.get(file.path)?.hash === hashOfText(file.before)
    return knew ? [{ at: 'read' as const, path: file.path, hash: hashOfText(file.after) }] : []
  })
}
