/**
 * Codex: hooks in `hooks.json`; a server and, on request, a permission profile in `config.toml`. Its payloads are
 * Claude Code's, with differences.
 *
 * Codex runs a hook only while its entry is unchanged since the user trusted it, so the command line contains nothing
 * that changes between versions. Every event uses a command hook: a hook that calls the server would allow every call
 * while the server is down.
 */

import type { ToolCall } from '../bank/tool-call.ts'
import { BEFORE_TOOL, CLAUDE_FORMAT, decodeClaudePayload, eventOf } from './claude-payload.ts'
import { fieldIn, textIn } from './fields.ts'
import type { Hook, HookHost } from './hook.ts'

export const codexHooks: HookHost = {
  id: 'codex',
  decode: decodeHook,
  format: {
    ...CLAUDE_FORMAT,
    // An unexpected field makes the whole answer invalid, and the call runs.
    forModel: (text, payload) =>
      CARRY_CONTEXT.includes(eventOf(payload)) ? CLAUDE_FORMAT.forModel(text, payload) : {},
  },
  hasUserChannel: false,
  speaksAfterSummary: true,
  showsAtOnce: true,
  notesAt: 'call',
  opensWith: 'session',
  beforeTool: BEFORE_TOOL,
  // A hook starts in the session's folder; the payload has the folder of one call.
  projectFolder: () => process.cwd(),
  settingsWithEnv: [],
}

function decodeHook(payload: unknown): Hook | undefined {
  const hook = decodeClaudePayload(payload, {})
  switch (hook?.kind) {
    case 'began':
      return { ...hook, resumed: fieldIn(payload, 'source') === 'resume' }
    case 'prompt':
      // A sub-agent's task also arrives as a message, but the model wrote it.
      return textIn(payload, 'agent_id') === undefined ? hook : undefined
    case 'tool':
      return { ...hook, event: { ...hook.event, calls: hook.event.calls.map(withFurtherInput) } }
    default:
      return hook
  }
}

/** Input typed into a running command (`write_stdin`) raises no event. */
function withFurtherInput(call: ToolCall): ToolCall {
  return call.kind === 'shell' ? { ...call, typed: true } : call
}

const CARRY_CONTEXT = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart']
