/**
 * Hosts whose `settings.json` lists command hooks by event and servers by name: Gemini CLI and Qwen Code. Installation,
 * diagnosis and proof are derived from a `HookSettings`.
 */

import { dirname, isAbsolute, join } from 'node:path'
import { type Json, type JsonPath, valueAt } from '../settings/jsonc.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import type { Diagnosis } from '../setup/diagnosis.ts'
import type { Host, HostProof, HostReport, InstalledEntry, InstallWish, Scope } from '../setup/host.ts'
import { type InstallContext, isNode, programOnPath } from '../setup/install-context.ts'
import { fieldIn, isFields, listOf, textIn } from './fields.ts'
import {
  brokenSettings,
  finding,
  type Layer,
  layersOf,
  missingPackage,
  otherMemories,
  serverWords,
} from './findings.ts'
import {
  DENIES,
  denyEntries,
  FOLDER_HOST,
  fileOfScope,
  foldersUp,
  hookNotes,
  modelCall,
  noDenyRules,
} from './host-base.ts'
import {
  echoed,
  IF_NOT_STARTED,
  isServerFine,
  namesMachineServer,
  serverFaults,
  shellWord,
  shellWords,
} from './package-command.ts'
import { isOlderCopy, type PackagePlace, packageAt, packagePlace } from './package-place.ts'

export interface HookSettings extends Pick<Host, 'aliases' | 'name' | 'tested' | 'afterwards' | 'opening'> {
  /** The value of `--host`, also the name of its program. */
  readonly id: string
  /** The folder of a project's settings. */
  readonly folder: string
  userFolder(context: InstallContext): string
  /** The project's folder, as hook commands write it. */
  readonly projectFolder: string
  readonly events: readonly HookEvent[]
  /** The setting in this text that disables all hooks. */
  hooksOff(text: string): string | undefined
  /** Settings files of the machine's administrator. */
  readonly managed: readonly string[]
  /** True if hooks run only in a trusted folder. */
  needsTrust(layers: readonly Layer[], installed: readonly InstalledEntry[], context: InstallContext): boolean
  /** The file that lists trusted folders. */
  trustFile(context: InstallContext): string
  /** The settings that decide whether hooks run, for a proof. */
  readonly decides: readonly JsonPath[]
  /** Its own rules against edits of the bank; empty if its settings have none. */
  readonly deny: readonly string[]
  /** Settings that keep a proof from asking for a login or sending statistics. */
  readonly alone: object
  readonly proof: Pick<HostProof, 'switches' | 'runs' | 'env' | 'shell'>
}

interface HookEvent {
  readonly event: string
  /** Limits a tool event to some tools. */
  readonly matcher?: string
  /** True if the user sees a hook's output at this event: the shell reports a missing package there. */
  readonly speaks?: true
}

/** Matches every tool except these, so that hooks also run for unknown tools. */
export function allToolsBut(names: string): string {
  return `^(?!(?:${names.split(' ').join('|')})$)`
}

export function hostOfSettings(of: HookSettings): Host {
  const { id, aliases, name, tested, afterwards, opening } = of
  const projectFiles = (context: InstallContext) => settingsFiles(of, 'project', context)
  return {
    ...FOLDER_HOST,
    ...{ id, aliases, name, tested, afterwards, opening },
    page: `${id}.md`,
    program: id,
    learnCommand: 'memory-bank-learn',
    files: (scope, context) => settingsFiles(of, scope, context),
    // Install makes git ignore a project file with paths of this machine.
    localFiles: (context) => {
      const place = packagePlace({ scope: 'project', deny: false, from: undefined }, context)
      return place.kind === 'inside' ? [] : projectFiles(context)
    },
    namesMachine: (text) =>
      namesMachineServer(valueAt(text, SERVER)) ||
      [...hooksIn(of, text, undefined).values()].some((place) => isAbsolute(place.folder)),
    entries: (wish, _file, context) => [...entries(of, wish, context), ...denyEntries(wish.deny ? of.deny : [])],
    notes: (text, wish, context) => {
      const deny = of.deny.length === 0 ? noDenyRules(name) : DENIES
      return hookNotes({ off: of.hooksOff(text), deny }, wish, context)
    },
    diagnose: (context) => diagnose(of, context),
    proof: proofOfSettings(of),
  }
}

function settingsFiles(of: HookSettings, scope: Scope, context: InstallContext): readonly string[] {
  const name = 'settings.json'
  return fileOfScope(scope, context, join(of.userFolder(context), name), join(of.folder, name))
}

function entries(of: HookSettings, wish: InstallWish, context: InstallContext): readonly SettingsEntry[] {
  const place = packagePlace(wish, context)
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
  const isFine = (found: unknown) => wish.from === undefined && isServerFine(found, context)
  return [...hooks, { kind: 'property', at: SERVER, value: serverValue(place, context), isFine }]
}

