/**
 * Claude Code: a plugin (plugins/claude-code) with hooks and a server. The server lives as long as the session and
 * answers the hooks of its tool calls. Session and turn events use command hooks, since the server may not have started
 * or may have stopped. A write or a command that names the bank goes to both, because Claude Code does not restart a
 * server that failed.
 */

import { appendFileSync } from 'node:fs'
import { AGENT_SHELL } from '../base/agent-shell.ts'
import { openRegular, textOfRegular } from '../verbs/open-file.ts'
import { BEFORE_TOOL, CLAUDE_FORMAT, decodeClaudePayload, lastWords, specific } from './claude-payload.ts'
import { fieldIn, listOf, textIn } from './fields.ts'
import type { Hook, HookHost } from './hook.ts'
import type { ServedHost } from './mcp/connection.ts'

export const claudeCodeHooks: HookHost = {
  id: 'claude-code',
  decode: decodeHook,
  format: {
    ...CLAUDE_FORMAT,
    permission(text, payload) {
      const allowed = { permissionDecision: 'allow', permissionDecisionReason: 'Memory Bank' }
      return specific(payload, text === undefined ? allowed : { ...allowed, additionalContext: text })
    },
    summary: (text) => text,
  },
  trouble: async (env, now) => (await import('./claude-code-setup.ts')).serverTrouble(env, now),
  readTranscript,
  hasUserChannel: true,
  showsAtOnce: true,
  notesAt: 'call',
  opensWith: 'session',
  beforeTool: BEFORE_TOOL,
  projectFolder: (payload, env) => env['CLAUDE_PROJECT_DIR'] ?? textIn(payload, 'cwd') ?? '.',
  settingsWithEnv: ['.claude/settings.json', '.claude/settings.local.json'],
  markShells,
}

function decodeHook(payload: unknown): Hook | undefined {
  const hook = decodeClaudePayload(payload, { isOwnTool: (name) => OWN_TOOL.test(name) })
  if (hook?.kind !== 'tool' || hook.event.kind !== 'tool-finished' || hook.event.failed === true) return hook
  // A command that fails has its own event. A background command has not ended yet.
  const isRunning = hook.event.calls.some((call) => call.kind === 'shell' && call.background)
  return isRunning ? hook : { ...hook, event: { ...hook.event, failed: false } }
}

/**
 * Matches only tools of the plugin's server: a project's settings may define another server of the same name.
 */
const OWN_TOOL = /^mcp__plugin_memory-bank_memory-bank__memory_(?:recall|propose|status|check)$/

/** A transcript grows for days; only its tail is needed. */
function readTranscript(path: string): string {
  return lastWords(textOfRegular(path, { bytes: 256 * 1024, part: 'tail' }) ?? '', (entry) => {
    if (fieldIn(entry, 'type') !== 'assistant') return ''
    const content = fieldIn(fieldIn(entry, 'message'), 'content')
    if (typeof content === 'string') return content
    return listOf(content)
      .flatMap((part) => textIn(part, 'text') ?? [])
      .join('\n')
  })
}

/** Claude Code sources this file before each shell command, so the mark of agent shells goes into it (S42). */
function markShells(env: NodeJS.ProcessEnv): void {
  const file = env['CLAUDE_ENV_FILE']
  if (file === undefined || file === '') return
  const opened = openRegular(file, { bytes: 1024 * 1024 })
  // The file may not exist yet. Anything but a regular file is left unchanged.
  if (opened.kind === 'refused') return
  const before = opened.kind === 'missing' ? '' : opened.bytes.toString('utf8')
  const lines = Object.entries(AGENT_SHELL).map(([name, value]) => `export ${name}=${value}\n`)
  for (const line of lines)
    if (!before.includes(line)) appendFileSync(file, `${/(?:^|\n)$/.test(before) ? '' : '\n'}${line}`)
}

/** Claude Code's hooks call a tool of Memory Bank's server that is not listed to the model. */
export async function serveClaudeCode(env: NodeJS.ProcessEnv, now: () => Date): Promise<ServedHost> {
  const { HookAnswers } = await import('./hook-answers.ts')
  const answers = new HookAnswers(claudeCodeHooks, env, now, 'session')
  return {
    answer: (tool, fields) => (tool === 'hook' ? answers.answer(fields) : undefined),
    callerOf(request) {
      const call = request?.['claudecode/toolUseId']
      return typeof call === 'string' ? answers.callerOf(call) : undefined
    },
  }
}

/** The environment without variables that an untrusted project's settings set. */
export async function environmentOfServer(env: NodeJS.ProcessEnv, folder: string): Promise<NodeJS.ProcessEnv> {
  const { personEnvironment } = await import('../setup/person-environment.ts')
  return personEnvironment(env, env['CLAUDE_PROJECT_DIR'] ?? folder, claudeCodeHooks.settingsWithEnv)
}
