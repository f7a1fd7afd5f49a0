/**
 * Hosts whose settings list plugins of marketplaces: Claude Code and Copilot CLI. One key names the marketplace,
 * another enables the plugin, and a hook reports a missing package. Entries, diagnosis and proof settings are derived
 * from a `PluginHost`.
 */

import { basename, isAbsolute, join } from 'node:path'
import { type Json, valueAt } from '../settings/jsonc.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import type { Diagnosis } from '../setup/diagnosis.ts'
import type { Host, HostProof, HostReport, InstalledEntry, InstallWish, Scope } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'
import { fieldIn, isFields, listOf } from './fields.ts'
import { brokenSettings, finding, type Layer, layersOf, missingPackage, otherMemories, wordsIn } from './findings.ts'
import { AT_SESSION_START, DENIES, denyEntries, FOLDER_HOST, hookNotes, noDenyRules } from './host-base.ts'
import { echoed } from './package-command.ts'
import { isOlderCopy, packagePlace } from './package-place.ts'

type OwnParts = 'aliases' | 'name' | 'page' | 'tested' | 'learnCommand' | 'afterwards'

export interface PluginHost extends Pick<Host, OwnParts> {
  /** Its name on the command line of install, also the name of its program. */
  readonly id: string
  files(scope: Scope, context: InstallContext): readonly string[]
  /** The user's own settings for one project. */
  localFiles(context: InstallContext): readonly string[]
  readonly managed: readonly string[]
  /** Another host's settings whose plugins this host loads too. */
  borrowedFiles(context: InstallContext): readonly string[]
  /** The file in which the host itself records marketplaces. */
  knownMarketplaces(context: InstallContext): string | undefined
  /** The tables of MCP servers in all of its settings. */
  servers(context: InstallContext): readonly unknown[]
  /** Settings that disable hooks. */
  readonly offSwitches: readonly string[]
  /** The plugin files that this host reads, the manifest first. These files name further ones. */
  readonly parts: readonly [string, ...string[]]
  /** The variable for the project's folder, and the format of a hook and of its output. */
  readonly watch: { readonly project: string; item(command: string): Json; readonly told: object }
  /** Its own rules against edits of the bank; empty if its settings have none. */
  readonly deny: readonly string[]
  /** Its own findings, once the plugin is enabled. */
  ownFindings(state: PluginState, context: InstallContext): readonly Diagnosis[]
}

export function hostOfPlugin(of: PluginHost, proof: HostProof): Host {
  const { id, aliases, name, page, tested, learnCommand, afterwards, files, localFiles, offSwitches } = of
  return {
    ...FOLDER_HOST,
    ...{ id, aliases, name, page, tested, learnCommand, afterwards, proof, files, localFiles },
    program: id,
    otherFiles: (scope, context) => (scope === 'user' ? [] : localFiles(context)),
    namesMachine: (text) => namesMachine(of, text),
    entries: (wish, file, context) => [...entries(of, wish, file, context), ...denyEntries(wish.deny ? of.deny : [])],
    notes: (text, wish, context) => {
      const off = offSwitches.find((key) => valueAt(text, [key]) === true)
      return hookNotes({ off, deny: of.deny.length === 0 ? noDenyRules(name) : DENIES }, wish, context)
    },
    diagnose: (context) => diagnose(of, context),
    opening: AT_SESSION_START,
  }
}

const KEY = 'memory-bank'
export const PLUGIN_KEY = `${KEY}@memory-bank`
const MARKETPLACE = ['extraKnownMarketplaces', KEY] as const
const ENABLED = ['enabledPlugins', PLUGIN_KEY] as const
/** Relative to a marketplace's folder. */
const MARKETPLACE_FILE = '.claude-plugin/marketplace.json'
const WATCH_AT = ['hooks', 'UserPromptSubmit'] as const

function entries(of: PluginHost, wish: InstallWish, file: string, context: InstallContext): readonly SettingsEntry[] {
  const value = { source: { source: 'directory', path: pluginPath(wish, context) } }
  return [
    { kind: 'property', at: MARKETPLACE, value, isFine: (found) => isFineSource(found, wish, context) },
    { kind: 'property', at: ENABLED, value: true, isFine: (found) => found === true },
    ...watchEntry(of, wish, file, context),
  ]
}

/** The package as the settings name it: relative to the project, or an absolute path. */
export function pluginPath(wish: InstallWish, context: InstallContext): string {
  const place = packagePlace(wish, context)
  return place.kind === 'inside' ? place.path : place.folder
}

