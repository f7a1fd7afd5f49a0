/**
 * Codex's settings: which files it reads, our hooks and our server in them, and whether the person has trusted a hook.
 *
 * Codex runs a hook only while its entry reads as it did when the person trusted it. So the command line says nothing
 * that changes with a version of ours.
 */

import { createHash } from 'node:crypto'
import { isAbsolute, join } from 'node:path'
import type { InstallWish, Scope } from '../../flows/host.ts'
import { type InstallContext, isNode, programOnPath, userFolder } from '../../flows/install-context.ts'
import type { Json } from '../../text/jsonc.ts'
import { fieldIn, isFields } from '../fields.ts'
import { echoed, IF_NOT_STARTED } from '../not-guarding.ts'
import { packagePlace } from '../package-place.ts'

export function codexFolder(context: InstallContext): string {
  return userFolder(context, 'CODEX_HOME', '.codex')
}

export function codexFiles(
  name: 'hooks.json' | 'config.toml',
  scope: Scope,
  context: InstallContext,
): readonly string[] {
  if (scope === 'user') return [join(codexFolder(context), name)]
  return context.root === undefined ? [] : [join(context.root, '.codex', name)]
}

/** Where the project's own copy is named by a way from its root: hooks and server start in any folder of it. */
const ROOT = '$(git rev-parse --show-toplevel 2>/dev/null || pwd)'

/** A file of the package, as a shell reads it. */
function fileOf(path: string, wish: InstallWish, context: InstallContext): string {
  const place = packagePlace(wish, context)
  const folder = wish.from ?? (place.kind === 'inside' ? `${ROOT}/${place.path.slice(2)}` : place.folder)
  return quoted(`${folder}/${path}`, place.kind === 'inside' && wish.from === undefined)
}

