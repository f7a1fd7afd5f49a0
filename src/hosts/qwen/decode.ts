/** Qwen Code's hook payloads → what happened. They are Claude Code's, save for what counts as a message. */

import { decodeClaudePayload } from '../claude-payload.ts'
import { claudeOutline, type Outline } from '../concerns-us.ts'
import { type Fields, isFields, textIn } from '../fields.ts'
import type { Hook, Said } from '../hook.ts'

export function decodeHook(payload: unknown): Hook | undefined {
  return isFields(payload) && isNoMessage(payload)
    ? undefined
    : decodeClaudePayload(asTyped(payload), { isOwnTool: () => false, commandIn: () => undefined })
}

export function qwenOutline(payload: Fields): Outline {
  return isNoMessage(payload) ? { about: 'nothing' } : claudeOutline(payload)
}

/**
 * The event of a message comes before every call of the model, and also with what a hook of ours said at the end of a
 * turn. Only what a person typed has it a second time, as they typed it.
 */
function isNoMessage(payload: Fields): boolean {
  return payload['hook_event_name'] === 'UserPromptSubmit' && textIn(payload, 'submitted_prompt') === undefined
}

/** A message as it was typed, without the files that it names. */
function asTyped(payload: unknown): unknown {
  const typed = textIn(payload, 'submitted_prompt')
  return isFields(payload) && typed !== undefined ? { ...payload, prompt: typed } : payload
}

export function readLastWords(said: Said): string {
  return said.kind === 'text' ? said.text : ''
}
