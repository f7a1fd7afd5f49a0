/**
 * Gemini CLI's hook payloads → what happened, in our words. The only file that knows its field names.
 *
 * A call has no id here: the same tool with the same input is the same call.
 */

import { hashOfText } from '../../core/content-hash.ts'
import { sessionId } from '../../core/session-id.ts'
import type { Outline } from '../concerns-us.ts'
import { type Fields, fieldIn, isFields, textIn } from '../fields.ts'
import type { Hook, Said } from '../hook.ts'
import { plainToolName, readToolCalls } from '../tool-call.ts'

export function decodeHook(payload: unknown): Hook | undefined {
  const given = textIn(payload, 'session_id')
  if (!isFields(payload) || given === undefined) return undefined
  const event = textIn(payload, 'hook_event_name') ?? ''
  return Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(payload, sessionId(given)) : undefined
}

const EVENTS: Readonly<Record<string, (payload: Fields, session: string) => Hook | undefined>> = {
  BeforeAgent(payload, session) {
    const text = textIn(payload, 'prompt') ?? ''
    // What we say at the end of a turn to keep it going comes back as a message.
    return text.startsWith('[memory-bank]') ? undefined : { kind: 'prompt', session, text, command: undefined }
  },
  BeforeTool: (payload, session) => ({
    kind: 'tool',
    event: { kind: 'tool-requested', ...toolCall(payload, session) },
    agent: undefined,
    recalled: isOf(payload, 'memoryrecall') ? textIn(inputOf(payload), 'question') : undefined,
    proposes: isOf(payload, 'memorypropose') ? inputOf(payload)['entries'] : undefined,
    isOwn: false,
  }),
  AfterTool(payload, session) {
    const call = toolCall(payload, session)
    const hasFailed = fieldIn(payload['tool_response'], 'error') !== undefined
    // A read that failed has shown the model nothing.
    if (hasFailed && call.calls.every(({ kind }) => kind === 'reads')) return undefined
    return {
      kind: 'tool',
      event: { kind: 'tool-finished', ...call, ...(hasFailed ? { failed: true } : {}) },
      agent: undefined,
      recalled: isOf(payload, 'memoryrecall') ? textIn(inputOf(payload), 'question') : undefined,
      proposes: undefined,
      isOwn: false,
    }
  },
  AfterAgent(payload, session) {
    const said = { kind: 'text', text: textIn(payload, 'prompt_response') ?? '' } as const
    return { kind: 'stop', session, said, again: payload['stop_hook_active'] === true }
  },
  SessionEnd: (_payload, session) => ({ kind: 'ended', session }),
}

export function geminiOutline(payload: Fields): Outline {
  const event = String(payload['hook_event_name'])
  if (event !== 'BeforeTool' && event !== 'AfterTool')
    return { about: Object.hasOwn(EVENTS, event) ? 'other' : 'nothing' }
  return { about: 'tool', tool: toolIn(payload), input: payload['tool_input'], cwd: payload['cwd'] }
}

export function readLastWords(said: Said): string {
  return said.kind === 'text' ? said.text : ''
}

function toolCall(payload: Fields, session: string) {
  const cwd = textIn(payload, 'cwd')
  const input = inputOf(payload)
  return {
    session,
    call: hashOfText(JSON.stringify([payload['tool_name'], input])),
    calls: readToolCalls(toolIn(payload), input),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

/** A tool of ours by its own name, which the host puts behind the server's. */
function toolIn(payload: Fields): string {
  const name = textIn(payload, 'tool_name') ?? ''
  return name.startsWith(OUR_SERVER) ? name.slice(OUR_SERVER.length) : name
}

const OUR_SERVER = 'mcp_memory-bank_'

function isOf(payload: Fields, tool: string): boolean {
  return plainToolName(toolIn(payload)) === tool
}

function inputOf({ tool_input: input }: Fields): Fields {
  return isFields(input) ? input : {}
}
