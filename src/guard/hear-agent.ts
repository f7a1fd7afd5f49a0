/** The state machine's step for what the assistant says: a proposal of its own, or a question. */

import { asksOfOther, proposalIn, tracesIn } from './proposal.ts'
import type { GuardState } from './state.ts'
import { after, type Step } from './step.ts'
import { termsOf } from './terms.ts'

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
  return after(state, ofOther === state.asked.ofOther ? [] : [{ at: 'spoke', ofOther }])
}
