/** Cursor's settings as its documentation has them: our hooks in `hooks.json`, our server in `mcp.json`. */

import { isAbsolute, join } from 'node:path'
import type { InstallWish, Scope } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import type { Json } from '../../text/jsonc.ts'
import type { Switches } from '../diagnose-settings-hooks.ts'
import { fieldIn } from '../fields.ts'
import { type HookSettings, placeOf, settingsFiles } from '../settings-hooks.ts'

const SECONDS = 20

export const CURSOR: HookSettings = {
  id: 'cursor',
  name: 'Cursor',
  folder: '.cursor',
  userFolder: ({ home }) => join(home, '.cursor'),
  // A project's hooks run in its root.
  projectFolder: '.',
  // No matcher: which form one has is not said, and a quick look answers what does not concern us.
  events: [
    { event: 'sessionStart', speaks: true },
    { event: 'beforeSubmitPrompt' },
    { event: 'preToolUse' },
    { event: 'postToolUse' },
    { event: 'postToolUseFailure' },
    { event: 'afterAgentResponse' },
    { event: 'stop' },
    { event: 'sessionEnd' },
  ],
  form: {
    file: 'hooks.json',
    item: (command) => ({ command, timeout: SECONDS }),
    said: (text) => ({ additional_context: `${text} Tell the user.` }),
  },
}

export const SWITCHES: Switches = {
  // It has no setting in these files that switches hooks off.
  hooksOff: () => undefined,
  managed: [
    '/etc/cursor/hooks.json',
    '/Library/Application Support/Cursor/hooks.json',
    'C:\\ProgramData\\Cursor\\hooks.json',
  ],
  // Which folders are trusted stands in no file that we could read.
  needsTrust: () => false,
  trustFile: () => '',
}

export function serverFiles(scope: Scope, context: InstallContext): readonly string[] {
  return settingsFiles(CURSOR, scope, context, 'mcp.json')
}

const WORKSPACE = `\${workspaceFolder}`

export function serverValue(wish: InstallWish, context: InstallContext): Json {
  const place = placeOf(wish, context)
  const program = ['dist', 'cli', 'main.cjs']
  if (place.kind === 'inside') {
    const path = [WORKSPACE, place.path.replace(/^\.\//, ''), ...program].join('/')
    return { type: 'stdio', command: 'node', args: [path, 'mcp'] }
  }
  const { start, packageRoot, node } = context
  if (place.folder !== packageRoot)
    return { type: 'stdio', command: node, args: [join(place.folder, ...program), 'mcp'] }
  return { type: 'stdio', command: start.command, args: [...start.args, 'mcp'] }
}

/** The programs of this machine that a server entry names. */
export function placesOf(server: unknown): readonly string[] {
  const args = fieldIn(server, 'args')
  const words: readonly unknown[] = [fieldIn(server, 'command'), ...(Array.isArray(args) ? args : [])]
  return words.filter((word): word is string => typeof word === 'string' && isAbsolute(word))
}

/** Files of ours that it starts. */
export function programsOf(server: unknown, root: string | undefined): readonly string[] {
  const args = fieldIn(server, 'args')
  const words: readonly unknown[] = Array.isArray(args) ? args : []
  return words.flatMap((word) => {
    if (typeof word !== 'string' || !word.endsWith('main.cjs')) return []
    const path = word.replace(WORKSPACE, () => root ?? '')
    return isAbsolute(path) ? [path] : []
  })
}
