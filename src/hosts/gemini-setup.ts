/** Gemini CLI as install, doctor and the proof know it. */

import { isAbsolute, join } from 'node:path'
import type { Host } from '../setup/host.ts'
import { valueAt } from '../settings/jsonc.ts'
import { modelCall, noDenyRules, throwAwayHome, WITH_FIRST_MESSAGE } from './host-base.ts'
import { placeNotes } from './package-place.ts'
import { allToolsBut, type HookSettings, hostOfSettings, proofOfSettings } from './settings-hooks.ts'
import { beforeEscaping } from './wording.ts'

/** No process is started for tools that cannot touch the bank. */
const TOOLS = allToolsBut(
  'glob list_directory google_web_search web_fetch write_todos update_topic ask_user activate_skill enter_plan_mode exit_plan_mode get_internal_docs complete_task',
)
const FOLDER_TRUST = ['security', 'folderTrust', 'enabled'] as const
const TRUST_VARIABLE = 'GEMINI_CLI_TRUST_WORKSPACE'

const GEMINI: HookSettings = {
  id: 'gemini',
  name: 'Gemini CLI',
  folder: '.gemini',
  // The variable names the home, not the folder in it.
  userFolder: ({ env: { GEMINI_CLI_HOME: named = '' }, home }) => join(isAbsolute(named) ? named : home, '.gemini'),
  // The host replaces it by the path, in quotes.
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
  // In a folder that is not trusted no hooks run, not even the user's own.
  needsTrust: (layers, _installed, { env }) =>
    env[TRUST_VARIABLE] !== 'true' && !layers.some(({ text }) => valueAt(text, FOLDER_TRUST) === false),
  trustFile: (context) =>
    context.env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] ?? join(GEMINI.userFolder(context), 'trustedFolders.json'),
  decides: [['hooksConfig'], FOLDER_TRUST],
  alone: { security: { auth: { selectedType: 'gemini-api-key' } }, privacy: { usageStatisticsEnabled: false } },
}

const PRINT = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash']

export const gemini: Host = {
  ...hostOfSettings(GEMINI),
  aliases: ['gemini-cli'],
  page: 'gemini.md',
  tested: ['0.61.0'],
  notes: (text, wish, context) => [
    ...(GEMINI.hooksOff(text) === undefined
      ? []
      : [
          {
            en: 'These settings switch hooks off ("hooksConfig"): nothing is guarded until you change that.',
            zh: '该配置关闭了 hook（"hooksConfig"）：修改之前不会有任何保护。',
          },
        ]),
    ...(wish.deny ? [noDenyRules(GEMINI.name)] : []),
    ...placeNotes(wish, context),
  ],
  // It calls the prompts of a server by their names.
  learnCommand: '/learn',
  afterwards: {
    en: 'Restart Gemini CLI and trust the folder when asked: no hooks run in a folder that is not trusted. To see it refuse a forbidden write: memory-bank doctor --prove gemini',
    zh: '请重启 Gemini CLI，并在询问时信任该目录：未信任的目录不会运行任何 hook。想亲眼看到它拒绝：memory-bank doctor --prove gemini',
  },
  opening: { ...WITH_FIRST_MESSAGE, sent: beforeEscaping },
  proof: proofOfSettings(GEMINI, {
    switches: [TRUST_VARIABLE],
    runs: [['-p', 'Prove it.', ...PRINT]],
    env: ({ home, modelUrl }) => ({
      ...throwAwayHome(home),
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_NO_RELAUNCH: 'true',
    }),
    shell: (command) => modelCall('run_shell_command', { command }),
  }),
}
