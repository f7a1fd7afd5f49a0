/**
 * Hosts whose `settings.json` has lists of command hooks by event and servers by name: Gemini CLI and Qwen Code. From what
 * such a host says of itself follow its installation, its diagnosis and its proof.
 */

import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnosis, Host, HostProof, HostReport, InstalledEntry, InstallWish, Scope } from '../setup/host.ts'
import { type InstallContext, isNode, programOnPath } from '../setup/install-context.ts'
import { type Json, type JsonPath, valueAt } from '../settings/jsonc.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import { fieldIn, isFields, textIn } from './fields.ts'
import {
  brokenSettings,
  finding,
  type Layer,
  layersOf,
  missingPackage,
  otherMemories,
  serverWords,
} from './findings.ts'
import { FOLDER_HOST, listOf, modelCall } from './host-base.ts'
import { isOlderCopy, type PackagePlace, packageAt, packagePlace } from './package-place.ts'
import { echoed, IF_NOT_STARTED } from './wording.ts'

export interface HookSettings {
  /** The host by the name that `--host` gives, also its program's; and in sentences. */
  readonly id: string
  readonly name: string
  /** The folder of a project's settings. */
  readonly folder: string
  userFolder(context: InstallContext): string
  /** The project's folder, as the commands of its hooks write it. */
  readonly projectFolder: string
  readonly events: readonly HookEvent[]
  /** The setting in this text that switches all hooks off. */
  hooksOff(text: string): string | undefined
  /** Settings of an administrator. */
  readonly managed: readonly string[]
  /** Whether hooks run only in a folder that the person trusts. */
  needsTrust(layers: readonly Layer[], installed: readonly InstalledEntry[], context: InstallContext): boolean
  /** The file that lists trusted folders. */
  trustFile(context: InstallContext): string
  /** The settings that decide whether hooks run, for a proof. */
  readonly decides: readonly JsonPath[]
  /** Settings without which a proof would ask who somebody is, or tell somebody what it does. */
  readonly alone: object
}

interface HookEvent {
  readonly event: string
  /** Limits an event about tools to some of them. */
  readonly matcher?: string
  /** Whether the person reads what a hook of this event says, so that a shell can speak where Memory Bank is gone. */
  readonly speaks?: true
}

/** A matcher for every tool but these. Tools we do not know are asked about. */
export function allToolsBut(names: string): string {
  return `^(?!(?:${names.split(' ').join('|')})$)`
}

export function hostOfSettings(of: HookSettings) {
  return {
    ...FOLDER_HOST,
    id: of.id,
    name: of.name,
    program: of.id,
    files: (scope: Scope, context: InstallContext) => settingsFiles(of, scope, context),
    // A project's file that names this machine is one person's own: git is told to leave it alone.
    localFiles: (context: InstallContext) =>
      packagePlace({ scope: 'project', deny: false, from: undefined }, context).kind === 'inside'
        ? []
        : settingsFiles(of, 'project', context),
    namesMachine: (text: string) => namesMachine(of, text),
    entries: (wish: InstallWish, _file: string, context: InstallContext) => entries(of, wish, context),
    diagnose: (context: InstallContext) => diagnose(of, context),
  } satisfies Partial<Host>
}

function settingsFiles(of: HookSettings, scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'user') return [join(of.userFolder(context), 'settings.json')]
  return context.root === undefined ? [] : [join(context.root, of.folder, 'settings.json')]
}

function entries(of: HookSettings, wish: InstallWish, context: InstallContext): readonly SettingsEntry[] {
  const place = placeOf(wish, context)
  const hooks = of.events.map((event): SettingsEntry => {
    const value = hookValue(of, event, place, context.node)
    return {
      kind: 'item',
      at: ['hooks', event.event],
      value,
      isOurs: (item) => hookPlace(of, item, context.root) !== undefined,
      repaired: (item) => (isFineHook(of, item, wish, context) ? undefined : value),
    }
  })
  const isFine = (found: unknown) => isFineServer(found, wish, context)
  return [...hooks, { kind: 'property', at: SERVER, value: serverValue(place, context), isFine }]
}

