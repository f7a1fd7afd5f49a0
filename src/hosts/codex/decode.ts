/** Codex's own ways in its payloads, which are otherwise as Claude Code sends them (`claude-payload.ts`). */

import type { ToolCall } from '../../core/tool-call.ts'
import { decodeClaudePayload } from '../claude-payload.ts'
import { fieldIn, textIn } from '../fields.ts'
import type { Hook, OwnCommand } from '../hook.ts'

export function decodeHook(payload: unknown): Hook | undefined {
  const hook = decodeClaudePayload(payload, { isOwnTool: () => false, commandIn })
  switch (hook?.kind) {
    case undefined:
      return undefined
    case 'began':
      return { ...hook, resumed: fieldIn(payload, 'source') === 'resume' }
    case 'prompt':
      // A sub-agent's task comes as a message too. The model wrote it: it is nobody's word.
      return textIn(payload, 'agent_id') === undefined ? hook : undefined
    case 'tool':
      return { ...hook, event: { ...hook.event, calls: hook.event.calls.map(typedInto) } }
    default:
      return hook
  }
}

/** What is typed into a command that still runs (`write_stdin`) raises no event. */
function typedInto(call: ToolCall): ToolCall {
  return call.kind === 'shell' ? { ...call, typed: true } : call
}

/** Codex has no commands of ours: the name at the beginning of a message counts, as `$` also begins a skill's. */
const COMMAND = /^[/$]memory-bank-(refresh|learn)(?:\s|$)/

function commandIn(text: string): OwnCommand | undefined {
  const name = COMMAND.exec(text)?.[1]
  return name === 'refresh' || name === 'learn' ? name : undefined
}
