/**
 * A quick look at a payload before the engine is loaded: can it concern the bank, or a write?
 *
 * It says no only to events we never answer, and to tool calls that the quick look at calls says no to.
 */

import { mayConcernBank } from '../../flows/may-concern-bank.ts'
import { type Fields, isFields } from '../fields.ts'
import { plainToolName, readToolCalls } from '../tool-call.ts'

const TOOL_EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']
const OTHER_EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStart', 'SubagentStop', 'PreCompact', 'SessionEnd'],
]

export function concernsUs(payload: Fields, project: string | undefined): boolean {
  const event = String(payload['hook_event_name'])
  if (!TOOL_EVENTS.includes(event)) return OTHER_EVENTS.includes(event)
  const { tool_name: tool, tool_input: input, cwd } = payload
  if (typeof tool !== 'string' || !isFields(input) || plainToolName(tool) === 'memoryrecall') return true
  const folder = typeof cwd === 'string' ? cwd : '.'
  return readToolCalls(tool, input).some((call) => mayConcernBank(call, folder, project ?? folder))
}
