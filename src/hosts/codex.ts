/**
 * Codex: hooks in `hooks.json`, a server and on request a permission profile in `config.toml`. Its payloads are Claude
 * Code's, with differences.
 *
 * Codex runs a hook only while its entry reads as it did when the person trusted it, so the command line says nothing that
 * changes with a version of ours. Every event comes by command: a hook that asks our server would let everything pass while
 * the server is not running.
 */

import type { ToolCall } from '../bank/tool-call.ts'
import {
  BEFORE_TOOL,
  blocked,
  commandAfter,
  decodeClaudePayload,
  denied,
  eventOf,
  specific,
  withSystemMessage,
} from './claude-payload.ts'
import { fieldIn, textIn } from './fields.ts'
import type { Answer, Hook, HookHost } from './hook.ts'
import { inOurName } from './wording.ts'

export const codexHooks: HookHost = {
  id: 'codex',
  decode: decodeHook,
  encode: encodeAnswer,
  warn: (_payload, output, text) => withSystemMessage(output, `[memory-bank] ${text}`),
  hasUserChannel: false,
  speaksAfterSummary: true,
  showsAtOnce: true,
  notesAt: 'call',
  opensWith: 'session',
  beforeTool: BEFORE_TOOL,
  // The hook is started where the session works; the folder in a payload is that of one call.
  projectFolder: () => process.cwd(),
  settingsWithEnv: [],
}

function decodeHook(payload: unknown): Hook | undefined {
  // Codex has no commands of ours: the name at the beginning of a message counts, as `$` also begins a skill's.
  const hook = decodeClaudePayload(payload, { commandIn: (text) => commandAfter(/^[/$]/, text) })
  switch (hook?.kind) {
    case 'began':
      return { ...hook, resumed: fieldIn(payload, 'source') === 'resume' }
    case 'prompt':
      // A sub-agent's task comes as a message too. The model wrote it, so it is not a person's.
      return textIn(payload, 'agent_id') === undefined ? hook : undefined
    case 'tool':
      return { ...hook, event: { ...hook.event, calls: hook.event.calls.map(typedInto) } }
    default:
      return hook
  }
}

/** Input typed into a running command (`write_stdin`) raises no event. */
function typedInto(call: ToolCall): ToolCall {
  return call.kind === 'shell' ? { ...call, typed: true } : call
}

/** A field that Codex does not expect for the event makes the whole answer invalid, and the call runs. */
function encodeAnswer(payload: unknown, answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
    case 'summary-words':
      return '{}'
    case 'tell-model':
      return withContext(payload, answer.text)
    case 'tell-both':
      return withSystemMessage(withContext(payload, answer.model), inOurName(answer.user))
    case 'permit':
      return answer.text === undefined ? '{}' : withContext(payload, answer.text)
    case 'refuse':
      return denied(payload, answer.text)
    case 'keep-going':
      return blocked(answer.text)
    case 'tell-user':
      return withSystemMessage('{}', inOurName(answer.text))
  }
}

const CARRY_CONTEXT = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart']

function withContext(payload: unknown, text: string): string {
  return CARRY_CONTEXT.includes(eventOf(payload)) ? specific(payload, { additionalContext: text }) : '{}'
}
