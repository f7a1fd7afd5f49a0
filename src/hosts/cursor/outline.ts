/** What every start of the hook needs to know of Cursor's payloads; the rest of the decoder is loaded when an event concerns us. */

import type { Outline } from '../concerns-us.ts'
import { type Fields, isFields, textIn } from '../fields.ts'

const TOOL_EVENTS = ['preToolUse', 'postToolUse', 'postToolUseFailure']
const OTHER_EVENTS = ['sessionStart', 'beforeSubmitPrompt', 'afterAgentResponse', 'stop', 'sessionEnd']

export function cursorOutline(payload: Fields): Outline {
  const event = String(payload['hook_event_name'])
  if (!TOOL_EVENTS.includes(event)) return { about: OTHER_EVENTS.includes(event) ? 'other' : 'nothing' }
  return { about: 'tool', tool: toolIn(payload), input: inputOf(payload), cwd: folderOf(payload) }
}

/** The first folder of the workspace; on Windows it is written as in an address. */
export function workspaceIn(payload: unknown): string | undefined {
  const roots = isFields(payload) ? payload['workspace_roots'] : undefined
  const [first]: readonly unknown[] = Array.isArray(roots) ? roots : []
  return typeof first === 'string' ? first.replace(/^\/(?=[A-Za-z]:)/, '') : undefined
}

/** Calls of its file tools name no folder. */
export function folderOf(payload: Fields): string | undefined {
  return textIn(payload, 'cwd') ?? workspaceIn(payload)
}

/** A server's tool by its own name; which server it is of is not said. An edit may come under the name of a write. */
export function toolIn(payload: Fields): string {
  const name = (textIn(payload, 'tool_name') ?? '').replace(/^MCP:/, '')
  return name === 'Write' && textIn(inputOf(payload), 'old_string') !== undefined ? 'StrReplace' : name
}

/** What a server's tool is given may come as JSON in a text. */
export function inputOf({ tool_input: input }: Fields): Fields {
  if (isFields(input)) return input
  if (typeof input !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(input)
    return isFields(parsed) ? parsed : {}
  } catch {
    return {} // no tool's input: there is nothing in it to judge
  }
}