/** The folder of a marketplace entry, if it is on this machine. */
function marketplaceFolder(value: unknown, root: string | undefined): string | undefined {
  const source = fieldIn(value, 'source')
  const path = fieldIn(source, 'path')
  if (fieldIn(source, 'source') !== 'directory' || typeof path !== 'string') return undefined
  return path.startsWith('.') && root !== undefined ? join(root, path) : path
}

/** True for a source that works or cannot be checked, such as a remote one: it may be the user's choice. */
function isFineSource(value: unknown, wish: InstallWish, context: InstallContext): boolean {
  if (wish.from !== undefined) return false
  const folder = marketplaceFolder(value, context.root)
  if (folder === undefined) return fieldIn(value, 'source') !== undefined
  return context.look.text(join(folder, MARKETPLACE_FILE)) !== undefined && !isOlderCopy(folder, context)
}

/** The host ignores a missing package silently: this hook reports it at each message (S37). */
function watchEntry(
  of: PluginHost,
  wish: InstallWish,
  file: string,
  context: InstallContext,
): readonly SettingsEntry[] {
  const text = context.look.text(file) ?? ''
  const named = valueAt(text, MARKETPLACE)
  const isKept = named !== undefined && isFineSource(named, wish, context)
  const path = isKept ? marketplaceFolder(named, undefined) : pluginPath(wish, context)
  // A remote source needs no watch hook, since the host keeps a copy of it.
  const value = path === undefined ? null : watchHook(of, path)
  const isAsIs = (found: unknown) => value === null || JSON.stringify(found) === JSON.stringify(value)
  const repaired = (found: unknown) => (isAsIs(found) ? undefined : value)
  const entry = { kind: 'item', at: WATCH_AT, value, isOurs: isWatch, repaired } as const
  return value !== null || listOf(valueAt(text, WATCH_AT)).some(isWatch) ? [entry] : []
}