function quoted(text: string, isExpanded: boolean): string {
  return isExpanded || !/["$`\\!]/.test(text) ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}

/** The hook by the Node that install runs on, else by the one on the path. Settings that others share name no Node. */
export function hookCommand(event: string, wish: InstallWish, context: InstallContext): string {
  const isShared = packagePlace(wish, context).kind === 'inside' && wish.from === undefined
  const files = ['dist/hook.cjs', 'dist/hook.sh'].map((file) => fileOf(file, wish, context))
  return commandOf(event, isShared ? undefined : context.node, files)
}

/** The same for the package in a folder. */
export function commandFor(event: string, node: string, folder: string): string {
  return commandOf(
    event,
    node,
    ['hook.cjs', 'hook.sh'].map((name) => quoted(join(folder, 'dist', name), false)),
  )
}

/** A shell that knows no /bin/sh finds the Node on the path all the same; our script tells the person where there is none. */
function commandOf(event: string, node: string | undefined, [file = '', script = '']: readonly string[]): string {
  const own = node === undefined ? [] : [`${quoted(node, false)} ${file} --host codex`]
  const told = event === 'UserPromptSubmit' ? { systemMessage: IF_NOT_STARTED } : {}
  return [...own, `node ${file} --host codex`, `/bin/sh ${script} --host codex`, echoed(told)].join(' || ')
}

const SECONDS = 20
/** Codex gives the end of a session no more. */
const LAST_SECONDS = 3

/**
 * Every event comes by command: a hook that asks our server instead would cost nothing, and would let everything pass
 * while the server is not there.
 */
export const EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart', 'SubagentStop', 'Stop'],
  'SessionEnd',
] as const

/** What these tell the model is not cut: the opening is larger than what Codex shows of a hook's words by itself. */
const WHOLE = ['SessionStart', 'SubagentStart', 'UserPromptSubmit']

export function hookGroup(event: string, command: string): Json {
  const timeout = event === 'SessionEnd' ? LAST_SECONDS : SECONDS
  const limit = WHOLE.includes(event) ? { additionalContextLimit: 0 } : {}
  return { hooks: [{ type: 'command', command, timeout, ...limit }] }
}

export function isOurGroup(group: unknown): boolean {
  return commandsIn(group).some((command) => /hook\.cjs['"]? --host codex\b/.test(command))
}

export function commandsIn(group: unknown): readonly string[] {
  return handlersIn(group).flatMap((one) => {
    const command = fieldIn(one, 'command')
    return typeof command === 'string' ? [command] : []
  })
}

function handlersIn(group: unknown): readonly unknown[] {
  const hooks = fieldIn(group, 'hooks')
  return Array.isArray(hooks) ? hooks : []
}

/** The hook's own file, as the command names it; undefined where only a shell in the project could say. */
export function hookFile(command: string): string | undefined {
  const path = /(?:"([^"]*hook\.cjs)"|'((?:[^']|'\\'')*hook\.cjs)') --host codex\b/.exec(command)
  const found = path?.[1] ?? path?.[2]?.replaceAll(`'\\''`, "'")
  return found === undefined || found.includes('$(') ? undefined : found
}

/** The Node that the command names by its place. */
export function hookNode(command: string): string | undefined {
  const path = /^(?:"([^"]*)"|'((?:[^']|'\\'')*)') /.exec(command)
  return path?.[1] ?? path?.[2]?.replaceAll(`'\\''`, "'")
}

/** Whether the command finds a Node, by its place or on the path. */
export function findsNode(command: string, context: InstallContext): boolean {
  const node = hookNode(command)
  return (node !== undefined && isNode(node, context)) || programOnPath('node', context.env) !== undefined
}

/** The Node of this machine that a server entry of ours names. */
export function serverNode(server: unknown): string | undefined {
  const command = fieldIn(server, 'command')
  return typeof command === 'string' && isAbsolute(command) && serverFile(server) !== undefined ? command : undefined
}

export const SERVER = ['mcp_servers', 'memory-bank'] as const

/** Codex hands a server nothing of its environment but what is named; the hooks have all of it, and both must agree. */
const VARIABLES = [
  ...['MEMORY_BANK_DISABLED', 'MEMORY_BANK_GUARD_MODE', 'MEMORY_BANK_WRITER', 'MEMORY_BANK_TRUSTED'],
  ...['MEMORY_BANK_PERSONAL_DATA', 'MEMORY_BANK_READ_SCOPE', 'MEMORY_BANK_AGENT_SHELL', 'XDG_STATE_HOME'],
]

/** Its tools only read, or ask the person: they need no permission of their own. */
export function serverTable(wish: InstallWish, context: InstallContext): Json {
  return {
    ...serverStart(wish, context),
    env_vars: VARIABLES,
    default_tools_approval_mode: 'approve',
  }
}

function serverStart(wish: InstallWish, context: InstallContext): { readonly [key: string]: Json } {
  const place = packagePlace(wish, context)
  if (place.kind === 'inside' && wish.from === undefined)
    return { command: 'sh', args: ['-c', `exec node ${fileOf('dist/cli/main.cjs', wish, context)} mcp`] }
  const folder = wish.from ?? context.packageRoot
  return { command: context.node, args: [join(folder, 'dist', 'cli', 'main.cjs'), 'mcp'] }
}

/** The file of ours that a server entry starts, where it names one of this machine. */
export function serverFile(server: unknown): string | undefined {
  const args = fieldIn(server, 'args')
  const words: readonly unknown[] = Array.isArray(args) ? args : []
  return words.find((word): word is string => typeof word === 'string' && isAbsolute(word) && word.endsWith('main.cjs'))
}

/** A profile of permissions in which the operating system itself keeps the bank from being written by what Codex runs. */
export const PROFILE = ['permissions', 'memory-bank'] as const
export const PROFILE_KEY = 'default_permissions'
export const PROFILE_NAME = 'memory-bank'
export const PROFILE_TABLE: Json = {
  extends: ':workspace',
  filesystem: { ':workspace_roots': { 'memory-bank': 'read' } },
}

export type Trust = 'trusted' | 'untrusted' | 'modified' | 'off'

/** Whether Codex would run the hook: by what its own settings remember of the person's word. */
export function trustOf(state: unknown, event: string, group: unknown): Trust {
  if (fieldIn(state, 'enabled') === false) return 'off'
  const trusted = fieldIn(state, 'trusted_hash')
  if (typeof trusted !== 'string') return 'untrusted'
  return trusted === hookHash(event, group) ? 'trusted' : 'modified'
}

/** What Codex writes down when the person trusts the hook; ours to write in a throw-away home only. */
export function trustedState(event: string, group: unknown): Json {
  return { trusted_hash: hookHash(event, group) }
}

/** The key of the first hook of a group in Codex's own record. */
export function trustKey(file: string, event: string, index: number): string {
  return `${file}:${snake(event)}:${index}:0`
}

/** As Codex reckons it: what the entry says, its keys in order, defaults filled in. */
function hookHash(event: string, group: unknown): string {
  const [handler] = handlersIn(group)
  const fields = isFields(handler) ? handler : {}
  const { additionalContextLimit: limit } = fields
  const timeout = fields['timeout'] ?? (event === 'SessionEnd' ? 1 : 600)
  const own = {
    async: fields['async'] ?? false,
    command: fields['command'],
    timeout,
    type: 'command',
    ...(limit === undefined || limit === 2_500 ? {} : { additionalContextLimit: limit }),
    ...(fields['statusMessage'] === undefined ? {} : { statusMessage: fields['statusMessage'] }),
  }
  const matcher = fieldIn(group, 'matcher')
  const identity = {
    event_name: snake(event),
    hooks: [own],
    ...(typeof matcher === 'string' ? { matcher } : {}),
  }
  return `sha256:${createHash('sha256').update(inOrder(identity)).digest('hex')}`
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isFields(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

function snake(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
}
