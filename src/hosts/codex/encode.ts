/**
 * What we answer → Codex's hook output. The only file that knows its answer format.
 *
 * A field that Codex does not expect for the event makes the whole answer invalid, and the call runs: nothing is ever
 * sent that its schema does not name. It knows no `allow` without a changed input and no words for the summary.
 */

import { isFields, textIn } from '../fields.ts'
import type { Answer } from '../hook.ts'
import { inOurName } from '../our-name.ts'

export function encodeAnswer(event: string, answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
    case 'summary-words':
      return '{}'
    case 'tell-model':
      return context(event, answer.text)
    case 'tell-both':
      return withPerson(context(event, answer.model), inOurName(answer.user))
    case 'permit':
      return answer.text === undefined ? '{}' : context(event, answer.text)
    case 'refuse':
      return specific(event, { permissionDecision: 'deny', permissionDecisionReason: `[memory-bank] ${answer.text}` })
    case 'keep-going':
      return JSON.stringify({ decision: 'block', reason: `[memory-bank] ${answer.text}` })
    case 'tell-user':
      return withPerson('{}', inOurName(answer.text))
  }
}

/** Words for the person in an output that may already have some. */
export function withWarning(output: string, text: string): string {
  return withPerson(output, `[memory-bank] ${text}`)
}

/** Events whose answer may carry context for the model. */
const WITH_CONTEXT = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart']

function context(event: string, text: string): string {
  return WITH_CONTEXT.includes(event) ? specific(event, { additionalContext: text }) : '{}'
}

function specific(event: string, said: object): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...said } })
}

function withPerson(output: string, text: string): string {
  const said: unknown = JSON.parse(output)
  const fields = isFields(said) ? said : {}
  const before = textIn(fields, 'systemMessage')
  return JSON.stringify({ ...fields, systemMessage: before === undefined ? text : `${before}\n\n${text}` })
}
