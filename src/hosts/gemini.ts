/**
 * Gemini CLI: hooks and a server in its `settings.json`.
 *
 * A call has no id, so the same tool with the same input counts as the same call. Context added at session start would
 * precede a typed command and break it; the opening comes with the first message instead.
 */

import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfText } from '../base/content-hash.ts'
import { sessionId } from '../base/session-id.ts'
import { textOfRegular } from '../verbs/open-file.ts'
import { CLAUDE_FORMAT, eventOf, ownCommand } from './claude-payload.ts'
import { fieldIn, isFields, type PayloadFields, textIn } from './fields.ts'
import { type Hook, type HookHost, toolHook } from './hook.ts'
import { escapeEntities } from './wording.ts'

export const geminiHooks: HookHost = {
  id: 'gemini',
  decode: decodeHook,
  format: {
    forModel: (text, payload) => CLAUDE_FORMAT.forModel(escapeEntities(text), payload),
    forUser: CLAUDE_FORMAT.forUser,
    // Its terminal shows a refused call without the reason.
    refusal: (text) => ({ ...denied(text), systemMessage: text }),
    continuation: denied,
  },
  isCommand: isProjectCommand,
  hasUserChannel: true,
  showsAtOnce: true,
  notesAt: 'result',
  opensWith: 'message',
  beforeTool: { event: 'BeforeTool', payload: { hook_event_name: 'BeforeTool' } },
  projectFolder: (payload, env) => env['GEMINI_PROJECT_DIR'] ?? textIn(payload, 'cwd') ?? '.',
  settingsWithEnv: ['.gemini/.env', '.env'],
}

function decodeHook(payload: unknown): Hook | undefined {
  const given = textIn(payload, 'session_id')
  if (!isFields(payload) || given === undefined) return undefined
  const session = sessionId(given)
  switch (eventOf(payload)) {
    case 'BeforeAgent': {
      const text = textIn(payload, 'prompt') ?? ''
      // Memory Bank's text that continues a turn also arrives as a message.
      return text.startsWith('[memory-bank]') ? undefined : { kind: 'prompt', session, text, command: ownCommand(text) }
    }
    case 'BeforeTool':
      return toolHook('before', callIn(payload, session))
    case 'AfterTool': {
      const hasFailed = fieldIn(payload['tool_response'], 'error') !== undefined
      return toolHook(hasFailed ? 'failed' : 'after', callIn(payload, session))
    }
    case 'AfterAgent': {
      const said = { kind: 'text', text: textIn(payload, 'prompt_response') ?? '' } as const
      return { kind: 'stop', session, said, again: payload['stop_hook_active'] === true }
    }
    case 'SessionEnd':
      return { kind: 'ended', session }
    default:
      return undefined
  }
}

function denied(text: string): object {
  return { decision: 'deny', reason: text }
}

function callIn(payload: PayloadFields, session: string) {
  const given = payload['tool_input']
  const input = isFields(given) ? given : {}
  return {
    session,
    call: hashOfText(JSON.stringify([payload['tool_name'], input])),
    // Gemini CLI prefixes a tool with its server's name.
    tool: (textIn(payload, 'tool_name') ?? '').replace(/^mcp_memory-bank_/, ''),
    input,
    cwd: textIn(payload, 'cwd'),
  }
}

/**
 * True if the message may be the prompt of a project's command. Gemini CLI passes such a prompt as if the user had
 * typed it, and a repository can contain commands, so the text gives no consent (S42). Any text may come from an
 * unreadable command.
 */
async function isProjectCommand(text: string, project: string): Promise<boolean> {
  const commands = entriesIn(join(project, '.gemini/commands'))
  if (commands.length > MOST_COMMANDS || commands.some((entry) => entry.isSymbolicLink())) return true
  for (const command of commands) if (command.isFile() && (await mayBecome(command, text.trim()))) return true
  return false
}

const MOST_COMMANDS = 500

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return [] // the project has no commands
  }
}

async function mayBecome({ name, parentPath }: Dirent, text: string): Promise<boolean> {
  if (!name.endsWith('.toml')) return false
  const command = textOfRegular(join(parentPath, name), { bytes: 256 * 1024 })
  if (command === undefined) return true
  const { tomlFaultOf, tomlValueAt } = await import('../settings/toml-table.ts')
  const prompt = tomlFaultOf(command) === undefined ? tomlValueAt(command, ['prompt']) : undefined
  return typeof prompt === 'string' && isMadeOf(prompt.trim(), text)
}

/**
 * True if the prompt can expand to this text. Placeholders for arguments, files and program output match any text. If
 * there is none, Gemini CLI appends the typed command to the prompt.
 */
function isMadeOf(prompt: string, text: string): boolean {
  if (text === prompt || text.startsWith(`${prompt}\n\n/`)) return true
  const [first = '', ...rest] = prompt.split(/\{\{args\}\}|[!@]\{[^}]{0,2000}\}/)
  const last = rest.pop()
  if (last === undefined || !text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
