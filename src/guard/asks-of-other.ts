/**
 * Whether the assistant's last words ask about something else than what waits for the user's answer (S42).
 *
 * A yes answers what was asked last. A message that asks nothing, or that speaks of the proposal as well, leaves the
 * proposal in question.
 */

import { allTermsOf } from './signals.ts'
import { spansOf } from './words/units.ts'

export function asksOfOther(text: string, terms: readonly string[]): boolean {
  const end = text.slice(-LONGEST)
  if (OF_THE_PROPOSAL.test(text) || !spansOf(end).some((span) => span.asked)) return false
  const said = new Set(allTermsOf(text))
  return terms.length === 0 || terms.filter((term) => said.has(term)).length < terms.length * SHOWN
}

const LONGEST = 4_000
/** Of the words of a proposal that was shown, most stand in the message. */
const SHOWN = 0.5
const OF_THE_PROPOSAL =
  /💾|memory[ -]?bank|记忆库|记忆|\bmb:|\bpropos(?:al|e|ed|als)\b|提议|提案|\b(?:plan|refresh)\b|计划|刷新|\b(?:MEMORY|patterns|progress|tech)\.md\b|写入|记录|记下/i
