/**
 * What we answer → Cursor's hook output, as its documentation has it. The only file that knows its answer format.
 *
 * The model hears us when a session begins, with a tool's result, and by a message that Cursor sends at the end of a turn
 * as if the person had. The person is shown nothing but a refusal and that message.
 */

import { isFields } from '../fields.ts'
import type { Answer } from '../hook.ts'
import { printed, withPrinted } from '../printed.ts'

/** What every text begins with that comes back to us as a message. */
export const OWN_WORDS = '[memory-bank] '

const CARRY_CONTEXT = ['sessionStart', 'postToolUse']

export function encodeAnswer(event: string, answer: Answer): string {
  return JSON.stringify({ ...(event === 'beforeSubmitPrompt' ? { continue: true } : {}), ...fieldsOf(event, answer) })
}

function fieldsOf(event: string, answer: Answer): object {
  switch (answer.kind) {
    case 'nothing':
    // Whether a tool of ours may run is for Cursor's own list of servers.
    case 'permit':
    // Nothing said here reaches the summary.
    case 'summary-words':
      return {}
    case 'tell-model':
      return context(event, answer.text)
    case 'tell-both':
      return context(event, withPrinted(answer.model, answer.user))
    case 'refuse': {
      const text = `${OWN_WORDS}${answer.text}`
      return { permission: 'deny', user_message: text, agent_message: text }
    }
    case 'keep-going':
      return goesOn(event, answer.text)
    case 'tell-user':
      return goesOn(event, printed(answer.text))
  }
}

/** Words for the person in an output. Cursor shows them with a message that it holds back, and ours are not held back. */
export function withWarning(output: string, text: string): string {
  const said: unknown = JSON.parse(output)
  return JSON.stringify({ ...(isFields(said) ? said : {}), user_message: `${OWN_WORDS}${text}` })
}

function context(event: string, text: string): object {
  return CARRY_CONTEXT.includes(event) ? { additional_context: text } : {}
}

function goesOn(event: string, text: string): object {
  return event === 'stop' ? { followup_message: `${OWN_WORDS}${text}` } : {}
}
