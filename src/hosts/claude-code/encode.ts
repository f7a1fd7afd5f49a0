/**
 * What we answer → Claude Code's hook output. The only file that knows its answer format.
 *
 * Copilot runs hooks that it finds in Claude's settings and reads context at the top level only. It is known by its
 * environment and gets the context there too, which Claude Code does not mind. Nothing else is ever added: hosts drop
 * answers that they do not know.
 */

import { isFields, textIn } from '../fields.ts'
import type { Answer } from '../hook.ts'
import { inOurName } from '../our-name.ts'

export type Dialect = 'claude' | 'copilot'

export function dialectOf(env: NodeJS.ProcessEnv): Dialect {
  return env['COPILOT_CLI'] === '1' ? 'copilot' : 'claude'
}

export function encodeAnswer(event: string, answer: Answer, dialect: Dialect): string {
  switch (answer.kind) {
    case 'nothing':
      return '{}'
    case 'tell-model':
      return output(event, { additionalContext: answer.text }, dialect)
    case 'tell-both':
      return output(event, { additionalContext: answer.model }, dialect, { systemMessage: inOurName(answer.user) })
    case 'refuse': {
      const said = { permissionDecision: 'deny', permissionDecisionReason: `[memory-bank] ${answer.text}` }
      return output(event, said, dialect)
    }
    case 'permit': {
      const said = { permissionDecision: 'allow', permissionDecisionReason: 'Memory Bank' }
      return output(event, answer.text === undefined ? said : { ...said, additionalContext: answer.text }, 'claude')
    }
    case 'keep-going':
      return JSON.stringify({ decision: 'block', reason: `[memory-bank] ${answer.text}` })
    case 'tell-user':
      return JSON.stringify({ systemMessage: inOurName(answer.text) })
    case 'summary-words':
      return answer.text
  }
}

/** Where each dialect looks for what is said; `beside` is for Claude Code alone. */
function output(event: string, said: object, dialect: Dialect, beside: object = {}): string {
  const top = dialect === 'copilot' ? said : beside
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...said }, ...top })
}

/** Words for the person in an output that may already have some. Copilot shows a person none: there the model is asked to. */
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
