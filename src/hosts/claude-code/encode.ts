/**
 * What we answer → Claude Code's hook output. The only file that knows its answer format.
 *
 * Copilot runs hooks that it finds in Claude's settings and reads context at the top level only. It is known by its
 * environment and gets the context there too, which Claude Code does not mind. Nothing else is ever added: hosts drop
 * answers that they do not know.
 */

import type { Answer } from '../hook.ts'

export type Dialect = 'claude' | 'copilot'

/** The name on the command line (`--host`) counts first: agents started by agents inherit each other's environment. */
export function dialectOf(env: NodeJS.ProcessEnv, told: string | undefined): Dialect {
  if (told !== undefined) return told === 'copilot' ? 'copilot' : 'claude'
  return env['COPILOT_CLI'] === '1' ? 'copilot' : 'claude'
}

export function encodeAnswer(event: string, answer: Answer, dialect: Dialect): string {
  switch (answer.kind) {
    case 'nothing':
      return '{}'
    case 'tell-model': {
      const own = { hookSpecificOutput: { hookEventName: event, additionalContext: answer.text } }
      return JSON.stringify(dialect === 'copilot' ? { ...own, additionalContext: answer.text } : own)
    }
    case 'tell-both': {
      const own = { hookSpecificOutput: { hookEventName: event, additionalContext: answer.model } }
      return JSON.stringify(
        dialect === 'copilot'
          ? { ...own, additionalContext: answer.model }
          : { ...own, systemMessage: inOurName(answer.user) },
      )
    }
    case 'refuse': {
      const said = { permissionDecision: 'deny', permissionDecisionReason: `[memory-bank] ${answer.text}` }
      const own = { hookSpecificOutput: { hookEventName: event, ...said } }
      return JSON.stringify(dialect === 'copilot' ? { ...own, ...said } : own)
    }
    case 'permit': {
      const said = { hookEventName: event, permissionDecision: 'allow', permissionDecisionReason: 'Memory Bank' }
      const own = answer.text === undefined ? said : { ...said, additionalContext: answer.text }
      return JSON.stringify({ hookSpecificOutput: own })
    }
    case 'keep-going':
      return JSON.stringify({ decision: 'block', reason: `[memory-bank] ${answer.text}` })
    case 'tell-user':
      return JSON.stringify({ systemMessage: inOurName(answer.text) })
    case 'summary-words':
      return answer.text
  }
}

/** A text that says whose it is already needs no name before it, and in a message of its own a proposal needs no frame. */
function inOurName(text: string): string {
  if (text.startsWith('---\n💾')) return text.replace(/^---\n|\n---$/g, '')
  return /^\[memory[- ]bank/i.test(text) ? text : `[memory-bank] ${text}`
}
