/**
 * Qwen Code: hooks and a server in its `settings.json`. Its payloads are Claude Code's, except for messages.
 *
 * Qwen Code shows the user Memory Bank's messages only at the end of a turn. A warning at a message goes to the model,
 * which is asked to pass it on.
 */

import { BEFORE_TOOL, CLAUDE_FORMAT, decodeClaudePayload, eventOf } from './claude-payload.ts'
import { isFields, textIn } from './fields.ts'
import type { Hook, HookHost } from './hook.ts'
import { escapeEntities } from './wording.ts'

export const qwenHooks: HookHost = {
  id: 'qwen',
  decode: decodeHook,
  format: {
    ...CLAUDE_FORMAT,
    forModel,
    summary: (text, payload) => JSON.stringify(forModel(text, payload)),
  },
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

function forModel(text: string, payload: unknown): object {
  return CLAUDE_FORMAT.forModel(escapeEntities(text), payload)
}
