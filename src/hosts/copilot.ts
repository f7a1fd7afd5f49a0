/**
 * Copilot CLI: Claude Code's plugin with its own hooks (plugins/claude-code/hooks/copilot.json).
 *
 * Its payloads are Claude Code's with differences: a call has no id, a patch arrives as a text under the name of an
 * edit, and a sub-agent has its own session and names its parent. It shows the user only the reason of a refusal, so
 * the model is asked to print other messages. At the end of a turn that costs one more model step, which Copilot starts
 * with Memory Bank's text as if it were a prompt.
 */

import { hashOfText } from '../base/content-hash.ts'
import { sessionId } from '../base/session-id.ts'
import { textOfRegular } from '../verbs/open-file.ts'
import { BEFORE_TOOL, CLAUDE_FORMAT, decodeClaudePayload, eventOf, lastWords } from './claude-payload.ts'
import { fieldIn, isFields, type PayloadFields, textIn } from './fields.ts'
import { type Agent, type Hook, type HookHost, startedIn } from './hook.ts'
import { agentName } from './tool-call.ts'
import { askToPrint, signed, withPrintRequest } from './wording.ts'

export const copilotHooks: HookHost = {
  id: 'copilot',
  decode: decodeHook,
  format: {
    forModel: (text) => ({ additionalContext: text }),
    forUser(text, payload) {
      // A turn is continued at most once.
      const endsTurn = eventOf(payload) === 'Stop' && fieldIn(payload, 'stop_hook_active') !== true
      return endsTurn ? CLAUDE_FORMAT.continuation(signed(askToPrint(text))) : {}
    },
    forBoth: (model, user) => ({ additionalContext: withPrintRequest(model, user) }),
    refusal: (text) => ({ permissionDecision: 'deny', permissionDecisionReason: text }),
    continuation: CLAUDE_FORMAT.continuation,
  },
  readTranscript,
  hasUserChannel: false,
  showsAtOnce: false,
  notesAt: 'call',
  opensWith: 'session',
  beforeTool: BEFORE_TOOL,
  projectFolder: (payload, env) => startedIn(env['COPILOT_PROJECT_DIR'], textIn(payload, 'cwd')) ?? '.',
  settingsWithEnv: [],
}

/** Memory Bank's texts that return as a prompt begin with this. */
const OWN_WORDS = '[memory-bank] '

function decodeHook(payload: unknown): Hook | undefined {
  if (!isFields(payload)) return undefined
  const agent = agentIn(payload)
  // The start of a sub-agent is the only event without a name.
  if (payload['hook_event_name'] === undefined && textIn(payload, 'agentName') !== undefined)
    return agent && { kind: 'agent-began', agent }
  if (!isTypedByUser(payload, agent)) return undefined
  // Without `isOwnTool`, since another server may also be called memory-bank: Copilot asks the user before its tools
  // run.
  const hook = decodeClaudePayload(asClaudeSends(payload), { agentIn })
  // No event follows the end of a compaction.
  return hook?.kind === 'compacting' ? { ...hook, kind: 'compacted' } : hook
}

/**
 * False for events to ignore: a sub-agent's task or end of turn, and Memory Bank's text that returns as a prompt.
 */
function isTypedByUser(payload: PayloadFields, agent: Agent | undefined): boolean {
  switch (eventOf(payload)) {
    case 'UserPromptSubmit':
      return agent === undefined && textIn(payload, 'prompt')?.startsWith(OWN_WORDS) !== true
    case 'Stop':
      return agent === undefined
    default:
      return true
  }
}

function agentIn(payload: PayloadFields): Agent | undefined {
  const [id, parent] = [textIn(payload, 'agent_id'), textIn(payload, 'parent_agent_id')]
  if (id === undefined || parent === undefined) return undefined
  return { session: sessionId(id), parent: sessionId(parent), name: agentName(textIn(payload, 'agent_type') ?? '') }
}

function asClaudeSends(payload: PayloadFields): PayloadFields {
  const { tool_name: tool, tool_input: input } = payload
  if (tool === undefined) return payload
  const known = {
    ...payload,
    // Copilot prefixes a tool with its server's name.
    tool_name: typeof tool === 'string' ? tool.replace(/^memory-bank-(?=memory_)/, '') : tool,
    // Without call ids, a request and its result are matched by their content.
    tool_use_id: hashOfText(JSON.stringify([tool, input])),
  }
  return typeof input === 'string' && tool === 'Edit'
    ? { ...known, tool_name: 'apply_patch', tool_input: { patch: input } }
    : known
}

/**
 * Copilot may call the hook before it has written the assistant's last words to the transcript. They are there once the
 * transcript reports the start of this hook. Only the tail is read, since a transcript grows for days.
 */
export function readTranscript(path: string, patienceMs = 750): string {
  for (let waited = 0; ; waited += STEP_MS) {
    const text = textOfRegular(path, { bytes: 256 * 1024, part: 'tail' })
    if (text === undefined || waited >= patienceMs || isUpToDate(text)) return lastWords(text ?? '', wordsIn)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS)
  }
}

const STEP_MS = 25

/** True if the last entry about an end-of-turn hook is its start: that hook is this one. */
function isUpToDate(text: string): boolean {
  const last = text.split('\n').findLast((line) => /"hookType":\s*"agentStop"/.test(line))
  return last !== undefined && /"type":\s*"hook\.start"/.test(last)
}

/** Skips the words of sub-agents, which the transcript also contains. */
function wordsIn(entry: unknown): string {
  if (fieldIn(entry, 'type') !== 'assistant.message' || fieldIn(entry, 'agentId') !== undefined) return ''
  return textIn(fieldIn(entry, 'data'), 'content') ?? ''
}
