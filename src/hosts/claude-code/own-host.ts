/** Claude Code to the server it starts for us: the tool its hooks call, and whose tool call a request is. */

import type { OwnHost } from '../mcp/own-host.ts'
import { HookAnswers } from './hook-answers.ts'
import { HOOK_TOOL } from './settings.ts'

export function claudeCodeHost(env: NodeJS.ProcessEnv, now: () => Date): OwnHost {
  const answers = new HookAnswers(env, now)
  return {
    answer: (tool, fields) => (tool === HOOK_TOOL ? answers.answer(fields) : undefined),
    callerOf(request) {
      const call = request?.['claudecode/toolUseId']
      return typeof call === 'string' ? answers.callerOf(call) : undefined
    },
  }
}
