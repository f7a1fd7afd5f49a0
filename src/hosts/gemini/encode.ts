/** What we answer → Gemini CLI's hook output. The only file that knows its answer format. */

import { beforeEscaping } from '../escaped-context.ts'
import { isFields, textIn } from '../fields.ts'
import type { Answer } from '../hook.ts'
import { inOurName } from '../our-name.ts'

export function encodeAnswer(event: string, answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
    case 'permit':
    // It asks for no words when it sums up.
    case 'summary-words':
      return '{}'
    case 'tell-model':
      return JSON.stringify(context(event, answer.text))
    case 'tell-both':
      return JSON.stringify({ ...context(event, answer.model), systemMessage: inOurName(answer.user) })
    case 'refuse':
    case 'keep-going':
      return JSON.stringify({ decision: 'deny', reason: `[memory-bank] ${answer.text}` })
    case 'tell-user':
      return JSON.stringify({ systemMessage: inOurName(answer.text) })
  }
}

/** Words for the person in an output that may already have some. */
export function withWarning(output: string, text: string): string {
  const said: unknown = JSON.parse(output)
  const before = textIn(said, 'systemMessage')
  const systemMessage = `${before === undefined ? '' : `${before}\n\n`}[memory-bank] ${text}`
  return JSON.stringify({ ...(isFields(said) ? said : {}), systemMessage })
}

function context(event: string, text: string): object {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: beforeEscaping(text) } }
}
