/** Claude Code's hooks, as the command hook and the server it starts for us answer them. */

import type { Words } from '../../core/language.ts'
import { isCalledNode, userFile } from '../../flows/install-context.ts'
import { personEnvironment } from '../../flows/person-environment.ts'
import { textIn } from '../fields.ts'
import type { HookHost } from '../hook.ts'
import { HookAnswers } from '../hook-answers.ts'
import type { LoadedHost } from '../hook-hosts.ts'
import type { ServedHost } from '../mcp/connection.ts'
import { decodeHook, readLastWords } from './decode.ts'
import { encodeAnswer, withWarning } from './encode.ts'
import { markShells } from './mark-shells.ts'
import { FAILURES, HOOK_TOOL, NODE_VARIABLE, PROJECT_SETTINGS } from './names.ts'

export function claudeCodeHooks(env: NodeJS.ProcessEnv): HookHost {
  return {
    id: 'claude-code',
    decode: decodeHook,
    encode: (payload, answer) => encodeAnswer(textIn(payload, 'hook_event_name') ?? '', answer),
    warn: (_payload, output, text) => withWarning(output, text),
    trouble: (_payload, now) => serverTrouble(env, now),
    readLastWords,
    hasUserChannel: true,
    showsAtOnce: true,
    notesAt: 'call',
    opensWith: 'session',
    beforeTool: { event: 'PreToolUse', payload: { hook_event_name: 'PreToolUse' } },
    projectFolder: (payload) => env['CLAUDE_PROJECT_DIR'] ?? textIn(payload, 'cwd') ?? '.',
  }
}

/** A message comes by command, and so also where the server is not there. */
async function serverTrouble(env: NodeJS.ProcessEnv, now: Date): Promise<Words | undefined> {
  const named = env[NODE_VARIABLE] ?? ''
  if (named !== '' && named !== 'node' && !isCalledNode(named)) return (await import('./settings.ts')).SERVER_UNSTARTED
  const known = userFile(env, 'CLAUDE_CONFIG_DIR', '.claude', FAILURES)
  if (known === undefined) return undefined
  const { serverHeld, serverHeldUntil } = await import('./settings.ts')
  const until = serverHeldUntil(known.text, now.getTime())
  if (until === undefined) return undefined
  const { what, next } = serverHeld(known.file, until)
  return { en: `${what.en} ${next.en}`, zh: `${what.zh}${next.zh}` }
}

/** The person's environment, without what a stranger's project put into it by its settings. */
export function environmentOfServer(env: NodeJS.ProcessEnv, folder: string): Promise<NodeJS.ProcessEnv> {
  return personEnvironment(env, env['CLAUDE_PROJECT_DIR'] ?? folder, PROJECT_SETTINGS)
}

export const loaded: LoadedHost = { hooks: claudeCodeHooks, settingsWithEnv: PROJECT_SETTINGS, markShells }

export function serveClaudeCode(env: NodeJS.ProcessEnv, now: () => Date): ServedHost {
  const answers = new HookAnswers(claudeCodeHooks(env), env, now, 'session')
  return {
    answer: (tool, fields) => (tool === HOOK_TOOL ? answers.answer(fields) : undefined),
    callerOf(request) {
      const call = request?.['claudecode/toolUseId']
      return typeof call === 'string' ? answers.callerOf(call) : undefined
    },
  }
}
