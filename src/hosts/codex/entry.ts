/** Codex's hooks, as the command hook answers them, and who speaks through the server it starts for us. */

import { textIn } from '../fields.ts'
import type { HookHost } from '../hook.ts'
import type { LoadedHost } from '../hook-hosts.ts'
import { decodeHook } from './decode.ts'
import { encodeAnswer, withWarning } from './encode.ts'

/** `folder`: the hook is started where the session works; a payload's own folder is that of one call. */
export function codexHooks(_env: NodeJS.ProcessEnv, folder = process.cwd()): HookHost {
  return {
    id: 'codex',
    decode: decodeHook,
    encode: (payload, answer) => encodeAnswer(textIn(payload, 'hook_event_name') ?? '', answer),
    warn: (_payload, output, text) => withWarning(output, text),
    trouble: async () => undefined,
    readLastWords: (said) => (said.kind === 'text' ? said.text : ''),
    hasUserChannel: false,
    speaksAfterSummary: true,
    showsAtOnce: true,
    notesAt: 'call',
    opensWith: 'session',
    beforeTool: { event: 'PreToolUse', payload: { hook_event_name: 'PreToolUse' } },
    projectFolder: () => folder,
  }
}

/** A project's settings set no variables for our hooks. */
export const loaded: LoadedHost = { hooks: codexHooks, settingsWithEnv: [] }
