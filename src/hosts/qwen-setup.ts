/** Qwen Code for install, doctor and the proof. */

import { join } from 'node:path'
import { valueAt } from '../settings/jsonc.ts'
import type { Host } from '../setup/host.ts'
import { userFolder } from '../setup/install-context.ts'
import { afterInstall, IN_SYSTEM_PROMPT, modelCall, throwAwayHome } from './host-base.ts'
import { allToolsBut, type HookSettings, hostOfSettings } from './settings-hooks.ts'
import { escapeEntities } from './wording.ts'

/** All tools except these, which cannot touch the bank: no hook process starts for them. */
const TOOLS = allToolsBut(
  'glob list_directory todo_write web_fetch web_search skill ask_user_question exit_plan_mode get_goal update_goal tool_search list_agents task_stop cron_list cron_delete',
)
const FOLDER_TRUST = ['security', 'folderTrust', 'enabled'] as const

const PRINT = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '--auth-type', 'openai', '-m', 'scripted']

const QWEN: HookSettings = {
  id: 'qwen',
  aliases: ['qwen-code'],
  name: 'Qwen Code',
  tested: ['0.24.4'],
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
  // Folder trust is opt-in, and the user's own hooks run regardless.
  needsTrust: (layers, installed) =>
    layers.some(({ text }) => valueAt(text, FOLDER_TRUST) === true) &&
    installed.every(({ scope }) => scope === 'project'),
  trustFile: (context) =>
    context.env['QWEN_CODE_TRUSTED_FOLDERS_PATH'] ?? join(QWEN.userFolder(context), 'trustedFolders.json'),
  decides: [['disableAllHooks'], FOLDER_TRUST],
  // Blocks the edit and write tools, also in yolo mode.
  deny: ['Edit(memory-bank/**)'],
  afterwards: afterInstall('qwen', { en: 'Restart Qwen Code.', zh: '请重启 Qwen Code。' }),
  opening: { ...IN_SYSTEM_PROMPT, sent: escapeEntities },
  alone: {},
  proof: {
    switches: [],
    runs: [['-p', 'Prove it.', ...PRINT]],
    env: ({ home, modelUrl }) => ({
      ...throwAwayHome(home),
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      QWEN_CODE_DISABLE_AUTO_UPDATE: '1',
    }),
    shell: (command) => modelCall('run_shell_command', { command, is_background: false }),
  },
}

export const qwen: Host = hostOfSettings(QWEN)
