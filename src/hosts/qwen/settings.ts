/** Qwen Code's settings: where they are, and which events are ours. */

import { join } from 'node:path'
import { userFolder } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import type { Switches } from '../diagnose-settings-hooks.ts'
import type { HookSettings } from '../settings-hooks.ts'

/** Tools that cannot touch the bank; no process is started for them. Every other one is asked about, also one we do not know. */
const WITHOUT_FILES = [
  ...[
    'glob',
    'list_directory',
    'todo_write',
    'web_fetch',
    'web_search',
    'skill',
    'ask_user_question',
    'exit_plan_mode',
  ],
  ...['get_goal', 'update_goal', 'tool_search', 'list_agents', 'task_stop', 'cron_list', 'cron_delete'],
]
const TOOLS = `^(?!(?:${WITHOUT_FILES.join('|')})$)`

export const QWEN: HookSettings = {
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
}

export const SWITCHES: Switches = {
  hooksOff: (text) => (valueAt(text, ['disableAllHooks']) === true ? 'disableAllHooks' : undefined),
  managed: [
    '/etc/qwen-code/settings.json',
    '/Library/Application Support/QwenCode/settings.json',
    'C:\\ProgramData\\qwen-code\\settings.json',
  ],
  // Trust is asked for only where the person switched that on, and a user's own hooks run regardless.
  needsTrust: (layers, installed) =>
    layers.some(({ text }) => valueAt(text, FOLDER_TRUST) === true) &&
    installed.every(({ scope }) => scope === 'project'),
  trustFile: (context) =>
    context.env['QWEN_CODE_TRUSTED_FOLDERS_PATH'] ?? join(QWEN.userFolder(context), 'trustedFolders.json'),
}

export const FOLDER_TRUST = ['security', 'folderTrust', 'enabled'] as const

/** Holds without any process of ours, also where every call is allowed; it covers its tools that edit and write. */
export const STATIC_RULES = ['Edit(memory-bank/**)'] as const
