/** Gemini CLI's hooks, each a process of its own. */

import { textIn } from '../fields.ts'
import type { HookHost } from '../hook.ts'
import type { LoadedHost } from '../hook-hosts.ts'
import { decodeHook, readLastWords } from './decode.ts'
import { encodeAnswer, withWarning } from './encode.ts'
import { isProjectCommand } from './project-commands.ts'

export function geminiHooks(env: NodeJS.ProcessEnv): HookHost {
  const projectFolder = (payload: unknown) => env['GEMINI_PROJECT_DIR'] ?? textIn(payload, 'cwd') ?? '.'
  return {
    id: 'gemini',
    decode(payload) {
      const hook = decodeHook(payload)
      const isCommand = hook?.kind === 'prompt' && isProjectCommand(hook.text, projectFolder(payload))
      return isCommand ? { ...hook, text: '' } : hook
    },
    encode: (payload, answer) => encodeAnswer(textIn(payload, 'hook_event_name') ?? '', answer),
    warn: (_payload, output, text) => withWarning(output, text),
    trouble: async () => undefined,
    readLastWords,
    hasUserChannel: true,
    showsAtOnce: true,
    notesAt: 'result',
    // What is said when a session begins would stand before a command that the person typed, and break it.
    opensWith: 'message',
    beforeTool: { event: 'BeforeTool', payload: { hook_event_name: 'BeforeTool' } },
    projectFolder,
  }
}

export const loaded: LoadedHost = { hooks: geminiHooks, settingsWithEnv: ['.gemini/.env', '.env'] }
