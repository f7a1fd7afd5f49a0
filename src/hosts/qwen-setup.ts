/** Qwen Code as install, doctor and the proof know it. */

import { join } from 'node:path'
import type { Host } from '../setup/host.ts'
import { userFolder } from '../setup/install-context.ts'
import { valueAt } from '../settings/jsonc.ts'
import { DENIES, denyEntries, IN_SYSTEM_PROMPT, modelCall, throwAwayHome } from './host-base.ts'
import { disabledHooks, placeNotes } from './package-place.ts'
import { allToolsBut, type HookSettings, hostOfSettings, proofOfSettings } from './settings-hooks.ts'
import { beforeEscaping } from './wording.ts'

/** No process is started for tools that cannot touch the bank. */
const TOOLS = allToolsBut(
  'glob list_directory todo_write web_fetch web_search skill ask_user_question exit_plan_mode get_goal update_goal tool_search list_agents task_stop cron_list cron_delete',
)
const FOLDER_TRUST = ['security', 'folderTrust', 'enabled'] as const

const QWEN: HookSettings = {
  id: 'qwen',
  name: 'Qwen Code',
  folder: '.qwen',
  userFolder: (context) => userFolder(context, 'QWEN_HOME', '.qwen'),
  projectFolder: '"$QWEN_PROJECT_DIR"',
  events: [
    { event: 'SessionStart' },
    { event: 'UserPromptSubmit' },
    { event: 'PreToolUse', matcher: TOOLS },
    { event: 'PostToolUse', matcher: TOOLS },
    { event: 'PostToolUseFailure', matcher: TOOLS },
    { event: 'SubagentStart' },
    { event: 'SubagentStop' },
    { event: 'PreCompact' },
    { event: 'Stop', speaks: true },
    { event: 'SessionEnd' },
  ],
  hooksOff: (text) => (valueAt(text, ['disableAllHooks']) === true ? 'disableAllHooks' : undefined),
  managed: [
    '/etc/qwen-code/settings.json',
    '/Library/Application Support/QwenCode/settings.json',
    'C:\\ProgramData\\qwen-code\\settings.json',
  ],
  // It asks for trust only if the person switched that on, and a user's own hooks run regardless.
  needsTrust: (layers, installed) =>
    layers.some(({ text }) => valueAt(text, FOLDER_TRUST) === true) &&
    installed.every(({ scope }) => scope === 'project'),
  trustFile: (context) =>
    context.env['QWEN_CODE_TRUSTED_FOLDERS_PATH'] ?? join(QWEN.userFolder(context), 'trustedFolders.json'),
  decides: [['disableAllHooks'], FOLDER_TRUST],
  alone: {},
}

const PRINT = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '--auth-type', 'openai', '-m', 'scripted']
const SETTINGS_HOST = hostOfSettings(QWEN)

export const qwen: Host = {
  ...SETTINGS_HOST,
  aliases: ['qwen-code'],
  page: 'qwen.md',
  tested: ['0.24.4'],
  entries: (wish, file, context) => [
    ...SETTINGS_HOST.entries(wish, file, context),
    // It covers the tools that edit and write, also where every call is allowed.
    ...(wish.deny ? denyEntries(['Edit(memory-bank/**)']) : []),
  ],
  notes: (text, wish, context) => [
    ...disabledHooks(text),
    ...(wish.deny ? [DENIES] : []),
    ...placeNotes(wish, context),
  ],
  // It calls the prompts of a server by their names.
  learnCommand: '/learn',
  afterwards: {
    en: 'Restart Qwen Code. To see it refuse a forbidden write: memory-bank doctor --prove qwen',
    zh: '请重启 Qwen Code。想亲眼看到它拒绝：memory-bank doctor --prove qwen',
  },
  opening: { ...IN_SYSTEM_PROMPT, sent: beforeEscaping },
  proof: proofOfSettings(QWEN, {
    switches: [],
    runs: [['-p', 'Prove it.', ...PRINT]],
    env: ({ home, modelUrl }) => ({
      ...throwAwayHome(home),
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      QWEN_CODE_DISABLE_AUTO_UPDATE: '1',
    }),
    shell: (command) => modelCall('run_shell_command', { command, is_background: false }),
  }),
}
