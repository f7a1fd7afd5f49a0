/** Gemini CLI for install, doctor and the proof. */

import { isAbsolute, join } from 'node:path'
import { valueAt } from '../settings/jsonc.ts'
import type { Host } from '../setup/host.ts'
import { afterInstall, modelCall, throwAwayHome, WITH_FIRST_MESSAGE } from './host-base.ts'
import { allToolsBut, type HookSettings, hostOfSettings } from './settings-hooks.ts'
import { escapeEntities } from './wording.ts'

/** All tools except these, which cannot touch the bank: no hook process starts for them. */
const TOOLS = allToolsBut(
  'glob list_directory google_web_search web_fetch write_todos update_topic ask_user activate_skill enter_plan_mode exit_plan_mode get_internal_docs complete_task',
)
const FOLDER_TRUST = ['security', 'folderTrust', 'enabled'] as const
const TRUST_VARIABLE = 'GEMINI_CLI_TRUST_WORKSPACE'

const PRINT = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash']

const GEMINI: HookSettings = {
  id: 'gemini',
  aliases: ['gemini-cli'],
  name: 'Gemini CLI',
  tested: ['0.61.0'],
  folder: '.gemini',
  // The variable contains the home folder, not the settings folder in it.
  userFolder: ({ env: { GEMINI_CLI_HOME: named = '' }, home }) => join(isAbsolute(named) ? named : home, '.gemini'),
  // Gemini CLI replaces the variable by the project's path, in quotes.
  projectFolder: '$GEMINI_PROJECT_DIR',
  events: [
    { event: 'BeforeAgent', speaks: true },
    { event: 'BeforeTool', matcher: TOOLS },
    { event: 'AfterTool', matcher: TOOLS },
    { event: 'AfterAgent' },
    { event: 'SessionEnd' },
  ],
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
  // In an untrusted folder no hooks run, not even the user's own.
  needsTrust: (layers, _installed, { env }) =>
    env[TRUST_VARIABLE] !== 'true' && !layers.some(({ text }) => valueAt(text, FOLDER_TRUST) === false),
  trustFile: (context) =>
    context.env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] ?? join(GEMINI.userFolder(context), 'trustedFolders.json'),
  decides: [['hooksConfig'], FOLDER_TRUST],
  deny: [],
  afterwards: afterInstall('gemini', {
    en: 'Restart Gemini CLI and trust the folder when asked: no hooks run in an untrusted folder.',
    zh: '请重启 Gemini CLI，并在询问时信任该目录：未信任的目录不会运行任何 hook。',
  }),
  opening: { ...WITH_FIRST_MESSAGE, sent: escapeEntities },
  alone: { security: { auth: { selectedType: 'gemini-api-key' } }, privacy: { usageStatisticsEnabled: false } },
  proof: {
    switches: [TRUST_VARIABLE],
    runs: [['-p', 'Prove it.', ...PRINT]],
    env: ({ home, modelUrl }) => ({
      ...throwAwayHome(home),
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_NO_RELAUNCH: 'true',
    }),
    shell: (command) => modelCall('run_shell_command', { command }),
  },
}

export const gemini: Host = hostOfSettings(GEMINI)
