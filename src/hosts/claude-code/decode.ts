/**
 * Claude Code's hook payloads → what happened, in our words. The only file that knows its field names.
 *
 * A command hook gets them as they are; a hook that calls a tool gets every field as text, the tool's input
 * as JSON in a string and what is not there as ''. Both read the same here.
 */

import type { ToolFinished, ToolRequested } from '../../core/event.ts'
import { sessionId } from '../../core/session-id.ts'
import { agentName, plainToolName, readToolCalls } from '../tool-call.ts'

type Fields = Readonly<Record<string, unknown>>

export type Hook =
  | { readonly kind: 'began'; readonly session: string; readonly compacted: boolean }
  | { readonly kind: 'prompt'; readonly session: string; readonly text: string; readonly asksRefresh: boolean }
  | {
      readonly kind: 'tool'
      readonly event: ToolRequested | ToolFinished
      readonly agent: Agent | undefined
      /** The question, where the call was a recall that has been answered. */
      readonly recalled?: string
    }
  | { readonly kind: 'agent-began'; readonly agent: Agent }
  | { readonly kind: 'agent-ended'; readonly agent: Agent }
  /** `again`: it was kept from stopping already. */
  | { readonly kind: 'stop'; readonly session: string; readonly said: Said; readonly again: boolean }
  | { readonly kind: 'compacting'; readonly session: string }
  | { readonly kind: 'ended'; readonly session: string }

/** A sub-agent has a session of its own below the one that asked it. */
export interface Agent {
  readonly session: string
  readonly parent: string
  readonly name: string
}

/** The assistant's last words, or where they can be read. */
export type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'transcript'; readonly path: string }
  | { readonly kind: 'unknown' }

/** Undefined for an event we have no interest in, or a payload that is none. */
export function decodeHook(raw: unknown): Hook | undefined {
  const fields = isRecord(raw) ? raw : {}
  const given = text(fields, 'session_id')
  if (given === undefined) return undefined
  const session = sessionId(given)
  const agent = agentOf(fields, session)
  switch (fields['hook_event_name']) {
    case 'SessionStart':
      return { kind: 'began', session, compacted: fields['source'] === 'compact' }
    case 'UserPromptSubmit': {
      const said = text(fields, 'prompt') ?? ''
      return { kind: 'prompt', session, text: said, asksRefresh: REFRESH.test(said) }
    }
    case 'PreToolUse':
      return { kind: 'tool', event: { kind: 'tool-requested', ...toolCall(fields, agent?.session ?? session) }, agent }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return finished(fields, session, agent)
    case 'SubagentStart':
      return agent === undefined ? undefined : { kind: 'agent-began', agent }
    case 'SubagentStop':
      return agent === undefined ? undefined : { kind: 'agent-ended', agent }
    case 'Stop':
      return { kind: 'stop', session, said: saidIn(fields), again: String(fields['stop_hook_active']) === 'true' }
    case 'PreCompact':
      return { kind: 'compacting', session }
    case 'SessionEnd':
      return { kind: 'ended', session }
    default:
      return undefined
  }
}

/** A plugin's command carries the plugin's name; one of the project's own does not. */
const REFRESH = /^\/(?:memory-bank:)?memory-bank-refresh(?:\s|$)/

/** A read that failed has put nothing before the model's eyes. */
function finished(fields: Fields, session: string, agent: Agent | undefined): Hook | undefined {
  const failed = fields['hook_event_name'] === 'PostToolUseFailure'
  const call = toolCall(fields, agent?.session ?? session)
  if (failed && call.calls.every(({ kind }) => kind === 'reads')) return undefined
  const recalled = recalledIn(fields)
  return {
    kind: 'tool',
    event: { kind: 'tool-finished', ...call, ...(failed ? { failed } : {}) },
    agent,
    ...(recalled === undefined ? {} : { recalled }),
  }
}

function recalledIn(fields: Fields): string | undefined {
  const question = record(fields['tool_input'])['question']
  const isRecall = plainToolName(text(fields, 'tool_name') ?? '') === 'memoryrecall'
  return isRecall && typeof question === 'string' ? question : undefined
}

function toolCall(fields: Fields, session: string) {
  const cwd = text(fields, 'cwd')
  return {
    session,
    call: text(fields, 'tool_use_id') ?? '',
    calls: readToolCalls(text(fields, 'tool_name') ?? '', record(fields['tool_input'])),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

function agentOf(fields: Fields, parent: string): Agent | undefined {
  const id = text(fields, 'agent_id')
  if (id === undefined) return undefined
  return { session: `${parent}/${sessionId(id)}`, parent, name: agentName(text(fields, 'agent_type') ?? '') }
}

function saidIn(fields: Fields): Said {
  const said = text(fields, 'last_assistant_message')
  if (said !== undefined) return { kind: 'text', text: said }
  const path = text(fields, 'transcript_path')
  return path === undefined ? { kind: 'unknown' } : { kind: 'transcript', path }
}

function record(value: unknown): Fields {
  if (isRecord(value)) return value
  if (typeof value !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {} // no tool's input: there is nothing in it to judge
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
