/**
 * Qwen Code: hooks and a server in its `settings.json`. Its payloads are Claude Code's, except for messages.
 *
 * A person sees our messages at the end of a turn only; the model is asked to pass on a warning at their message.
 */

import { BEFORE_TOOL, blocked, decodeClaudePayload, denied, eventOf, specific } from './claude-payload.ts'
import { fieldIn, isFields, textIn } from './fields.ts'
import type { Answer, Hook, HookHost } from './hook.ts'
import { beforeEscaping, inOurName } from './wording.ts'

export const qwenHooks: HookHost = {
  id: 'qwen',
  decode: decodeHook,
  encode: encodeAnswer,
  warn: withWarning,
  hasUserChannel: true,
  showsAtOnce: false,
  notesAt: 'result',
  opensWith: 'session',
  beforeTool: BEFORE_TOOL,
  projectFolder: (payload, env) => env['QWEN_PROJECT_DIR'] ?? textIn(payload, 'cwd') ?? '.',
  settingsWithEnv: ['.qwen/settings.json', '.qwen/.env', '.env'],
}

/**
 * The event of a message also comes before every call of the model, and with the words of a hook at the end of a turn.
 * Only what a person typed has `submitted_prompt`: the message as it was typed, without the files that it names.
 */
function decodeHook(payload: unknown): Hook | undefined {
  if (!isFields(payload) || eventOf(payload) !== 'UserPromptSubmit') return decodeClaudePayload(payload, {})
  const typed = textIn(payload, 'submitted_prompt')
  return typed === undefined ? undefined : decodeClaudePayload({ ...payload, prompt: typed }, {})
}

function encodeAnswer(payload: unknown, answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
      return '{}'
    case 'tell-model':
    case 'summary-words':
      return specific(payload, { additionalContext: beforeEscaping(answer.text) })
    // The person's part waits for the end of the turn.
    case 'tell-both':
      return specific(payload, { additionalContext: beforeEscaping(answer.model) })
    case 'refuse':
      return denied(payload, answer.text)
    case 'permit':
      return specific(payload, { permissionDecision: 'allow', permissionDecisionReason: 'Memory Bank' })
    case 'keep-going':
      return blocked(answer.text)
    case 'tell-user':
      return JSON.stringify({ systemMessage: inOurName(answer.text) })
  }
}

function withWarning(payload: unknown, output: string, text: string): string {
  const said: unknown = JSON.parse(output)
  const before = textIn(fieldIn(said, 'hookSpecificOutput'), 'additionalContext')
  const warning = beforeEscaping(`[memory-bank] ${text} Tell the user.`)
  const additionalContext = before === undefined ? warning : `${before}\n\n${warning}`
  return JSON.stringify({
    ...(isFields(said) ? said : {}),
    hookSpecificOutput: { hookEventName: eventOf(payload), additionalContext },
  })
}
