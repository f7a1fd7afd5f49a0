/**
 * Copilot's settings: which files it reads, and what of us is in them: the marketplace, the plugin, and a hook that sees
 * that the package is there. The plugin's hooks for Copilot are these values written down.
 */

import { join } from 'node:path'
import type { Scope } from '../../flows/host.ts'
import { type InstallContext, userFolder } from '../../flows/install-context.ts'
import type { Json } from '../../text/jsonc.ts'
import { MARKETPLACE_FILE, type Watch } from '../marketplace.ts'
import { echoed, IF_NOT_STARTED } from '../not-guarding.ts'

export function copilotFiles(scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'user') return [join(copilotFolder(context), 'settings.json')]
  return context.root === undefined ? [] : [join(context.root, '.github', 'copilot', 'settings.json')]
}

/** A person's own settings for one project. */
export function copilotLocalFiles({ root }: InstallContext): readonly string[] {
  return root === undefined ? [] : [join(root, '.github', 'copilot', 'settings.local.json')]
}

/** Settings of Claude Code's in a project, whose plugins Copilot takes too. */
export function claudeProjectFiles({ root }: InstallContext): readonly string[] {
  return root === undefined ? [] : ['settings.json', 'settings.local.json'].map((name) => join(root, '.claude', name))
}

export function copilotFolder(context: InstallContext): string {
  return userFolder(context, 'COPILOT_HOME', '.copilot')
}

const SECONDS = 20

const TOLD = echoed({ additionalContext: `${IF_NOT_STARTED} Tell the user.` })

/** Copilot refuses every call whose hook fails: where nothing of ours is there any more, it still ends with 0. */
const start = (otherwise: string) => `/bin/sh "$PLUGIN_ROOT/hook.sh" --host copilot || ${otherwise}`

/** Tools that touch files, and those of servers; no process is started for the others. */
const TOOLS = 'Bash|PowerShell|Read|Grep|Agent|Write|Edit|.*[-_].*'

export function copilotHooks() {
  const run = (more: object = {}) => [{ type: 'command', bash: start(echoed({})), ...more, timeoutSec: SECONDS }]
  const told = [{ type: 'command', bash: start(TOLD), timeoutSec: SECONDS }]
  return {
    SessionStart: run(),
    UserPromptSubmit: told,
    PreToolUse: run({ matcher: TOOLS }),
    PostToolUse: run({ matcher: TOOLS }),
    PostToolUseFailure: run({ matcher: TOOLS }),
    SubagentStart: run(),
    SubagentStop: run(),
    Stop: run(),
    PreCompact: run(),
    SessionEnd: run(),
  }
}

const PROJECT = '$COPILOT_PROJECT_DIR'

/** A hook beside the plugin that starts no process of ours: it looks whether the package is where the settings say. */
export const WATCH: Watch = {
  at: ['hooks', 'UserPromptSubmit'],
  hook(path): Json {
    const file = `${path.replace(/^\.\//, `${PROJECT}/`)}/${MARKETPLACE_FILE}`
    const place = path.startsWith('./') ? `"${file}"` : `'${file.replaceAll("'", `'\\''`)}'`
    return { type: 'command', bash: `[ -e ${place} ] || ${TOLD}`, timeoutSec: SECONDS }
  },
  isOurs(item) {
    const text = JSON.stringify(item) ?? ''
    return text.includes(MARKETPLACE_FILE) && text.includes('[memory-bank] ')
  },
}

/** Whether it holds wherever the project stands. */
export function namesProject(item: unknown): boolean {
  return (JSON.stringify(item) ?? '').includes(PROJECT)
}
