/** The state machine's step for what is said in a session, by the person or by the assistant. */

import type { HostEvent } from '../core/event.ts'
import { asksOfOther, proposalIn, tracesIn } from './proposal.ts'
import { termsOf } from './signals/terms.ts'
import { offersChoice, signalInSpeech } from './speech.ts'
import { type GuardState, type Moment, remember } from './state.ts'
import { after, noticed, type Step } from './step.ts'
import { turnBegun } from './turn.ts'

export function hear(state: GuardState, event: Extract<HostEvent, { kind: 'user-said' | 'assistant-said' }>): Step {
  return event.kind === 'user-said' ? afterUser(state, event) : afterAssistant(state, event.text)
}

function afterUser(state: GuardState, { text, from, topics }: Extract<HostEvent, { kind: 'user-said' }>): Step {
  const { moment, answer } = turnBegun(state, text, from ?? 'person', topics ?? [])
  // A confirmation or refusal settles what was asked; it announces nothing new.
  const answers = answer === 'confirm' || answer === 'reject'
  const signal = answers ? undefined : signalInSpeech(remember(state, moment), text, 'user', state.offered)
  return { ...noticed(state, [moment], signal), ...(answer === undefined ? {} : { answer }) }
}

function afterAssistant(state: GuardState, text: string): Step {
  // What we ourselves proposed is not replaced by the model's words about it.
  const isOurs = state.proposal !== undefined && state.proposal.kind !== 'words'
  const proposal = isOurs ? undefined : proposalIn(text)
  if (proposal !== undefined)
    return after(state, [
      { at: 'proposed', ...proposal, terms: termsOf(text.slice(text.lastIndexOf('💾'))), traces: tracesIn(text) },
    ])
  // Whether it asks about something else than ours is known with whether it was shown.
  const ofOther = isOurs ? state.asked.ofOther : state.proposal !== undefined && asksOfOther(text, state.asked.terms)
  const choice = offersChoice(text)
  const spoke: readonly Moment[] = [
    ...(ofOther === state.asked.ofOther ? [] : [{ at: 'spoke' as const, ofOther }]),
    ...(choice === state.offered ? [] : [{ at: 'offered' as const, choice }]),
  ]
  return noticed(state, spoke, signalInSpeech(state, text, 'assistant'))
}
