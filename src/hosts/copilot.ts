/**
 * Copilot CLI: the plugin of Claude Code with hooks of its own (plugins/claude-code/hooks/copilot.json).
 *
 * It sends what Claude Code sends, with differences: a call has no id, a patch comes as a text under the name of an edit, a
 * sub-agent has its own session and names its parent. It shows the person nothing but the reason of a refusal, so the model
 * is asked to print the rest. At the end of a turn that takes another step of the model, which Copilot begins with our
 * words as if they were a prompt.
 */

import { hashOfText } from '../base/content-hash.ts'
import { sessionId } from '../base/session-id.ts'
import { textOfRegular } from '../verbs/open-file.ts'
import { BEFORE_TOOL, blocked, decodeClaudePayload, eventOf, slashCommand, withText } from './claude-payload.ts'
import { type Fields, fieldIn, isFields, textIn } from './fields.ts'
import type { Agent, Answer, Hook, HookHost } from './hook.ts'
import { startedIn } from './host-base.ts'
import { agentName } from './tool-call.ts'
import { printed, withPrinted } from './wording.ts'

export const copilotHooks: HookHost = {
  id: 'copilot',
  decode: decodeHook,
  encode: encodeAnswer,
  warn: (_payload, output, text) => withText(output, 'additionalContext', `${OWN_WORDS}${text} Tell the user.`),
  readTranscript,
  hasUserChannel: false,
  showsAtOnce: false,
  notesAt: 'call',
  opensWith: 'session',
  beforeTool: BEFORE_TOOL,
  projectFolder: (payload, env) => startedIn(env['COPILOT_PROJECT_DIR'], textIn(payload, 'cwd')) ?? '.',
  settingsWithEnv: [],
}

/** Texts that come back to us as a prompt begin with this. */
const OWN_WORDS = '[memory-bank] '

function decodeHook(payload: unknown): Hook | undefined {
  if (!isFields(payload)) return undefined
  const agent = agentIn(payload)
  // The event of a sub-agent's beginning is the only one without a name.
  if (payload['hook_event_name'] === undefined && textIn(payload, 'agentName') !== undefined)
    return agent && { kind: 'agent-began', agent }
  if (!isPersons(payload, agent)) return undefined
  // A server of our name may be anybody's, and its tools have the names of ours: the person is asked as for any other.
  const hook = decodeClaudePayload(asClaudeSends(payload), { commandIn: slashCommand, agentIn })
  // Nothing reports the end of a compaction.
  return hook?.kind === 'compacting' ? { ...hook, kind: 'compacted' } : hook
}

/** A sub-agent's task and our own words come as prompts, and a sub-agent's turn ends like a person's: none is a person's. */
function isPersons(payload: Fields, agent: Agent | undefined): boolean {
  switch (eventOf(payload)) {
    case 'UserPromptSubmit':
      return agent === undefined && textIn(payload, 'prompt')?.startsWith(OWN_WORDS) !== true
    case 'Stop':
      return agent === undefined
    default:
      return true
  }
}

function agentIn(payload: Fields): Agent | undefined {
  const [id, parent] = [textIn(payload, 'agent_id'), textIn(payload, 'parent_agent_id')]
  if (id === undefined || parent === undefined) return undefined
  return { session: sessionId(id), parent: sessionId(parent), name: agentName(textIn(payload, 'agent_type') ?? '') }
}

function asClaudeSends(payload: Fields): Fields {
  const { tool_name: tool, tool_input: input } = payload
  if (tool === undefined) return payload
  const known = {
    ...payload,
    // Our server's name is before the names of its tools.
    tool_name: typeof tool === 'string' ? tool.replace(/^memory-bank-(?=memory_)/, '') : tool,
    // The request and the result of a call are matched by what they say.
    tool_use_id: hashOfText(JSON.stringify([tool, input])),
  }
  return typeof input === 'string' && tool === 'Edit'
    ? { ...known, tool_name: 'apply_patch', tool_input: { patch: input } }
    : known
}

function encodeAnswer(payload: unknown, answer: Answer): string {
  switch (answer.kind) {
    case 'nothing':
    // Nothing said here reaches the summary.
    case 'summary-words':
      return '{}'
    case 'tell-model':
      return JSON.stringify({ additionalContext: answer.text })
    case 'tell-both':
      return JSON.stringify({ additionalContext: withPrinted(answer.model, answer.user) })
    case 'refuse':
      return JSON.stringify({
        permissionDecision: 'deny',
        permissionDecisionReason: `${OWN_WORDS}${answer.text}`,
      })
    case 'permit':
      return JSON.stringify({
        permissionDecision: 'allow',
        permissionDecisionReason: 'Memory Bank',
        ...(answer.text === undefined ? {} : { additionalContext: answer.text }),
      })
    case 'keep-going':
      return blocked(answer.text)
    case 'tell-user': {
      // A turn that was kept going once ends.
      const endsTurn = eventOf(payload) === 'Stop' && fieldIn(payload, 'stop_hook_active') !== true
      return endsTurn ? blocked(printed(answer.text)) : '{}'
    }
  }
}

/**
 * Copilot writes its record a little later than it asks us. The last words are in it once the beginning of our own hook is.
 * The record grows for days; its last words are near its end.
 */
export function readTranscript(path: string, patienceMs = 750): string {
  for (let waited = 0; ; waited += STEP_MS) {
    const text = textOfRegular(path, { bytes: 256 * 1024, part: 'tail' })
    const lines = (text ?? '').split('\n')
    if (text === undefined || waited >= patienceMs || isUpToDate(lines))
      return lines.map(wordsInLine).findLast((words) => words !== '') ?? ''
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS)
  }
}

const STEP_MS = 25

/** The last line about a hook at the end of a turn says that one began: it is the one that asks. */
function isUpToDate(lines: readonly string[]): boolean {
  const last = lines.findLast((line) => /"hookType":\s*"agentStop"/.test(line))
  return last !== undefined && /"type":\s*"hook\.start"/.test(last)
}

/** The record has the words of sub-agents too. */
function wordsInLine(line: string): string {
  try {
    const entry: unknown = JSON.parse(line)
    if (fieldIn(entry, 'type') !== 'assistant.message' || fieldIn(entry, 'agentId') !== undefined) return ''
    return textIn(fieldIn(entry, 'data'), 'content') ?? ''
  } catch {
    return '' // the first line of the tail is cut, the last may be half written
  }
}
