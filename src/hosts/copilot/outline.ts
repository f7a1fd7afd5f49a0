/** Copilot's payloads at a quick look, for every start of the hook. */

import { claudeOutline, type Outline } from '../concerns-us.ts'
import { type Fields, textIn } from '../fields.ts'

/** Names the session in the shells and servers that Copilot starts; its hooks do not have it. */
export const SESSION_VARIABLE = 'COPILOT_AGENT_SESSION_ID'

export function copilotOutline(payload: Fields): Outline {
  return beginsAgent(payload) ? { about: 'other' } : claudeOutline(payload)
}

/** The one event that comes without its name. */
export function beginsAgent(payload: Fields): boolean {
  return payload['hook_event_name'] === undefined && textIn(payload, 'agentName') !== undefined
}

/** A hook that is given no name, in settings of Claude Code's that Copilot reads too: its payloads carry a time, Claude Code's none. */
export function isCopilots(payload: Fields | undefined, env: NodeJS.ProcessEnv): boolean {
  return env['COPILOT_CLI'] === '1' && (payload?.['timestamp'] !== undefined || payload?.['sessionId'] !== undefined)
}

/** Whether the host that sends this was itself started from a shell of Copilot's: then nobody who speaks in it is a person (S42). */
export function isInAgentShell(env: NodeJS.ProcessEnv, payload: unknown): boolean {
  const outer = env[SESSION_VARIABLE]
  if (outer === undefined || outer === '') return false
  return outer !== textIn(payload, 'session_id') && outer !== textIn(payload, 'parent_agent_id')
}
