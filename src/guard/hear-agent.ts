/** The state machine's step for what the assistant says: a proposal of its own, a question, something worth one. */

import { asksOfOther, proposalIn, tracesIn } from './proposal.ts'
import { signalByAgent } from './signals/by-agent.ts'
import { termsOf } from './signals/terms.ts'
import type { GuardState, Moment } from './state.ts'
import { after, noticed, type Step, takesNoSignal } from './step.ts'

export function hearAgent(state: GuardState, text: string): Step {
  // What we ourselves proposed is not replaced by the model's words about it.
  const isOurs = state.proposal !== undefined && state.proposal.kind !== 'words'
  const proposal = isOurs ? undefined : proposalIn(text)
  if (proposal !== undefined)
    return after(state, [
      { at: 'proposed', ...proposal, terms: termsOf(text.slice(text.lastIndexOf('💾'))), traces: tracesIn(text) },
    ])
  // Our own block comes last, whatever the assistant asks besides.
  const ofOther = !isOurs && state.proposal !== undefined && asksOfOther(text, state.asked.terms)
  const choice = offersChoice(text)
  const spoke: readonly Moment[] = [
    ...(ofOther === state.asked.ofOther ? [] : [{ at: 'spoke' as const, ofOther }]),
    ...(choice === state.offered ? [] : [{ at: 'offered' as const, choice }]),
  ]
  return noticed(state, spoke, takesNoSignal(state) ? undefined : signalByAgent(text.slice(0, LONGEST)))
}

/** Does the assistant end with a question between two ways? */
export function offersChoice(text: string): boolean {
  return OFFERS.test(text.slice(-300))
}

const LONGEST = 20_000
const OFFERS =
  /(?:\bor\b[^?？]{2,120}|\bwhich (?:one|of|way)\b[^?？]{0,80}|(?:还是|或者|哪(?:个|种))[^?？]{1,60})[?？]\s*$/i
