/** Cursor's hook payloads, as its documentation has them → what happened, in our words. This and outline.ts know its field names. */

import { hashOfText } from '../../core/content-hash.ts'
import { sessionId } from '../../core/session-id.ts'
import { type Fields, isFields, textIn } from '../fields.ts'
import type { Hook, Said } from '../hook.ts'
import { plainToolName, readToolCalls } from '../tool-call.ts'
import { OWN_WORDS } from './encode.ts'
import { folderOf, inputOf, toolIn } from './outline.ts'

export function decodeHook(payload: unknown): Hook | undefined {
  const given = textIn(payload, 'conversation_id') ?? textIn(payload, 'session_id')
  if (!isFields(payload) || given === undefined) return undefined
  const event = textIn(payload, 'hook_event_name') ?? ''
  return Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(payload, sessionId(given)) : undefined
}

const EVENTS: Readonly<Record<string, (payload: Fields, session: string) => Hook | undefined>> = {
  sessionStart: (_payload, session) => ({ kind: 'began', session, compacted: false, resumed: false }),
  beforeSubmitPrompt(payload, session) {
    const text = textIn(payload, 'prompt') ?? ''
    // What we say at the end of a turn to keep it going comes back as a message.
    return text.startsWith(OWN_WORDS.trim()) ? undefined : { kind: 'prompt', session, text, command: undefined }
  },
  preToolUse: (payload, session) => ({
    kind: 'tool',
    event: { kind: 'tool-requested', ...toolCall(payload, session) },
    agent: undefined,
    recalled: isOf(payload, 'memoryrecall') ? textIn(inputOf(payload), 'question') : undefined,
    proposes: isOf(payload, 'memorypropose') ? inputOf(payload)['entries'] : undefined,
    isOwn: false,
  }),
  postToolUse: (payload, session) => finished(payload, session, {}),
  postToolUseFailure(payload, session) {
    // A read that failed has shown the model nothing.
    if (readCalls(payload).every(({ kind }) => kind === 'reads')) return undefined
    return finished(payload, session, { failed: true })
  },
  afterAgentResponse: (payload, session) => ({ kind: 'said', session, text: textIn(payload, 'text') ?? '' }),
  stop(payload, session) {
    // A turn that somebody broke off is not taken up again.
    const again = payload['status'] !== 'completed' || Number(payload['loop_count'] ?? 0) > 0
    return { kind: 'stop', session, said: { kind: 'heard' }, again }
  },
  sessionEnd: (_payload, session) => ({ kind: 'ended', session }),
}

/** They have come by an event of their own. */
export function readLastWords(said: Said): string {
  return said.kind === 'text' ? said.text : ''
}

function finished(payload: Fields, session: string, more: { readonly failed?: true }): Hook {
  return {
    kind: 'tool',
    event: { kind: 'tool-finished', ...toolCall(payload, session), ...more },
    agent: undefined,
    recalled: isOf(payload, 'memoryrecall') ? textIn(inputOf(payload), 'question') : undefined,
    proposes: undefined,
    isOwn: false,
  }
}

function toolCall(payload: Fields, session: string) {
  const cwd = folderOf(payload)
  return {
    session,
    call: textIn(payload, 'tool_use_id') ?? hashOfText(JSON.stringify([payload['tool_name'], inputOf(payload)])),
    calls: readCalls(payload),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

function readCalls(payload: Fields) {
  return readToolCalls(toolIn(payload), inputOf(payload))
}

function isOf(payload: Fields, tool: string): boolean {
  return plainToolName(toolIn(payload)) === tool
}
