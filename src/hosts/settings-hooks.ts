/**
 * Our hooks and our server in settings as Qwen Code, Gemini CLI and Cursor have them: lists of commands by event, and
 * servers by name. What install writes, and what of it stands in a file.
 */

import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InstallWish, Scope } from '../flows/host.ts'
import { type InstallContext, isNode } from '../flows/install-context.ts'
import { type Json, valueAt } from '../text/jsonc.ts'
import type { SettingsEntry } from '../text/settings-entries.ts'
import { fieldIn, isFields, textIn } from './fields.ts'
import { echoed, IF_NOT_STARTED } from './not-guarding.ts'
import { isOlderCopy, packageAt, packagePlace } from './package-place.ts'

export interface HookSettings {
  /** The host by the name that `--host` gives, and in sentences. */
  readonly id: string
  readonly name: string
  /** Of its settings in a project. */
  readonly folder: string
  /** Of the user's own. */
  userFolder(context: InstallContext): string
  /** The project's folder, as its hooks' commands write it. */
  readonly projectFolder: string
  readonly events: readonly HookEvent[]
  /** Where its hooks are no groups in a `settings.json`. */
  readonly form?: HookForm
}

interface HookForm {
  /** The file of its hooks. */
  readonly file: string
  /** An item of an event's list. */
  item(command: string): Json
  /** The answer of a hook that tells this. */
  said(text: string): object
}

interface HookEvent {
  readonly event: string
  /** Which tools, where it is about tools. */
  readonly matcher?: string
  /** Whether what a hook of it says reaches the person, so that it can say what to do where nothing of ours is there. */
  readonly speaks?: true
}

/** Where a hook of ours leads: the folder of the package, and the Node that is named by its place. */
export interface HookPlace {
  readonly folder: string
  readonly node: string | undefined
  readonly command: string
  /** Whether it is started by our script, which finds another Node where this one is gone. */
  readonly byScript: boolean
}

/** What starts the hook, from the package. */
export const SCRIPT = join('dist', 'hook.sh')

export const SERVER = ['mcpServers', 'memory-bank'] as const
const MILLISECONDS = 20_000

export function settingsFiles(
  host: HookSettings,
  scope: Scope,
  context: InstallContext,
  name = host.form?.file ?? 'settings.json',
): readonly string[] {
  if (scope === 'user') return [join(host.userFolder(context), name)]
  return context.root === undefined ? [] : [join(context.root, host.folder, name)]
}

/** The project's file can be one person's own, where it would name this machine: git is then told to leave it. */
export function localSettings(host: HookSettings, context: InstallContext, name?: string): readonly string[] {
  const place = packagePlace({ scope: 'project', deny: false, from: undefined }, context)
  return place.kind === 'inside' ? [] : settingsFiles(host, 'project', context, name)
}

export function hookEntries(host: HookSettings, wish: InstallWish, context: InstallContext): readonly SettingsEntry[] {
  return [
    ...eventEntries(host, wish, context),
    {
      kind: 'property',
      at: SERVER,
      value: serverValue(placeOf(wish, context), context),
      isFine: (found) => isFineServer(found, wish, context),
    },
  ]
}

export function eventEntries(host: HookSettings, wish: InstallWish, context: InstallContext): readonly SettingsEntry[] {
  const place = placeOf(wish, context)
  return host.events.map((event) => {
    const value = hookValue(host, event, place, context.node)
    return {
      kind: 'item',
      at: ['hooks', event.event],
      value,
      isOurs: (item) => hookPlace(host, item, context.root) !== undefined,
      repaired: (item) => (isFineHook(host, item, wish, context) ? undefined : value),
    }
  })
}

/** The settings that make the host load the package in this folder, for a proof. */
export function settingsFor(host: HookSettings, folder: string): Readonly<Record<string, Json>> {
  const place = { kind: 'machine', folder } as const
  return {
    hooks: Object.fromEntries(host.events.map((event) => [event.event, [hookValue(host, event, place, 'node')]])),
  }
}

type Place = { readonly kind: 'inside'; readonly path: string } | { readonly kind: 'machine'; readonly folder: string }

export function placeOf(wish: InstallWish, context: InstallContext): Place {
  if (wish.from === undefined) return packagePlace(wish, context)
  const folder = wish.from.startsWith('file:') ? fileURLToPath(wish.from) : wish.from
  return isAbsolute(folder) ? { kind: 'machine', folder } : { kind: 'inside', path: folder }
}

function hookValue(host: HookSettings, { event, matcher, speaks }: HookEvent, place: Place, node: string): Json {
  const [script, own] =
    place.kind === 'inside'
      ? [`${host.projectFolder}/${place.path.replace(/^\.\//, '')}/dist/hook.sh`, '']
      : [quoted(join(place.folder, SCRIPT)), ` ${quoted(node)}`]
  const told = echoed(speaks === true ? saidIn(host, event) : {})
  const command = `/bin/sh ${script} --host ${host.id}${own} || ${told}`
  if (host.form !== undefined) return host.form.item(command)
  const hook = { name: 'memory-bank', type: 'command', command, timeout: MILLISECONDS }
  return matcher === undefined ? { hooks: [hook] } : { matcher, hooks: [hook] }
}

