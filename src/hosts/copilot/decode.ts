/**
 * Copilot's hook payloads and its record of a session → what happened, in our words.
 *
 * It sends what Claude Code sends, with differences that stand here: a call has no id, a patch comes as a text under the
 * name of an edit, a sub-agent has a session of its own and names its parent, and the event of its beginning has no name.
 * Not every prompt is the person's: a sub-agent's task comes as one, and so does what we answered to keep a turn going.
 */

import { hashOfText } from '../../core/content-hash.ts'
import { sessionId } from '../../core/session-id.ts'
import { textOfRegular } from '../../flows/workspace.ts'
import { decodeClaudePayload, type OwnNames, slashCommand } from '../claude-payload.ts'
import { type Fields, fieldIn, isFields, textIn } from '../fields.ts'
import type { Agent, Hook, Said } from '../hook.ts'
import { agentName } from '../tool-call.ts'
import { OWN_WORDS } from './encode.ts'
import { beginsAgent } from './outline.ts'

export function decodeHook(payload: unknown): Hook | undefined {
  if (!isFields(payload)) return undefined
  const agent = agentOf(payload)
  if (beginsAgent(payload)) return agent === undefined ? undefined : { kind: 'agent-began', agent }
  if (!isPersons(payload, agent)) return undefined
  const hook = decodeClaudePayload(asClaudeSends(payload), OWN)
  // What a session was opened with ends with its process.
  if (hook?.kind === 'began') return { ...hook, resumed: false }
  // Nothing is said of a compaction once it has happened.
  if (hook?.kind === 'compacting') return { ...hook, kind: 'compacted' }
  if (agent === undefined || hook === undefined) return hook
  if (hook.kind === 'tool') return { ...hook, agent, event: { ...hook.event, session: agent.session } }
  return hook.kind === 'agent-ended' ? { ...hook, agent } : hook
}

/** A server of our name may be anybody's, and its tools have the same names as ours: the person is asked as for any other. */
const OWN: OwnNames = { isOwnTool: () => false, commandIn: slashCommand }

/** A prompt that nobody typed, and the end of a sub-agent's turn, are no word of the person's and no end of theirs. */
function isPersons(payload: Fields, agent: Agent | undefined): boolean {
  switch (payload['hook_event_name']) {
    case 'UserPromptSubmit':
      return agent === undefined && textIn(payload, 'prompt')?.startsWith(OWN_WORDS) !== true
    case 'Stop':
      return agent === undefined
    default:
      return true
  }
}

function agentOf(payload: Fields): Agent | undefined {
  const [id, parent] = [textIn(payload, 'agent_id'), textIn(payload, 'parent_agent_id')]
  if (id === undefined || parent === undefined) return undefined
  return { session: sessionId(id), parent: sessionId(parent), name: agentName(textIn(payload, 'agent_type') ?? '') }
}

function asClaudeSends(payload: Fields): Fields {
  const { tool_name: tool, tool_input: input } = payload
  if (tool === undefined) return payload
  // What was asked for and what was done are known to be one by what they say.
  const known = {
    ...payload,
    tool_name: typeof tool === 'string' ? tool.replace(SERVER, '') : tool,
    tool_use_id: hashOfText(JSON.stringify([tool, input])),
  }
  return typeof input === 'string' && tool === 'Edit'
    ? { ...known, tool_name: 'apply_patch', tool_input: { patch: input } }
    : known
}

/** Before the names of our server's tools. */
const SERVER = /^memory-bank-(?=memory_)/

/** The record grows for days; the last words are near its end. */
const TAIL = { bytes: 256 * 1024, part: 'tail' } as const

/** Copilot writes its record a little later than it asks us; its words are there once our own hook's beginning is. */
export function readLastWords(said: Said, patienceMs = PATIENCE_MS): string {
  if (said.kind !== 'transcript') return said.kind === 'text' ? said.text : ''
  for (let waited = 0; ; waited += STEP_MS) {
    const text = textOfRegular(said.path, TAIL)
    const lines = (text ?? '').split('\n')
    if (text === undefined || waited >= patienceMs || isUpToDate(lines))
      return lines.map(wordsIn).findLast((words) => words !== '') ?? ''
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS)
  }
}

const STEP_MS = 25
const PATIENCE_MS = 750

/** Whether the last thing it says of hooks at the end of a turn is that one has begun: that is the one that asks. */
function isUpToDate(lines: readonly string[]): boolean {
  const last = lines.findLast((line) => /"hookType":\s*"agentStop"/.test(line))
  return last !== undefined && /"type":\s*"hook\.start"/.test(last)
}

/** The record has the words of sub-agents too. */
function wordsIn(line: string): string {
  try {
    const entry: unknown = JSON.parse(line)
    if (fieldIn(entry, 'type') !== 'assistant.message' || fieldIn(entry, 'agentId') !== undefined) return ''
    return textIn(fieldIn(entry, 'data'), 'content') ?? ''
  } catch {
    return '' // the first line of the tail is cut, the last may be half written
  }
}
