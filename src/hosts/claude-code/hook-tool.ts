/** The tool that Claude Code's hooks call on our server: fields in, the hook's answer out as text. */

import type { UnlistedTools } from '../mcp/unlisted-tools.ts'
import { HookAnswers } from './hook-answers.ts'
import { HOOK_TOOL } from './settings.ts'

export function hookTool(env: NodeJS.ProcessEnv, now: () => Date): UnlistedTools {
  const answers = new HookAnswers(env, now)
  return (tool, fields) => (tool === HOOK_TOOL ? answers.answer(fields) : undefined)
}
