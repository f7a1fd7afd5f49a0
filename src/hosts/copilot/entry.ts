/** Copilot's hooks, as the command hook answers them, and the project of the server that Copilot starts for us. */

import { isAbsolute, join } from 'node:path'
import { userFile } from '../../flows/install-context.ts'
import { startedIn } from '../at-git-top.ts'
import { textIn } from '../fields.ts'
import type { HookHost } from '../hook.ts'
import type { LoadedHost } from '../hook-hosts.ts'
import { decodeHook, readLastWords } from './decode.ts'
import { encodeAnswer, withWarning } from './encode.ts'
import { SESSION_VARIABLE } from './outline.ts'

function copilotHooks(env: NodeJS.ProcessEnv): HookHost {
  return {
    id: 'copilot',
    decode: decodeHook,
    encode: encodeAnswer,
    warn: (_payload, output, text) => withWarning(output, text),
    trouble: async () => undefined,
    readLastWords,
    hasUserChannel: false,
    showsAtOnce: false,
    notesAt: 'call',
    opensWith: 'session',
    beforeTool: { event: 'PreToolUse', payload: { hook_event_name: 'PreToolUse' } },
    projectFolder: (payload) => startedIn(env['COPILOT_PROJECT_DIR'], textIn(payload, 'cwd')) ?? '.',
  }
}

export const loaded: LoadedHost = { hooks: copilotHooks, settingsWithEnv: [] }

/** Whether it was Copilot that started this server; shells that it starts do not have the variable. */
export function startsServer(env: NodeJS.ProcessEnv): boolean {
  return env['COPILOT_PLUGIN_ROOT'] !== undefined
}

/**
 * Copilot starts a plugin's server in the plugin's folder and names only the session, whose own record says where it
 * works. A new session gets a new server.
 */
export function folderOfServer(env: NodeJS.ProcessEnv, folder: string): string {
  const session = env[SESSION_VARIABLE] ?? ''
  const record = /^[\w-]+$/.test(session)
    ? userFile(env, 'COPILOT_HOME', '.copilot', join('session-state', session, 'workspace.yaml'))
    : undefined
  return [cwdIn(record?.text ?? ''), env['PWD']].find((one) => one !== undefined && isAbsolute(one)) ?? folder
}

/** The value of one line of YAML, which may be quoted. */
function cwdIn(record: string): string | undefined {
  const said = /^cwd:[ \t]*(.*?)[ \t]*\r?$/m.exec(record)?.[1]
  if (said?.startsWith("'") === true) return said.slice(1, -1).replaceAll("''", "'")
  return said?.startsWith('"') === true ? unquoted(said) : said
}

function unquoted(said: string): string | undefined {
  try {
    const value: unknown = JSON.parse(said)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined // escapes that JSON does not have: the shell's own folder is taken
  }
}
