/**
 * What we answer → Claude Code's hook output. The only file that knows its answer format.
 *
 * Nothing is ever added that it does not know: hosts drop such answers.
 */

import { isFields, textIn } from '../fields.ts'
import type { Answer } from '../hook.ts'
import { inOurName } from '../our-name.ts'

export function encodeAnswer(event: string, answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
      return '{}'
    case 'tell-model':
      return output(event, { additionalContext: answer.text })
    case 'tell-both':
      return output(event, { additionalContext: answer.model }, { systemMessage: inOurName(answer.user) })
    case 'refuse': {
      const said = { permissionDecision: 'deny', permissionDecisionReason: `[memory-bank] ${answer.text}` }
      return output(event, said)
    }
    case 'permit': {
      const said = { permissionDecision: 'allow', permissionDecisionReason: 'Memory Bank' }
      return output(event, answer.text === undefined ? said : { ...said, additionalContext: answer.text })
    }
    case 'keep-going':
      return JSON.stringify({ decision: 'block', reason: `[memory-bank] ${answer.text}` })
    case 'tell-user':
      return JSON.stringify({ systemMessage: inOurName(answer.text) })
    case 'summary-words':
      return answer.text
  }
}

/** `beside` is for the person. */
function output(event: string, said: object, beside: object = {}): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...said }, ...beside })
}

/** Words for the person in an output that may already have some. */
export function withWarning(output: string, text: string): string {
  const said: unknown = JSON.parse(output)
  const fields = isFields(said) ? said : {}
  return JSON.stringify({ ...fields, systemMessage: joined(textIn(fields, 'systemMessage'), `[memory-bank] ${text}`) })
}

function joined(before: string | undefined, text: string): string {
  return before === undefined ? text : `${before}\n\n${text}`
}
