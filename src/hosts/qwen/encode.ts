/**
 * What we answer → Qwen Code's hook output. The only file that knows its answer format.
 *
 * A person sees what we tell them at the end of a turn only; a warning at their message the model is asked to pass on.
 */

import { beforeEscaping } from '../escaped-context.ts'
import { fieldIn, isFields, textIn } from '../fields.ts'
import type { Answer } from '../hook.ts'
import { inOurName } from '../our-name.ts'

export function encodeAnswer(event: string, answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
      return '{}'
    case 'tell-model':
    case 'summary-words':
      return context(event, answer.text)
    // What is for the person waits for the end of the turn.
    case 'tell-both':
      return context(event, answer.model)
    case 'refuse':
      return output(event, {
        permissionDecision: 'deny',
        permissionDecisionReason: `[memory-bank] ${answer.text}`,
      })
    case 'permit':
      return output(event, { permissionDecision: 'allow', permissionDecisionReason: 'Memory Bank' })
    case 'keep-going':
      return JSON.stringify({ decision: 'block', reason: `[memory-bank] ${answer.text}` })
    case 'tell-user':
      return JSON.stringify({ systemMessage: inOurName(answer.text) })
  }
}

/** Words for the person, beside what the output says to the model. */
export function withWarning(event: string, given: string, text: string): string {
  const said: unknown = JSON.parse(given)
  const before = textIn(fieldIn(said, 'hookSpecificOutput'), 'additionalContext')
  const warning = beforeEscaping(`[memory-bank] ${text} Tell the user.`)
  const additionalContext = before === undefined ? warning : `${before}\n\n${warning}`
  return JSON.stringify({
    ...(isFields(said) ? said : {}),
    hookSpecificOutput: { hookEventName: event, additionalContext },
  })
}

function context(event: string, text: string): string {
  return output(event, { additionalContext: beforeEscaping(text) })
}

function output(event: string, said: object): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...said } })
}
