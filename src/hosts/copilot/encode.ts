/**
 * What we answer → Copilot's hook output, whose fields stand at the top level. The only file that knows its answer format.
 *
 * Nothing in it reaches the person but the reason of a refusal, so the model is asked to print what they should read. At
 * the end of a turn that takes another step of the model, which Copilot begins with our words as if they were a prompt.
 */

import { isFields, textIn } from '../fields.ts'
import type { Answer } from '../hook.ts'
import { printed, withPrinted } from '../printed.ts'

/** What every text begins with that comes back to us as a prompt. */
export const OWN_WORDS = '[memory-bank] '

export function encodeAnswer(payload: unknown, answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
      return '{}'
    case 'tell-model':
      return context(answer.text)
    case 'tell-both':
      return context(withPrinted(answer.model, answer.user))
    case 'refuse':
      return JSON.stringify({
        permissionDecision: 'deny',
        permissionDecisionReason: `${OWN_WORDS}${answer.text}`,
      })
    case 'permit':
      return JSON.stringify({
        permissionDecision: 'allow',
        permissionDecisionReason: 'Memory Bank',
        ...(answer.text === undefined ? {} : { additionalContext: answer.text }),
      })
    case 'keep-going':
      return goesOn(answer.text)
    case 'tell-user':
      return endsTurn(payload) ? goesOn(printed(answer.text)) : '{}'
    case 'summary-words':
      // Nothing said here reaches the summary.
      return '{}'
  }
}

/** Words for the person in an output that may already have some for the model. */
export function withWarning(output: string, text: string): string {
  const said: unknown = JSON.parse(output)
  const fields = isFields(said) ? said : {}
  const before = textIn(fields, 'additionalContext')
  const warning = `${OWN_WORDS}${text} Tell the user.`
  return JSON.stringify({ ...fields, additionalContext: before === undefined ? warning : `${before}\n\n${warning}` })
}

function context(additionalContext: string): string {
  return JSON.stringify({ additionalContext })
}

function goesOn(text: string): string {
  return JSON.stringify({ decision: 'block', reason: `${OWN_WORDS}${text}` })
}

/** A turn that was kept going once ends. */
function endsTurn(payload: unknown): boolean {
  return isFields(payload) && payload['hook_event_name'] === 'Stop' && payload['stop_hook_active'] !== true
}
