/**
 * Hook payloads as Claude Code sends them, and Codex, Copilot and Qwen with it → what happened, in our words. The only
 * file that knows these field names.
 *
 * A command hook gets a payload as it is; a hook that calls a tool gets every field as text, the tool's input as JSON in
 * a string and what is not there as ''. Both read the same here.
 */

import { sessionId } from '../core/session-id.ts'
import { type Fields, isFields, textIn } from './fields.ts'
import type { Agent, Hook, OwnCommand, Said } from './hook.ts'
import { agentName, plainToolName, readToolCalls } from './tool-call.ts'

/** How a host names what is ours. */
export interface OwnNames {
  /** Whether this tool is of the server that we brought; one of the same name in a project's settings may be anybody's. */
  isOwnTool(name: string): boolean
  /** The command of ours that a message is. */
  commandIn(text: string): OwnCommand | undefined
}

export function decodeClaudePayload(payload: unknown, own: OwnNames): Hook | undefined {
  const given = textIn(payload, 'session_id')
  if (!isFields(payload) || given === undefined) return undefined
  const session = sessionId(given)
  const event = textIn(payload, 'hook_event_name') ?? ''
  return Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(payload, session, agentOf(payload, session), own) : undefined
}

/** A plugin's command carries the plugin's name; one of the project's own does not. */
const COMMAND = /^\/(?:memory-bank:)?memory-bank-(refresh|learn)(?:\s|$)/

export function slashCommand(text: string): OwnCommand | undefined {
  const name = COMMAND.exec(text)?.[1]
  return name === 'refresh' || name === 'learn' ? name : undefined
}

type Decode = (payload: Fields, session: string, agent: Agent | undefined, own: OwnNames) => Hook | undefined

const EVENTS: Readonly<Record<string, Decode>> = {
  SessionStart: (payload, session) => ({
    kind: 'began',
    session,
    compacted: payload['source'] === 'compact',
    resumed: false,
  }),
  UserPromptSubmit(payload, session, _agent, own) {
    const text = textIn(payload, 'prompt') ?? ''
    if (isHostsOwn(text)) return undefined
    return { kind: 'prompt', session, text, command: own.commandIn(text) }
  },
  PreToolUse: (payload, session, agent, own) => ({
    kind: 'tool',
    event: { kind: 'tool-requested', ...toolCall(payload, agent?.session ?? session) },
    agent,
    recalled: recalledIn(payload),
    proposes: proposedIn(payload),
    isOwn: own.isOwnTool(textIn(payload, 'tool_name') ?? ''),
  }),
  PostToolUse: (payload, session, agent) => ({
    kind: 'tool',
    event: { kind: 'tool-finished', ...toolCall(payload, agent?.session ?? session) },
    agent,
    recalled: recalledIn(payload),
    proposes: undefined,
    isOwn: false,
  }),
  PostToolUseFailure(payload, session, agent) {
    const call = toolCall(payload, agent?.session ?? session)
    // A read that failed has shown the model nothing.
    if (call.calls.every(({ kind }) => kind === 'reads')) return undefined
    return {
      kind: 'tool',
      event: { kind: 'tool-finished', ...call, failed: true },
      agent,
      recalled: recalledIn(payload),
      proposes: undefined,
      isOwn: false,
    }
  },
  SubagentStart: (_payload, _session, agent) => (agent === undefined ? undefined : { kind: 'agent-began', agent }),
  SubagentStop: (_payload, _session, agent) => (agent === undefined ? undefined : { kind: 'agent-ended', agent }),
  Stop(payload, session) {
    const again = String(payload['stop_hook_active']) === 'true'
    return { kind: 'stop', session, said: saidIn(payload), again }
  },
  PreCompact: (_payload, session) => ({ kind: 'compacting', session }),
  SessionEnd: (_payload, session) => ({ kind: 'ended', session }),
}

/**
 * What a host says to its agent in the place of a message, such as what a sub-agent in the background came to. Words in it
 * are no person's: they agree to nothing, ask for nothing, and end no waiting.
 */
const SAID_BY_HOST = new Set([
  ...['task-notification', 'teammate-message', 'agent-message', 'cross-session-message', 'channel', 'tick'],
  ...['system-reminder', 'local-command-stdout', 'local-command-caveat', 'bash-stdout', 'bash-stderr'],
])

function isHostsOwn(text: string): boolean {
  return SAID_BY_HOST.has(/^\s*<([a-z-]+)[\s>]/.exec(text)?.[1] ?? '')
}

function toolCall(payload: Fields, session: string) {
  const cwd = textIn(payload, 'cwd')
  return {
    session,
    call: textIn(payload, 'tool_use_id') ?? '',
    calls: readToolCalls(textIn(payload, 'tool_name') ?? '', inputOf(payload)),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

function recalledIn(payload: Fields): string | undefined {
  const isRecall = plainToolName(textIn(payload, 'tool_name') ?? '') === 'memoryrecall'
  return isRecall ? textIn(inputOf(payload), 'question') : undefined
}

function proposedIn(payload: Fields): unknown {
  const isPropose = plainToolName(textIn(payload, 'tool_name') ?? '') === 'memorypropose'
  return isPropose ? inputOf(payload)['entries'] : undefined
}

function inputOf({ tool_input: input }: Fields): Fields {
  if (isFields(input)) return input
  if (typeof input !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(input)
    return isFields(parsed) ? parsed : {}
  } catch {
    return {} // no tool's input: there is nothing in it to judge
  }
}

function agentOf(payload: Fields, parent: string): Agent | undefined {
  const id = textIn(payload, 'agent_id')
  if (id === undefined) return undefined
  return { session: `${parent}/${sessionId(id)}`, parent, name: agentName(textIn(payload, 'agent_type') ?? '') }
}

function saidIn(payload: Fields): Said {
  const text = textIn(payload, 'last_assistant_message')
  if (text !== undefined) return { kind: 'text', text }
  const path = textIn(payload, 'transcript_path')
  return path === undefined ? { kind: 'unknown' } : { kind: 'transcript', path }
}
