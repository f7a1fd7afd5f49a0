/** What we answer → what a hook of a Cline plugin returns. The only file that knows its answer format. */

import { isFields, textIn } from '../fields.ts'
import type { Answer } from '../hook.ts'

export function encodeAnswer(answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
    case 'permit':
    // It asks for no words when it sums up.
    case 'summary-words':
      return '{}'
    case 'tell-model':
      return context(answer.text)
    // Nothing but the model's words reaches the person.
    case 'tell-both':
      return context(answer.model)
    case 'refuse':
      return JSON.stringify({ skip: true, reason: `[memory-bank] ${answer.text}` })
    case 'keep-going':
    case 'tell-user':
      return context(`[memory-bank] Tell the user: ${answer.text}`)
  }
}

/** Words for the person in an output that may already have some for the model. */
export function withWarning(output: string, text: string): string {
  const said: unknown = JSON.parse(output)
  const before = textIn(said, 'appendContext')
  const appendContext = `${before === undefined ? '' : `${before}\n\n`}[memory-bank] ${text} Tell the user.`
  return JSON.stringify({ ...(isFields(said) ? said : {}), appendContext })
}

function context(text: string): string {
  return JSON.stringify({ appendContext: text })
}