function watchHook({ watch }: PluginHost, path: string): Json {
  const file = `${path.replace(/^\.\//, `${watch.project}/`)}/${MARKETPLACE_FILE}`
  const place = path.startsWith('./') ? `"${file}"` : `'${file.replaceAll("'", `'\\''`)}'`
  return watch.item(`[ -e ${place} ] || ${echoed(watch.told)}`)
}

function isWatch(item: unknown): boolean {
  const text = JSON.stringify(item) ?? ''
  return text.includes(MARKETPLACE_FILE) && text.includes('[memory-bank] ')
}

/** True if Memory Bank's entries in this text are valid on this machine only. */
function namesMachine({ watch }: PluginHost, text: string): boolean {
  const isFixed = (item: unknown) => isWatch(item) && !JSON.stringify(item).includes(watch.project)
  return (
    isAbsolute(marketplaceFolder(valueAt(text, MARKETPLACE), undefined) ?? '') ||
    listOf(valueAt(text, WATCH_AT)).some(isFixed)
  )
}

export interface PluginState {
  readonly layers: readonly Layer[]
  readonly installed: readonly InstalledEntry[]
  /** The first file that enables it. */
  readonly enabledIn: string
}

function diagnose(of: PluginHost, context: InstallContext): HostReport {
  const own = [
    ...layersOf('user', of.files('user', context), context),
    ...layersOf('project', [...of.files('project', context), ...of.localFiles(context)], context),
    ...layersOf('user', of.managed, context),
  ]
  const layers = [...layersOf('project', of.borrowedFiles(context), context), ...own]
  const enabled = (layer: Layer) => valueAt(layer.text, ENABLED)
  const isEnabled = layers.map(enabled).findLast((value) => value !== undefined)
  const folder = folderOfPlugin(of, layers, context)
  const place = folder === 'elsewhere' ? undefined : folder
  const installed = own
    .filter((layer) => enabled(layer) === true)
    .map(({ scope, file }): InstalledEntry => ({ scope, file, spec: PLUGIN_KEY, folder: place }))
  const plugins = own.map(({ text }) => valueAt(text, ['enabledPlugins'])).filter(isFields)
  const active = plugins.flatMap((one) => Object.keys(one).filter((name) => one[name] === true))
  const findings = [
    ...own.flatMap((layer) => brokenSettings(of.name, layer)),
    ...otherMemories(of.name, [...active, ...of.servers(context).flatMap(wordsIn)]),
  ]
  if (isEnabled !== true) {
    const off = own.findLast((layer) => enabled(layer) === false)?.file
    if (isEnabled === false && off !== undefined)
      findings.push(finding('plugin-disabled', of.name, { file: off, key: PLUGIN_KEY, id: of.id }))
    return { installed: isEnabled === false ? [] : installed, findings }
  }
  const enabledIn = layers.find((layer) => enabled(layer) === true)?.file ?? ''
  if (installed.length > 0) findings.push(...hooksOff(of, own), ...sourceFaults(of, folder, enabledIn, context))
  return { installed, findings: [...findings, ...of.ownFindings({ layers, installed, enabledIn }, context)] }
}

/** The folder that the plugin comes from; `elsewhere` if it is not on this machine. */
function folderOfPlugin(of: PluginHost, layers: readonly Layer[], context: InstallContext) {
  const known = of.knownMarketplaces(context)
  const value =
    layers.map((layer) => valueAt(layer.text, MARKETPLACE)).findLast((one) => one !== undefined) ??
    (known === undefined ? undefined : valueAt(context.look.text(known) ?? '', [KEY]))
  return value === undefined ? undefined : (marketplaceFolder(value, context.root) ?? 'elsewhere')
}

function hooksOff(of: PluginHost, layers: readonly Layer[]): readonly Diagnosis[] {
  return layers.flatMap(({ file, text }) =>
    of.offSwitches
      .filter((key) => valueAt(text, [key]) === true)
      .map((key) => finding('hooks-disabled', of.name, { key, file })),
  )
}

function sourceFaults(
  of: PluginHost,
  marketplace: string | undefined,
  file: string,
  context: InstallContext,
): readonly Diagnosis[] {
  if (marketplace === 'elsewhere') return []
  if (marketplace === undefined) return [finding('marketplace-missing', of.name, { file })]
  if (context.look.text(join(marketplace, MARKETPLACE_FILE)) === undefined)
    return [missingPackage(of.name, file, marketplace)]
  const folder = pluginFolder(marketplace, context)
  const parts = of.parts.map((name) => ({
    file: join(folder, name),
    text: context.look.text(join(folder, name)) ?? '',
  }))
  const broken = parts.flatMap((part) => brokenSettings(of.name, part))
  const gone = [of.parts[0], ...new Set(parts.flatMap(({ text }) => filesNamedIn(text)))].filter(
    (name) => context.look.text(join(folder, name)) === undefined,
  )
  if (gone.length === 0) return broken
  return [...broken, finding('plugin-incomplete', of.name, { folder, parts: gone.join(', '), marketplace })]
}

/** Files that the plugin's hooks and servers start. The host does not report a missing one. */
function filesNamedIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{?(?:CLAUDE_)?PLUGIN_ROOT\}?\/([\w./-]+)/g)].flatMap(([, name = '']) =>
    name === 'hook.sh' ? [name, 'hook.cjs'] : [name],
  )
}

/** The plugin's folder in its marketplace. */
function pluginFolder(marketplace: string, context: InstallContext): string {
  const plugins = valueAt(context.look.text(join(marketplace, MARKETPLACE_FILE)) ?? '', ['plugins'])
  const source = fieldIn(
    listOf(plugins).find((one) => fieldIn(one, 'name') === KEY),
    'source',
  )
  return typeof source === 'string' ? join(marketplace, source) : marketplace
}

/** Settings that enable the plugin in a folder. */
export function pluginSettings(folder: string): string {
  return JSON.stringify({
    extraKnownMarketplaces: { [KEY]: { source: { source: 'directory', path: folder } } },
    enabledPlugins: { [PLUGIN_KEY]: true },
  })
}

/**
 * The user's settings for a proof, reduced to what decides whether the plugin runs. Other hooks, permissions, models
 * and keys are not copied.
 */
export function decidingFiles(
  places: readonly (readonly [files: readonly string[], folder: string])[],
  decides: readonly string[],
  context: InstallContext,
): Readonly<Record<string, string>> {
  const copies = places.flatMap(([files, folder]) =>
    layersOf('user', files, context).map(({ file, text }) => [
      join(folder, basename(file)),
      JSON.stringify(decidingPart(text, decides, context)),
    ]),
  )
  return Object.fromEntries(copies)
}

function decidingPart(text: string, decides: readonly string[], context: InstallContext): object {
  const enabled = valueAt(text, ENABLED)
  const market = valueAt(text, MARKETPLACE)
  const folder = marketplaceFolder(market, context.root)
  const source = folder === undefined ? market : { source: { source: 'directory', path: folder } }
  const env = valueAt(text, ['env'])
  const variables = Object.entries(isFields(env) ? env : {}).filter(([name]) => /^(?:MEMORY_BANK_\w+|PATH)$/.test(name))
  const kept = decides.map((key) => [key, valueAt(text, [key])] as const).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(kept),
    ...(enabled === undefined ? {} : { enabledPlugins: { [PLUGIN_KEY]: enabled } }),
    ...(market === undefined ? {} : { extraKnownMarketplaces: { [KEY]: source } }),
    ...(variables.length === 0 ? {} : { env: Object.fromEntries(variables) }),
  }
}
