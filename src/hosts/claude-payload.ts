/**
 * Payloads and answers of hooks in Claude Code's format, which Codex, Copilot and Qwen Code share.
 *
 * A command hook receives the payload unchanged. A hook that calls a tool receives every field as text: the tool's
 * input as JSON in a string, missing fields as ''. Both decode to the same value.
 */

import { sessionId } from '../base/session-id.ts'
import { type Fields, isFields, textIn } from './fields.ts'
import { type Agent, type Hook, type OwnCommand, type Said, toolHook } from './hook.ts'
import { agentName } from './tool-call.ts'

/** How a host's names differ from Claude Code's. */
interface Names {
  /**
   * True for tools of the Memory Bank plugin's server. A project may define another server of the same name.
   */
  isOwnTool?(name: string): boolean
  /** The Memory Bank command that a message calls. */
  commandIn?(text: string): OwnCommand | undefined
  /** The sub-agent that sent the payload or that the event is about. */
  agentIn?(payload: Fields): Agent | undefined
}

export function decodeClaudePayload(payload: unknown, names: Names): Hook | undefined {
  const given = textIn(payload, 'session_id')
  if (!isFields(payload) || given === undefined) return undefined
  const session = sessionId(given)
  const agent = names.agentIn?.(payload) ?? agentIn(payload, session)
  const event = textIn(payload, 'hook_event_name') ?? ''
  return Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(payload, session, agent, names) : undefined
}

/** The Memory Bank command at the start of a message, after a mark such as `/`. */
export function commandAfter(marks: RegExp, text: string): OwnCommand | undefined {
  const name = marks.test(text) ? /^memory-bank-(refresh|learn)(?:\s|$)/.exec(text.replace(marks, ''))?.[1] : undefined
  return name === 'refresh' || name === 'learn' ? name : undefined
}

/** A plugin's command may have the plugin's name as a prefix. */
export function slashCommand(text: string): OwnCommand | undefined {
  return commandAfter(/^\/(?:memory-bank:)?/, text)
}

type Decode = (payload: Fields, session: string, agent: Agent | undefined, names: Names) => Hook | undefined

const EVENTS: Readonly<Record<string, Decode>> = {
  SessionStart: ({ source }, session) => ({ kind: 'began', session, compacted: source === 'compact', resumed: false }),
  UserPromptSubmit(payload, session, _agent, names) {
    const text = textIn(payload, 'prompt') ?? ''
    if (isHostReport(text)) return undefined
    return { kind: 'prompt', session, text, command: names.commandIn?.(text) }
  },
  PreToolUse(payload, session, agent, names) {
    const hook = toolHook('before', callIn(payload, session, agent))
    const isOwn = names.isOwnTool?.(textIn(payload, 'tool_name') ?? '') === true
    return hook === undefined ? undefined : { ...hook, isOwn }
  },
  PostToolUse: (payload, session, agent) => toolHook('after', callIn(payload, session, agent)),
  PostToolUseFailure: (payload, session, agent) => toolHook('failed', callIn(payload, session, agent)),
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
 * Hosts also send reports to their agent as messages, for example the result of a background sub-agent. Such a text is
 * not the user's: it gives no consent and ends no waiting.
 */
const SAID_BY_HOST = new Set([
  ...['task-notification', 'teammate-message', 'agent-message', 'cross-session-message', 'channel', 'tick'],
  ...['system-reminder', 'local-command-stdout', 'local-command-caveat', 'bash-stdout', 'bash-stderr'],
])

function isHostReport(text: string): boolean {
  return SAID_BY_HOST.has(/^\s*<([a-z-]+)[\s>]/.exec(text)?.[1] ?? '')
}

function callIn(payload: Fields, session: string, agent: Agent | undefined) {
  return {
    session,
    agent,
    call: textIn(payload, 'tool_use_id') ?? '',
    tool: textIn(payload, 'tool_name') ?? '',
    input: inputOf(payload),
    cwd: textIn(payload, 'cwd'),
  }
}

function inputOf({ tool_input: input }: Fields): Fields {
  if (isFields(input)) return input
  if (typeof input !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(input)
    return isFields(parsed) ? parsed : {}
  } catch {
    return {} // not the JSON of a tool's input
  }
}

function agentIn(payload: Fields, parent: string): Agent | undefined {
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

export function eventOf(payload: unknown): string {
  return textIn(payload, 'hook_event_name') ?? ''
}

export const BEFORE_TOOL = { event: 'PreToolUse', payload: { hook_event_name: 'PreToolUse' } } as const

/** An answer about one event. An unexpected field can make the host drop the whole answer. */
export function specific(payload: unknown, said: object, beside: object = {}): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: eventOf(payload), ...said }, ...beside })
}

export function denied(payload: unknown, text: string): string {
  return specific(payload, { permissionDecision: 'deny', permissionDecisionReason: `[memory-bank] ${text}` })
}

/** The turn continues with this text. */
export function blocked(text: string): string {
  return JSON.stringify({ decision: 'block', reason: `[memory-bank] ${text}` })
}

/** Adds a text for the user to an output. */
export function withSystemMessage(output: string, text: string): string {
  return withText(output, 'systemMessage', text)
}

/** Appends to a text field at the top level of an output. */
export function withText(output: string, name: string, text: string): string {
  const said: unknown = JSON.parse(output)
  const before = textIn(said, name)
  return JSON.stringify({
    ...(isFields(said) ? said : {}),
    [name]: before === undefined ? text : `${before}\n\n${text}`,
  })
}