function saidIn({ form }: HookSettings, event: string): object {
  if (form !== undefined) return form.said(IF_NOT_STARTED)
  const asked = { hookEventName: event, additionalContext: `${IF_NOT_STARTED} Tell the user.` }
  return { systemMessage: IF_NOT_STARTED, hookSpecificOutput: asked }
}

function serverValue(place: Place, { start, packageRoot, node }: InstallContext): Json {
  const program = ['dist', 'cli', 'main.cjs']
  // Its tools read, or they ask the person: they need not ask whether they may.
  if (place.kind === 'inside')
    return { command: 'node', args: [[place.path, ...program].join('/'), 'mcp'], trust: true }
  if (place.folder !== packageRoot) return { command: node, args: [join(place.folder, ...program), 'mcp'], trust: true }
  return { command: start.command, args: [...start.args, 'mcp'], trust: true }
}

/** An entry from elsewhere that works is the person's choice. */
function isFineServer(value: unknown, wish: InstallWish, context: InstallContext): boolean {
  if (wish.from !== undefined || !isFields(value) || !('command' in value || 'httpUrl' in value || 'url' in value))
    return false
  const node = nodeOf(value)
  const isStarted = node === undefined || isNode(node, context)
  return isStarted && programsOf(value, context.root).every((path) => context.look.text(path) !== undefined)
}

/** The Node of this machine that a server entry of ours names. */
export function nodeOf(server: unknown): string | undefined {
  const command = textIn(server, 'command')
  return command !== undefined && isAbsolute(command) && programsOf(server, undefined).length > 0 ? command : undefined
}

/** Files of ours that a server entry starts. */
export function programsOf(server: unknown, root: string | undefined): readonly string[] {
  const args = fieldIn(server, 'args')
  const named = (Array.isArray(args) ? args : []).filter((arg) => typeof arg === 'string' && arg.endsWith('main.cjs'))
  return named.map((path: string) => (isAbsolute(path) ? path : join(root ?? '', path)))
}

function isFineHook(host: HookSettings, item: unknown, wish: InstallWish, context: InstallContext): boolean {
  const place = hookPlace(host, item, context.root)
  if (place === undefined || wish.from !== undefined) return false
  const isThere = packageAt(place.folder, context.look) !== undefined && !isOlderCopy(place.folder, context)
  return isThere && place.byScript && (place.node === undefined || isNode(place.node, context))
}

/** Where an item of a list of hooks leads, if it is ours. */
export function hookPlace(host: HookSettings, item: unknown, root: string | undefined): HookPlace | undefined {
  const hooks = fieldIn(item, 'hooks')
  for (const hook of Array.isArray(hooks) ? hooks : [item]) {
    const [found = '', rest] = (textIn(hook, 'command') ?? '').split(` --host ${host.id}`)
    const [program = '', script = ''] = wordsOf(found)
    const byScript = script.endsWith('hook.sh')
    if (rest === undefined || !(byScript || script.endsWith('hook.cjs'))) continue
    const inside = script.startsWith(host.projectFolder)
      ? join(root ?? '.', script.slice(host.projectFolder.length))
      : script
    const node = byScript ? (wordsOf(rest)[0] ?? '') : program
    return {
      folder: join(inside, '..', '..'),
      node: isAbsolute(node) ? node : undefined,
      command: `${found} --host ${host.id}`,
      byScript,
    }
  }
  return undefined
}

/** The hooks of ours in a file, by event. */
export function hooksIn(host: HookSettings, text: string, root: string | undefined): ReadonlyMap<string, HookPlace> {
  return new Map(
    host.events.flatMap(({ event }) => {
      const list = valueAt(text, ['hooks', event])
      const found = (Array.isArray(list) ? list : []).flatMap((item) => hookPlace(host, item, root) ?? [])
      return found[0] === undefined ? [] : [[event, found[0]] as const]
    }),
  )
}

/** Whether what is ours in this text holds on this machine only. */
export function namesMachine(host: HookSettings, text: string): boolean {
  const args = fieldIn(valueAt(text, SERVER), 'args')
  const isServer = (Array.isArray(args) ? args : []).some((arg) => typeof arg === 'string' && isAbsolute(arg))
  return isServer || [...hooksIn(host, text, undefined).values()].some((place) => isAbsolute(place.folder))
}

/** One word of a command line. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`
}

/** The words of a command that we have written. */
function wordsOf(command: string): readonly string[] {
  return (command.match(/'(?:[^']|'\\'')*'|\S+/g) ?? []).map((word) =>
    word.startsWith("'") ? word.slice(1, -1).replaceAll(`'\\''`, "'") : word,
  )
}