const SERVER = ['mcpServers', 'memory-bank'] as const
const SCRIPT = join('dist', 'hook.sh')
const MILLISECONDS = 20_000

function placeOf(wish: InstallWish, context: InstallContext): PackagePlace {
  if (wish.from === undefined) return packagePlace(wish, context)
  const folder = wish.from.startsWith('file:') ? fileURLToPath(wish.from) : wish.from
  return isAbsolute(folder) ? { kind: 'machine', folder } : { kind: 'inside', path: folder }
}

function hookValue(of: HookSettings, { event, matcher, speaks }: HookEvent, place: PackagePlace, node: string): Json {
  const [script, own] =
    place.kind === 'inside'
      ? [`${of.projectFolder}/${place.path.replace(/^\.\//, '')}/dist/hook.sh`, '']
      : [quoted(join(place.folder, SCRIPT)), ` ${quoted(node)}`]
  const asked = { hookEventName: event, additionalContext: `${IF_NOT_STARTED} Tell the user.` }
  const told = echoed(speaks === true ? { systemMessage: IF_NOT_STARTED, hookSpecificOutput: asked } : {})
  const command = `/bin/sh ${script} --host ${of.id}${own} || ${told}`
  const hook = { name: 'memory-bank', type: 'command', command, timeout: MILLISECONDS }
  return matcher === undefined ? { hooks: [hook] } : { matcher, hooks: [hook] }
}

