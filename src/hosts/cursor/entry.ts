/** Cursor's hooks, each a process of its own. */

import { textIn } from '../fields.ts'
import type { HookHost } from '../hook.ts'
import type { LoadedHost } from '../hook-hosts.ts'
import { decodeHook, readLastWords } from './decode.ts'
import { encodeAnswer, withWarning } from './encode.ts'
import { workspaceIn } from './outline.ts'

function cursorHooks(env: NodeJS.ProcessEnv): HookHost {
  return {
    id: 'cursor',
    decode: decodeHook,
    encode: (payload, answer) => encodeAnswer(textIn(payload, 'hook_event_name') ?? '', answer),
    warn: (_payload, output, text) => withWarning(output, text),
    trouble: async () => undefined,
    readLastWords,
    hasUserChannel: false,
    showsAtOnce: false,
    notesAt: 'result',
    hearsOnlyResults: true,
    opensWith: 'session',
    beforeTool: { event: 'preToolUse', payload: { hook_event_name: 'preToolUse' } },
    projectFolder: (payload) => env['CURSOR_PROJECT_DIR'] ?? workspaceIn(payload) ?? textIn(payload, 'cwd') ?? '.',
  }
}

export const loaded: LoadedHost = { hooks: cursorHooks, settingsWithEnv: [] }
