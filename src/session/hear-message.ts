/**
 * What is said in a session, by the person or by the assistant, and what is told of the session itself.
 *
 * A person's message begins a turn and answers what was proposed; what it agrees to is carried out afterwards, by us.
 */

import type { HostEvent, ToolFinished, ToolRequested } from '../bank/event.ts'
import { judge } from '../guard/judge.ts'
import type { GuardState } from '../guard/state.ts'
import { type Step, stepOfRequest, stepOfSession } from '../guard/step.ts'
import type { GuardParts, Judgement } from './guard-parts.ts'
import { policyOf } from './guard-policy.ts'

export type Message = Exclude<HostEvent, ToolRequested | ToolFinished | { readonly kind: 'session-ended' }>

type Said = Extract<Message, { readonly kind: 'user-said' }>

export async function hearMessage(parts: GuardParts, event: Message): Promise<Judgement> {
  const { sessions, questions, consent, block, openings, recalls } = parts
  const { session } = event
  const step = await stepFor(parts, event)
  const waiting = event.kind === 'user-said' ? await consent.waitingIn(session) : undefined
  if (event.kind === 'compacted') openings.renew(session)
  // What was recalled is no longer before the model's eyes, or may be asked for again.
  if (event.kind === 'compacted' || event.kind === 'user-said') recalls.forget(session)
  if (event.kind === 'user-said') {
    questions.receive(session, event.text)
    block.forget(session)
  }
  if (event.kind === 'assistant-said') block.heard(session, event.text)
  const before = sessions.state(session)
  const { state, moments, verdict, answer } = step(before)
  sessions.settle(session, moments, state)
  waiting?.answered(before, state, answer)
  return { verdict, ...(answer === undefined ? {} : { answer }) }
}

/** The readers of words, which are large, are loaded when something is said: calls do without them. */
async function stepFor(parts: GuardParts, event: Message): Promise<(before: GuardState) => Step> {
  if (event.kind === 'session-started' || event.kind === 'compacted') return (before) => stepOfSession(before, event)
  if (event.kind === 'assistant-said') {
    const { hearAgent } = await import('../guard/proposal.ts')
    return (before) => hearAgent(before, event.text)
  }
  const { readReply } = await import('../consent/read-reply.ts')
  return (before) => readReply(before, spoken(parts, event))
}

/** A person speaks, unless the host was started by an agent or a command of the session is running (S42). */
function spoken({ isNested, verifier, block }: GuardParts, event: Said): Said {
  const from = isNested ? 'program' : verifier.hasShell(event.session) ? 'meanwhile' : 'person'
  return { ...event, from, topics: block.topicsOf(event.session) }
}

/** What a host with a channel in the prompt says there at once, instead of with the next tool's result (S40). */
export function notePrompt({ workspace, sessions }: GuardParts, session: string): string | undefined {
  const state = sessions.state(session)
  const done = stepOfRequest(state, judge({ state, facts: { kind: 'other' }, policy: policyOf(workspace) }))
  sessions.settle(session, done.moments, done.state)
  return done.verdict.kind === 'note' ? done.verdict.text : undefined
}