/** The tools of the server read, or ask the person: they need not ask whether they may. */
function serverValue(place: PackagePlace, { start, packageRoot, node }: InstallContext): Json {
  const program = ['dist', 'cli', 'main.cjs']
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
function nodeOf(server: unknown): string | undefined {
  const command = textIn(server, 'command')
  return command !== undefined && isAbsolute(command) && programsOf(server, undefined).length > 0 ? command : undefined
}

/** Files of the package that a server entry starts. */
function programsOf(server: unknown, root: string | undefined): readonly string[] {
  return listOf(fieldIn(server, 'args')).flatMap((path) => {
    if (typeof path !== 'string' || !path.endsWith('main.cjs')) return []
    return isAbsolute(path) ? [path] : [join(root ?? '', path)]
  })
}

/** The package's folder that a hook leads to, and the Node that it names by its path. */
interface HookPlace {
  readonly folder: string
  readonly node: string | undefined
  readonly command: string
  /** Started by our script, which finds another Node where this one is gone. */
  readonly byScript: boolean
}

/** Undefined for a hook of somebody else's. */
function hookPlace(of: HookSettings, item: unknown, root: string | undefined): HookPlace | undefined {
  for (const hook of listOf(fieldIn(item, 'hooks'))) {
    const [found = '', rest] = (textIn(hook, 'command') ?? '').split(` --host ${of.id}`)
    const [program = '', script = ''] = wordsOf(found)
    const byScript = script.endsWith('hook.sh')
    if (rest === undefined || !(byScript || script.endsWith('hook.cjs'))) continue
    const inside = script.startsWith(of.projectFolder)
      ? join(root ?? '.', script.slice(of.projectFolder.length))
      : script
    const node = byScript ? (wordsOf(rest)[0] ?? '') : program
    return {
      folder: join(inside, '..', '..'),
      node: isAbsolute(node) ? node : undefined,
      command: `${found} --host ${of.id}`,
      byScript,
    }
  }
  return undefined
}

function isFineHook(of: HookSettings, item: unknown, wish: InstallWish, context: InstallContext): boolean {
  const place = hookPlace(of, item, context.root)
  if (place === undefined || wish.from !== undefined) return false
  const isThere = packageAt(place.folder, context.look) !== undefined && !isOlderCopy(place.folder, context)
  return isThere && place.byScript && (place.node === undefined || isNode(place.node, context))
}

/** The hooks of ours in a file, by event. */
function hooksIn(of: HookSettings, text: string, root: string | undefined): ReadonlyMap<string, HookPlace> {
  return new Map(
    of.events.flatMap(({ event }) => {
      const [first] = listOf(valueAt(text, ['hooks', event])).flatMap((item) => hookPlace(of, item, root) ?? [])
      return first === undefined ? [] : [[event, first] as const]
    }),
  )
}

function namesMachine(of: HookSettings, text: string): boolean {
  const isServer = listOf(fieldIn(valueAt(text, SERVER), 'args')).some((one) => isAbsolute(String(one)))
  return isServer || [...hooksIn(of, text, undefined).values()].some((place) => isAbsolute(place.folder))
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

function diagnose(of: HookSettings, context: InstallContext): HostReport {
  const { id, name } = of
  const layers = [
    ...layersOf('user', [...of.managed, ...settingsFiles(of, 'user', context)], context),
    ...layersOf('project', settingsFiles(of, 'project', context), context),
  ]
  const ours = layers.flatMap((layer) => {
    const hooks = hooksIn(of, layer.text, context.root)
    const [first] = hooks.values()
    return first === undefined ? [] : [{ layer, hooks, first }]
  })
  const installed = ours.map(
    ({ layer: { scope, file }, first }): InstalledEntry => ({ scope, file, folder: first.folder, spec: first.command }),
  )
  const findings = [
    ...layers.flatMap((layer) => brokenSettings(name, layer)),
    ...otherMemories(
      name,
      layers.flatMap(({ text }) => serverWords(text)),
    ),
  ]
  if (ours.length === 0) return { installed, findings }
  for (const { file, text } of layers) {
    const key = of.hooksOff(text)
    if (key !== undefined) findings.push(finding('hooks-disabled', name, { key, file }))
  }
  findings.push(...untrusted(of, layers, installed, context))
  for (const { layer, hooks, first } of ours)
    findings.push(
      ...(isGone(first, context)
        ? [missingPackage(name, layer.file, first.folder)]
        : faultsIn(of, layer, hooks, first, context)),
    )
  const files = installed.map(({ file }) => file).join(', ')
  if (ours.length > 1) findings.push(finding('installed-twice', name, { files, id }))
  return { installed, findings }
}

function isGone({ folder, byScript }: HookPlace, { look }: InstallContext): boolean {
  const parts = [join('dist', 'hook.cjs'), ...(byScript ? [SCRIPT] : [])]
  return packageAt(folder, look) === undefined || parts.some((part) => look.text(join(folder, part)) === undefined)
}

function faultsIn(
  { name, events }: HookSettings,
  { file, text }: Layer,
  hooks: ReadonlyMap<string, HookPlace>,
  { node, byScript }: HookPlace,
  context: InstallContext,
): readonly Diagnosis[] {
  const findings: Diagnosis[] = []
  const isOnPath = programOnPath('node', context.env) !== undefined
  if (node === undefined ? !isOnPath : !isNode(node, context)) {
    const key = isOnPath && byScript ? 'node-not-found/replaced' : 'node-not-found'
    findings.push(finding(key, name, { file, node: node ?? '`node`' }))
  }
  if ([...hooks.values()].some((hook) => !hook.byScript)) findings.push(finding('hooks-outdated', name, { file }))
  const lacking = events.map(({ event }) => event).filter((event) => !hooks.has(event))
  if (lacking.length > 0) findings.push(finding('hooks-incomplete', name, { file, events: lacking.join(', ') }))
  const server = valueAt(text, SERVER)
  const gone = programsOf(server, context.root).find((path) => context.look.text(path) === undefined)
  const started = nodeOf(server)
  if (gone !== undefined) findings.push(missingPackage(name, file, gone))
  else if (started !== undefined && !isNode(started, context))
    findings.push(finding('node-not-found/server', name, { file, node: started }))
  return findings
}

function untrusted(
  of: HookSettings,
  layers: readonly Layer[],
  installed: readonly InstalledEntry[],
  context: InstallContext,
): readonly Diagnosis[] {
  const { root } = context
  if (root === undefined || !of.needsTrust(layers, installed, context)) return []
  const trust = folderTrust(of, context)
  if (trust === 'TRUST_FOLDER') return []
  const key = trust === 'DO_NOT_TRUST' ? 'folder-not-trusted/refused' : 'folder-not-trusted'
  return [finding(key, of.name, { root, program: of.id })]
}

/** The nearest rule about this folder in the host's list. */
function folderTrust(of: HookSettings, context: InstallContext): 'TRUST_FOLDER' | 'DO_NOT_TRUST' | undefined {
  const rules = valueAt(context.look.text(of.trustFile(context)) ?? '', [])
  const known = isFields(rules) ? rules : {}
  // Trusting a folder's parent trusts its siblings.
  const parents = Object.keys(known).flatMap((path) => (known[path] === 'TRUST_PARENT' ? [dirname(path)] : []))
  for (let at = context.root ?? ''; at !== ''; at = dirname(at)) {
    const rule = known[at]
    if (rule === 'DO_NOT_TRUST') return rule
    if (rule === 'TRUST_FOLDER' || rule === 'TRUST_PARENT' || parents.includes(at)) return 'TRUST_FOLDER'
    if (at === dirname(at)) break
  }
  return undefined
}

/** A real host in a home of its own, with our hooks and a model on loopback. */
export function proofOfSettings(
  of: HookSettings,
  own: Pick<HostProof, 'switches' | 'runs' | 'env' | 'shell'>,
): HostProof {
  const settings = (folder: string) => join(folder, of.folder, 'settings.json')
  const trusted = (home: string, project: string, trust: string | undefined) => ({
    [join(home, of.folder, 'trustedFolders.json')]: JSON.stringify(trust === undefined ? {} : { [project]: trust }),
  })
  return {
    ...own,
    files({ home, project, plugin }) {
      const place = { kind: 'machine', folder: plugin } as const
      const hooks = of.events.map((event) => [event.event, [hookValue(of, event, place, 'node')]])
      return {
        [settings(home)]: JSON.stringify({ ...of.alone, hooks: Object.fromEntries(hooks) }),
        ...trusted(home, project, 'TRUST_FOLDER'),
      }
    },
    ownFiles({ home, project }, context) {
      const deciding = (scope: Scope) =>
        layersOf(scope, settingsFiles(of, scope, context), context).map(({ text }) => decidingPart(of, text, context))
      return {
        [settings(home)]: JSON.stringify(merged(of.alone, deciding('user')[0] ?? {})),
        [settings(project)]: JSON.stringify(deciding('project')[0] ?? {}),
        ...trusted(home, project, folderTrust(of, context)),
      }
    },
    write: (path, content) => modelCall('write_file', { file_path: path, content }),
  }
}

/** The part of the person's settings that decides whether our hooks run: nothing else of them, no model and no key. */
function decidingPart(of: HookSettings, text: string, { root }: InstallContext): object {
  const hooks = of.events.flatMap(({ event }) => {
    const ours = listOf(valueAt(text, ['hooks', event])).filter((item) => hookPlace(of, item, root) !== undefined)
    return ours.length === 0 ? [] : [[event, ours.map((item) => inSample(of, item, root))]]
  })
  return of.decides.reduce<object>(
    (part, path) => {
      const value = valueAt(text, path)
      return value === undefined ? part : merged(part, nested(path, value))
    },
    hooks.length === 0 ? {} : { hooks: Object.fromEntries(hooks) },
  )
}

/** A hook that names the project by a variable leads to the person's project, not to the sample. */
function inSample({ projectFolder }: HookSettings, item: unknown, root: string | undefined): unknown {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const text = JSON.stringify(item)
  return JSON.parse(root === undefined ? text : text.replaceAll(inJson(projectFolder), () => inJson(`'${root}'`)))
}

function nested([key = '', ...rest]: JsonPath, value: unknown): object {
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}

/** Objects together, key by key. */
function merged(a: object, b: object): object {
  const both = Object.entries(b).map(([key, value]) => {
    const before: unknown = Reflect.get(a, key)
    return [key, isFields(before) && isFields(value) ? merged(before, value) : value]
  })
  return { ...a, ...Object.fromEntries(both) }
}
