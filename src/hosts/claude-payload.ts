/**
 * Payloads and answers of hooks in Claude Code's format, which Codex, Copilot and Qwen Code share.
 *
 * A command hook receives the payload unchanged. A hook that calls a tool receives every field as text: the tool's
 * input as JSON in a string, missing fields as ''. Both decode to the same value.
 */

import { sessionId } from '../base/session-id.ts'
import { isFields, type PayloadFields, textIn } from './fields.ts'
import { type Agent, type AnswerFormat, type Hook, type OwnCommand, type Said, toolHook } from './hook.ts'
import { agentName } from './tool-call.ts'
import { signedOnce } from './wording.ts'

/** How a host's names differ from Claude Code's. */
interface Names {
  /**
   * True for tools of the Memory Bank plugin's server. A project may define another server of the same name.
   */
  isOwnTool?(name: string): boolean
  /** The sub-agent that sent the payload or that the event is about. */
  agentIn?(payload: PayloadFields): Agent | undefined
}

export function decodeClaudePayload(payload: unknown, names: Names): Hook | undefined {
  const given = textIn(payload, 'session_id')
  if (!isFields(payload) || given === undefined) return undefined
  const session = sessionId(given)
  const agent = names.agentIn?.(payload) ?? agentIn(payload, session)
  const event = textIn(payload, 'hook_event_name') ?? ''
  return Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(payload, session, agent, names) : undefined
}

/**
 * The Memory Bank command that a message calls: `/memory-bank-refresh keep`. The bare name is enough, because some hosts
 * keep messages that begin with `/` or `$` for themselves. Then at most one word may follow: the rest is a sentence.
 */
export function ownCommand(text: string): OwnCommand | undefined {
  const marked = /^[/$](?:memory-bank:)?memory-bank-(refresh|learn)(?:\s|$)/
  const bare = /^memory-bank-(?:(refresh)(?:\s+\S+)?|(learn))\s*$/
  const [, ...names] = marked.exec(text) ?? bare.exec(text) ?? []
  return names.includes('refresh') ? 'refresh' : names.includes('learn') ? 'learn' : undefined
}

type Decode = (payload: PayloadFields, session: string, agent: Agent | undefined, names: Names) => Hook | undefined

const EVENTS: Readonly<Record<string, Decode>> = {
  SessionStart: ({ source }, session) => ({ kind: 'began', session, compacted: source === 'compact', resumed: false }),
  UserPromptSubmit(payload, session) {
    const text = textIn(payload, 'prompt') ?? ''
    if (isHostReport(text)) return undefined
    return { kind: 'prompt', session, text, command: ownCommand(text) }
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

function callIn(payload: PayloadFields, session: string, agent: Agent | undefined) {
  return {
    session,
    agent,
    call: textIn(payload, 'tool_use_id') ?? '',
    tool: textIn(payload, 'tool_name') ?? '',
    input: inputOf(payload),
    cwd: textIn(payload, 'cwd'),
  }
}

function inputOf({ tool_input: input }: PayloadFields): PayloadFields {
  if (isFields(input)) return input
  if (typeof input !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(input)
    return isFields(parsed) ? parsed : {}
  } catch {
    return {} // not the JSON of a tool's input
  }
}

function agentIn(payload: PayloadFields, parent: string): Agent | undefined {
  const id = textIn(payload, 'agent_id')
  if (id === undefined) return undefined
  return { session: `${parent}/${sessionId(id)}`, parent, name: agentName(textIn(payload, 'agent_type') ?? '') }
}

function saidIn(payload: PayloadFields): Said {
  const text = textIn(payload, 'last_assistant_message')
  if (text !== undefined) return { kind: 'text', text }
  const path = textIn(payload, 'transcript_path')
  return path === undefined ? { kind: 'unknown' } : { kind: 'transcript', path }
}

/** The assistant's last words in the tail of a transcript, which may begin or end in the middle of a line. */
export function lastWords(tail: string, wordsIn: (entry: unknown) => string): string {
  const words = tail.split('\n').map((line) => {
    try {
      return wordsIn(JSON.parse(line))
    } catch {
      return '' // half a line
    }
  })
  return words.findLast((one) => one !== '') ?? ''
}

export function eventOf(payload: unknown): string {
  return textIn(payload, 'hook_event_name') ?? ''
}

export const BEFORE_TOOL = { event: 'PreToolUse', payload: { hook_event_name: 'PreToolUse' } } as const

/** Fields about one event. An unexpected field can make the host drop the whole answer. */
export function specific(payload: unknown, fields: object): object {
  return { hookSpecificOutput: { hookEventName: eventOf(payload), ...fields } }
}

export const CLAUDE_FORMAT = {
  forModel: (text: string, payload: unknown) => specific(payload, { additionalContext: text }),
  forUser: (text: string) => ({ systemMessage: signedOnce(text) }),
  refusal: (text: string, payload: unknown) =>
    specific(payload, { permissionDecision: 'deny', permissionDecisionReason: text }),
  continuation: (text: string) => ({ decision: 'block', reason: text }),
} satisfies AnswerFormat
