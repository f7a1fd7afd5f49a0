/** Claude Code's hooks, as the command hook and the server it starts for us answer them. */

import type { HookHost } from '../answer-hook.ts'
import { textIn } from '../fields.ts'
import { HookAnswers } from '../hook-answers.ts'
import type { ServedHost } from '../mcp/connection.ts'
import { decodeHook, readLastWords } from './decode.ts'
import { dialectOf, encodeAnswer } from './encode.ts'
import { HOOK_TOOL } from './settings.ts'
import { withWarning } from './warn.ts'

/** `told` is the host named on the command line, if one was. */
export function claudeCodeHooks(env: NodeJS.ProcessEnv, told?: string): HookHost {
  const dialect = dialectOf(env, told)
  return {
    decode: decodeHook,
    encode: (payload, answer) => encodeAnswer(textIn(payload, 'hook_event_name') ?? '', answer, dialect),
    warn: (payload, output, text) => withWarning(textIn(payload, 'hook_event_name') ?? '', output, text, dialect),
    trouble: () => undefined,
    readLastWords,
    hasUserChannel: dialect === 'claude',
    projectFolder: (payload) => env['CLAUDE_PROJECT_DIR'] ?? textIn(payload, 'cwd') ?? '.',
  }
}

export function serveClaudeCode(env: NodeJS.ProcessEnv, now: () => Date): ServedHost {
  const answers = new HookAnswers(claudeCodeHooks(env), env, now)
  return {
    answer: (tool, fields) => (tool === HOOK_TOOL ? answers.answer(fields) : undefined),
    callerOf(request) {
      const call = request?.['claudecode/toolUseId']
      return typeof call === 'string' ? answers.callerOf(call) : undefined
    },
  }
}
