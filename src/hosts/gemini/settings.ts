/** Gemini CLI's settings: where they are, and which events are ours. */

import { isAbsolute, join } from 'node:path'
import { valueAt } from '../../text/jsonc.ts'
import type { Switches } from '../diagnose-settings-hooks.ts'
import type { HookSettings } from '../settings-hooks.ts'

/** Tools that cannot touch the bank; no process is started for them. Every other one is asked about, also one we do not know. */
const WITHOUT_FILES = [
  ...['glob', 'list_directory', 'google_web_search', 'web_fetch', 'write_todos', 'update_topic', 'ask_user'],
  ...['activate_skill', 'enter_plan_mode', 'exit_plan_mode', 'get_internal_docs', 'complete_task'],
]
const TOOLS = `^(?!(?:${WITHOUT_FILES.join('|')})$)`

export const GEMINI: HookSettings = {
  id: 'gemini',
  name: 'Gemini CLI',
  folder: '.gemini',
  userFolder: ({ env, home }) => join(homeNamed(env) ?? home, '.gemini'),
  // The host puts the path there itself, and quotes it.
  projectFolder: '$GEMINI_PROJECT_DIR',
  events: [
    { event: 'BeforeAgent', speaks: true },
    { event: 'BeforeTool', matcher: TOOLS },
    { event: 'AfterTool', matcher: TOOLS },
    { event: 'AfterAgent' },
    { event: 'SessionEnd' },
  ],
}

export const SWITCHES: Switches = {
  hooksOff(text) {
    if (valueAt(text, ['hooksConfig', 'enabled']) === false) return 'hooksConfig.enabled'
    const disabled = valueAt(text, ['hooksConfig', 'disabled'])
    return Array.isArray(disabled) && disabled.includes('memory-bank') ? 'hooksConfig.disabled' : undefined
  },
  managed: [
    '/etc/gemini-cli/settings.json',
    '/Library/Application Support/GeminiCli/settings.json',
    'C:\\ProgramData\\gemini-cli\\settings.json',
  ],
  // No hooks of any settings run in a folder that is not trusted, the user's own neither.
  needsTrust: (layers, _installed, { env }) =>
    env[TRUST_VARIABLE] !== 'true' && !layers.some(({ text }) => valueAt(text, FOLDER_TRUST) === false),
  trustFile: (context) =>
    context.env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] ?? join(GEMINI.userFolder(context), 'trustedFolders.json'),
}

export const FOLDER_TRUST = ['security', 'folderTrust', 'enabled'] as const
export const TRUST_VARIABLE = 'GEMINI_CLI_TRUST_WORKSPACE'

/** It names the home, not the folder in it. */
function homeNamed(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['GEMINI_CLI_HOME']
  return named !== undefined && isAbsolute(named) ? named : undefined
}
