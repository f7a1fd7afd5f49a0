/**
 * Qwen Code: hooks and a server in its `settings.json`. Its payloads are Claude Code's, except for messages.
 *
 * Qwen Code shows the user Memory Bank's messages only at the end of a turn. A warning at a message goes to the model,
 * which is asked to pass it on.
 */

import { BEFORE_TOOL, blocked, decodeClaudePayload, denied, eventOf, specific } from './claude-payload.ts'
import { fieldIn, isFields, textIn } from './fields.ts'
import type { Answer, Hook, HookHost } from './hook.ts'
import { escapeEntities, signedOnce } from './wording.ts'

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
 * The message event also fires before every model call, and for a hook's text that continues a turn. Only a typed
 * message has `submitted_prompt`: the text as typed, without the files it names.
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
      return specific(payload, { additionalContext: escapeEntities(answer.text) })
    // The user's part waits for the end of the turn.
    case 'tell-both':
      return specific(payload, { additionalContext: escapeEntities(answer.model) })
    case 'refuse':
      return denied(payload, answer.text)
    case 'permit':
      return specific(payload, { permissionDecision: 'allow', permissionDecisionReason: 'Memory Bank' })
    case 'keep-going':
      return blocked(answer.text)
    case 'tell-user':
      return JSON.stringify({ systemMessage: signedOnce(answer.text) })
  }
}

function withWarning(payload: unknown, output: string, text: string): string {
  const said: unknown = JSON.parse(output)
  const before = textIn(fieldIn(said, 'hookSpecificOutput'), 'additionalContext')
  const warning = escapeEntities(`[memory-bank] ${text} Tell the user.`)
  const additionalContext = before === undefined ? warning : `${before}\n\n${warning}`
  return JSON.stringify({
    ...(isFields(said) ? said : {}),
    hookSpecificOutput: { hookEventName: eventOf(payload), additionalContext },
  })
}
