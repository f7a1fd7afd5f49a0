/**
 * The state machine: state + event → what happened (moments), what we answer, and the new state.
 *
 * A note reaches the model with the tool's result.
 */

import { hashOfText } from '../core/content-hash.ts'
import type { HostEvent, ToolFacts, Verdict } from '../core/event.ts'
import { bankWrites } from './bank-writes.ts'
import { judge } from './judge.ts'
import type { Policy } from './policy.ts'
import { asksOfOther, proposalIn } from './proposal.ts'
import { momentsOfCall, signalAfterCall, signalInSpeech } from './reminder.ts'
import type { Signal, SignalKind } from './signals/signal.ts'
import { termsOf } from './signals.ts'
import { type GuardState, type Moment, remember } from './state.ts'
import { turnBegun } from './turn.ts'
import type { Answer } from './words.ts'

export interface Step {
  readonly state: GuardState
  readonly moments: readonly Moment[]
  readonly verdict: Verdict
  /** How the user's message was read, where it followed a proposal. */
  readonly answer?: Answer
  /** What the event showed that is worth a proposal. */
  readonly signal?: SignalKind
  /** What the verdict's note reminds of. */
  readonly reminder?: SignalKind
}

export function step(state: GuardState, event: HostEvent, facts: ToolFacts, policy: Policy): Step {
  switch (event.kind) {
    case 'session-started':
      return after(state, startOf(state, event))
    case 'user-said':
      return afterUser(state, event)
    case 'assistant-said':
      return afterAssistant(state, event.text)
    case 'tool-requested': {
      const judgement = judge({ state, facts, policy })
      return { ...after(state, judgement.moments), ...judgement }
    }
    case 'tool-finished': {
      const moments = [...readsOf(state, facts), ...momentsOfCall(state, event, facts)]
      return noticed(state, moments, signalAfterCall(state, event, facts))
    }
    case 'compacted':
      return after(state, [{ at: 'compacted' }])
    case 'session-ended':
      return after(state, [])
  }
}

function after(state: GuardState, moments: readonly Moment[]): Step {
  return { state: moments.reduce(remember, state), moments, verdict: { kind: 'allow' } }
}

/** With what the event has shown; the same matter twice is no news. */
function noticed(state: GuardState, moments: readonly Moment[], signal: Signal | undefined): Step {
  const done = after(state, moments)
  if (signal === undefined) return done
  const moment: Moment = { at: 'signal', signal }
  const next = remember(done.state, moment)
  if (next === done.state) return done
  return { ...done, state: next, moments: [...moments, moment], signal: signal.kind }
}

type SessionStarted = Extract<HostEvent, { kind: 'session-started' }>

/** Hosts say it again with each message or call; what is known already is no moment. */
function startOf(state: GuardState, { parent, agent }: SessionStarted): readonly Moment[] {
  const says = parent ?? agent
  const isKnown =
    says !== undefined && (parent ?? state.parent) === state.parent && (agent ?? state.agent) === state.agent
  if (isKnown) return []
  return [{ at: 'start', ...(parent === undefined ? {} : { parent }), ...(agent === undefined ? {} : { agent }) }]
}

type UserSaid = Extract<HostEvent, { kind: 'user-said' }>

function afterUser(state: GuardState, { text, from, topics }: UserSaid): Step {
  const { moment, answer } = turnBegun(state, text, from ?? 'person', topics ?? [])
  // A confirmation or refusal settles what was asked; it announces nothing new.
  const answers = answer === 'confirm' || answer === 'reject'
  const signal = answers ? undefined : signalInSpeech(remember(state, moment), text, 'user')
  return { ...noticed(state, [moment], signal), ...(answer === undefined ? {} : { answer }) }
}

function afterAssistant(state: GuardState, text: string): Step {
  // What we ourselves proposed is not replaced by the model's words about it.
  const isOurs = state.proposal !== undefined && state.proposal.kind !== 'words'
  const proposal = isOurs ? undefined : proposalIn(text)
  if (proposal !== undefined)
    return after(state, [{ at: 'proposed', ...proposal, terms: termsOf(text.slice(text.lastIndexOf('💾'))) }])
  // Whether it asks about something else than ours is known with whether it was shown.
  const ofOther = isOurs ? state.asked.ofOther : state.proposal !== undefined && asksOfOther(text, state.asked.terms)
  const spoke: readonly Moment[] = ofOther === state.asked.ofOther ? [] : [{ at: 'spoke', ofOther }]
  return noticed(state, spoke, signalInSpeech(state, text, 'assistant'))
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
