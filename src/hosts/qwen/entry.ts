/** Qwen Code's hooks, each a process of its own. */

import { textIn } from '../fields.ts'
import type { HookHost } from '../hook.ts'
import type { LoadedHost } from '../hook-hosts.ts'
import { decodeHook, readLastWords } from './decode.ts'
import { encodeAnswer, withWarning } from './encode.ts'

export function qwenHooks(env: NodeJS.ProcessEnv): HookHost {
  return {
    id: 'qwen',
    decode: decodeHook,
    encode: (payload, answer) => encodeAnswer(textIn(payload, 'hook_event_name') ?? '', answer),
    warn: (payload, output, text) => withWarning(textIn(payload, 'hook_event_name') ?? '', output, text),
    trouble: async () => undefined,
    readLastWords,
    hasUserChannel: true,
    showsAtOnce: false,
    notesAt: 'result',
    opensWith: 'session',
    beforeTool: { event: 'PreToolUse', payload: { hook_event_name: 'PreToolUse' } },
    projectFolder: (payload) => env['QWEN_PROJECT_DIR'] ?? textIn(payload, 'cwd') ?? '.',
  }
}

export const loaded: LoadedHost = { hooks: qwenHooks, settingsWithEnv: ['.qwen/settings.json', '.qwen/.env', '.env'] }
