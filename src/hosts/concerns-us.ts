/**
 * A quick look at a payload before the engine is loaded: can it concern the bank, or a write?
 *
 * It says no only to events we never answer, and to tool calls that the quick look at calls says no to.
 */

import { mayConcernBank } from '../flows/may-concern-bank.ts'
import { type Fields, isFields } from './fields.ts'
import { plainToolName, readToolCalls } from './tool-call.ts'

/** What a payload is about, as far as a quick look goes. */
export interface Outline {
  readonly about: 'tool' | 'other' | 'nothing'
  readonly tool?: unknown
  readonly input?: unknown
  readonly cwd?: unknown
}

export function concernsUs({ about, tool, input, cwd }: Outline, project: string | undefined): boolean {
  if (about !== 'tool') return about === 'other'
  if (typeof tool !== 'string' || !isFields(input) || isAsked(plainToolName(tool))) return true
  const folder = typeof cwd === 'string' ? cwd : '.'
  return readToolCalls(tool, input).some((call) => mayConcernBank(call, folder, project ?? folder))
}

/** The folder of a call that ran a program and concerns us only if the bank has changed (S34). */
export function ranProgramIn({ about, tool, input, cwd }: Outline, project: string | undefined): string | undefined {
  if (about !== 'tool' || typeof tool !== 'string' || !isFields(input)) return undefined
  const isShell = readToolCalls(tool, input).some((call) => call.kind === 'shell')
  return isShell ? (project ?? (typeof cwd === 'string' ? cwd : '.')) : undefined
}

/** What our own server is asked by a session that it does not know; the hook does. */
function isAsked(tool: string): boolean {
  return tool.endsWith('memoryrecall') || tool.endsWith('memorypropose')
}

const TOOL_EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']
const OTHER_EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStart', 'SubagentStop', 'PreCompact', 'SessionEnd'],
]

/** The outline of a payload as Claude Code sends it, and the hosts that speak as it does. */
export function claudeOutline(payload: Fields): Outline {
  const event = String(payload['hook_event_name'])
  if (!TOOL_EVENTS.includes(event)) return { about: OTHER_EVENTS.includes(event) ? 'other' : 'nothing' }
  return { about: 'tool', tool: payload['tool_name'], input: payload['tool_input'], cwd: payload['cwd'] }
}
