/** Words for the person in an output that may already have some, or be for the model. */

import { isFields, textIn } from '../fields.ts'
import type { Dialect } from './encode.ts'

/** Copilot shows the person nothing of ours: there the model is asked to. */
export function withWarning(event: string, output: string, text: string, dialect: Dialect): string {
  const said: unknown = JSON.parse(output)
  const fields = isFields(said) ? said : {}
  const warning = `[memory-bank] ${text}`
  if (dialect === 'claude')
    return JSON.stringify({ ...fields, systemMessage: joined(textIn(fields, 'systemMessage'), warning) })
  const additionalContext = joined(textIn(fields, 'additionalContext'), `${warning} Tell the user.`)
  return JSON.stringify({
    ...fields,
    hookSpecificOutput: { hookEventName: event, additionalContext },
    additionalContext,
  })
}

function joined(before: string | undefined, text: string): string {
  return before === undefined ? text : `${before}\n\n${text}`
}