const SERVER = ['mcpServers', 'memory-bank'] as const
const SCRIPT = join('dist', 'hook.sh')
const MILLISECONDS = 20_000

function hookValue(of: HookSettings, { event, matcher, speaks }: HookEvent, place: PackagePlace, node: string): Json {
  const [script, own] =
    place.kind === 'inside'
      ? [`${of.projectFolder}/${place.path.replace(/^\.\//, '')}/dist/hook.sh`, '']
      : [shellWord(join(place.folder, SCRIPT)), ` ${shellWord(node)}`]
  const asked = { hookEventName: event, additionalContext: `${IF_NOT_STARTED} Tell the user.` }
  const told = echoed(speaks === true ? { systemMessage: IF_NOT_STARTED, hookSpecificOutput: asked } : {})
  const command = `/bin/sh ${script} --host ${of.id}${own} || ${told}`
  const hook = { name: 'memory-bank', type: 'command', command, timeout: MILLISECONDS }
  return matcher === undefined ? { hooks: [hook] } : { matcher, hooks: [hook] }
}

/** `trust`: the tools only read, or ask the user for consent, so the host need not ask too. */
function serverValue(place: PackagePlace, { start, packageRoot, node }: InstallContext): Json {
  const program = ['dist', 'cli', 'main.cjs']
  if (place.kind === 'inside')
    return { command: 'node', args: [[place.path, ...program].join('/'), 'mcp'], trust: true }
  if (place.folder !== packageRoot) return { command: node, args: [join(place.folder, ...program), 'mcp'], trust: true }
  return { command: start.command, args: [...start.args, 'mcp'], trust: true }
}

/** The package folder that a hook starts from, and the Node in its command. */
interface HookPlace {
  readonly folder: string
  readonly node: string | undefined
  readonly command: string
  /** True if the command starts hook.sh, which finds another Node if this one is missing. */
  readonly byScript: boolean
}

/** Undefined for hooks that are not Memory Bank's. */
function hookPlace(of: HookSettings, item: unknown, root: string | undefined): HookPlace | undefined {
  for (const hook of listOf(fieldIn(item, 'hooks'))) {
    const [found = '', rest] = (textIn(hook, 'command') ?? '').split(` --host ${of.id}`)
    const [program = '', script = ''] = shellWords(found)
    const byScript = script.endsWith('hook.sh')
    if (rest === undefined || !(byScript || script.endsWith('hook.cjs'))) continue
    const inside = script.startsWith(of.projectFolder)
      ? join(root ?? '.', script.slice(of.projectFolder.length))
      : script
    const node = byScript ? (shellWords(rest)[0] ?? '') : program
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

/** Memory Bank's hooks in a file, by event. */
function hooksIn(of: HookSettings, text: string, root: string | undefined): ReadonlyMap<string, HookPlace> {
  return new Map(
    of.events.flatMap(({ event }) => {
      const [first] = listOf(valueAt(text, ['hooks', event])).flatMap((item) => hookPlace(of, item, root) ?? [])
      return first === undefined ? [] : [[event, first] as const]
    }),
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
  findings.push(...serverFaults(name, file, valueAt(text, SERVER), context))
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
  // A `TRUST_PARENT` rule also trusts the folder's siblings.
  const parents = Object.keys(known).flatMap((path) => (known[path] === 'TRUST_PARENT' ? [dirname(path)] : []))
  for (const at of foldersUp(context)) {
    if (known[at] === 'DO_NOT_TRUST') return known[at]
    if (known[at] === 'TRUST_FOLDER' || known[at] === 'TRUST_PARENT' || parents.includes(at)) return 'TRUST_FOLDER'
  }
  return undefined
}

/** The real host in a temporary home, with Memory Bank's hooks and a local scripted model. */
function proofOfSettings(of: HookSettings): HostProof {
  const settings = (folder: string) => join(folder, of.folder, 'settings.json')
  const trusted = (home: string, project: string, trust: string | undefined) => ({
    [join(home, of.folder, 'trustedFolders.json')]: JSON.stringify(trust === undefined ? {} : { [project]: trust }),
  })
  return {
    ...of.proof,
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

/** The user's settings that decide whether Memory Bank's hooks run. Models and keys are not copied. */
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

/** Replaces the project variable in a hook by the user's project, since the copy runs in a sample project. */
function inSample({ projectFolder }: HookSettings, item: unknown, root: string | undefined): unknown {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const text = JSON.stringify(item)
  return JSON.parse(root === undefined ? text : text.replaceAll(inJson(projectFolder), () => inJson(`'${root}'`)))
}

function nested([key = '', ...rest]: JsonPath, value: unknown): object {
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}

/** Merges objects recursively. */
function merged(a: object, b: object): object {
  const both = Object.entries(b).map(([key, value]) => {
    const before: unknown = Reflect.get(a, key)
    return [key, isFields(before) && isFields(value) ? merged(before, value) : value]
  })
  return { ...a, ...Object.fromEntries(both) }
}
