/**
 * Hosts whose settings name plugins of marketplaces: Claude Code and Copilot CLI. One key says where the marketplace is,
 * another that its plugin is on, and a hook beside them notices that the package is gone. From what such a host says of
 * itself follow its entries, its diagnosis and the settings of its proof.
 */

import { basename, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnosis, HostReport, InstalledEntry, InstallWish, Scope } from '../setup/host.ts'
import type { InstallContext } from '../setup/install-context.ts'
import { type Json, valueAt } from '../settings/jsonc.ts'
import type { SettingsEntry } from '../settings/settings-entries.ts'
import { fieldIn, isFields } from './fields.ts'
import { brokenSettings, finding, type Layer, layersOf, missingPackage, otherMemories, wordsIn } from './findings.ts'
import { listOf } from './host-base.ts'
import { isOlderCopy, packagePlace } from './package-place.ts'
import { echoed } from './wording.ts'

export interface PluginHost {
  readonly name: string
  /** Its name for install. */
  readonly id: string
  files(scope: Scope, context: InstallContext): readonly string[]
  /** A person's own settings for one project. */
  localFiles(context: InstallContext): readonly string[]
  readonly managed: readonly string[]
  /** Another host's settings whose plugins it takes too. */
  borrowedFiles(context: InstallContext): readonly string[]
  /** The file in which the host itself remembers marketplaces. */
  knownMarketplaces(context: InstallContext): string | undefined
  /** Settings with servers, and the servers in each. */
  servers(context: InstallContext): readonly unknown[]
  /** Settings that keep hooks from running. */
  readonly offSwitches: readonly string[]
  /** The plugin's files that this host reads, its manifest first; they name others. */
  readonly parts: readonly [string, ...string[]]
  /** The variable for the project's folder, the item of a hook, and what it says. */
  readonly watch: { readonly project: string; item(command: string): Json; readonly told: object }
}

const KEY = 'memory-bank'
export const PLUGIN_KEY = `${KEY}@memory-bank`
const MARKETPLACE = ['extraKnownMarketplaces', KEY] as const
const ENABLED = ['enabledPlugins', PLUGIN_KEY] as const
/** From a marketplace's folder. */
const MARKETPLACE_FILE = '.claude-plugin/marketplace.json'
const WATCH_AT = ['hooks', 'UserPromptSubmit'] as const

export function pluginEntries(
  of: PluginHost,
  wish: InstallWish,
  file: string,
  context: InstallContext,
): readonly SettingsEntry[] {
  const value = { source: { source: 'directory', path: pluginPath(wish, context) } }
  return [
    { kind: 'property', at: MARKETPLACE, value, isFine: (found) => isFineSource(found, wish, context) },
    { kind: 'property', at: ENABLED, value: true, isFine: (found) => found === true },
    ...watchEntry(of, wish, file, context),
  ]
}

/** The package, as the settings name it: from the project's root, or by its place on this machine. */
export function pluginPath(wish: InstallWish, context: InstallContext): string {
  if (wish.from !== undefined) return wish.from.startsWith('file:') ? fileURLToPath(wish.from) : wish.from
  const place = packagePlace(wish, context)
  return place.kind === 'inside' ? place.path : place.folder
}

/** The folder of a marketplace entry, if it is one of this machine. */
function marketplaceFolder(value: unknown, root: string | undefined): string | undefined {
  const source = fieldIn(value, 'source')
  const path = fieldIn(source, 'path')
  if (fieldIn(source, 'source') !== 'directory' || typeof path !== 'string') return undefined
  return path.startsWith('.') && root !== undefined ? join(root, path) : path
}

/** An entry from elsewhere that works, or that we cannot judge, is the person's choice. */
function isFineSource(value: unknown, wish: InstallWish, context: InstallContext): boolean {
  if (wish.from !== undefined) return false
  const folder = marketplaceFolder(value, context.root)
  if (folder === undefined) return fieldIn(value, 'source') !== undefined
  return context.look.text(join(folder, MARKETPLACE_FILE)) !== undefined && !isOlderCopy(folder, context)
}

/** The host says nothing where the package is gone: this hook says it at each message (S37). */
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
  // The host itself keeps what it fetches.
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

/** Whether the entries of ours in this text are valid on this machine only. */
export function pluginNamesMachine({ watch }: PluginHost, text: string): boolean {
  const isFixed = (item: unknown) => isWatch(item) && !JSON.stringify(item).includes(watch.project)
  return (
    isAbsolute(marketplaceFolder(valueAt(text, MARKETPLACE), undefined) ?? '') ||
    listOf(valueAt(text, WATCH_AT)).some(isFixed)
  )
}

/** How a host sees the plugin. */
export interface PluginState {
  readonly layers: readonly Layer[]
  readonly installed: readonly InstalledEntry[]
  /** The first file that enables it. */
  readonly enabledIn: string
}

/** `more`: the host's own findings where the plugin is on. */
export function diagnosePlugin(
  of: PluginHost,
  context: InstallContext,
  more: (state: PluginState) => readonly Diagnosis[],
): HostReport {
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
  return { installed, findings: [...findings, ...more({ layers, installed, enabledIn })] }
}

/** The folder the plugin comes from; `elsewhere` if that is not a folder of this machine. */
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

/** Files that the plugin's hooks and servers start: the host says nothing of those that are missing. */
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

/** Settings that switch the plugin in a folder on. */
export function pluginSettings(folder: string): string {
  return JSON.stringify({
    extraKnownMarketplaces: { [KEY]: { source: { source: 'directory', path: folder } } },
    enabledPlugins: { [PLUGIN_KEY]: true },
  })
}

/**
 * The person's settings files in the folders of a proof, as far as they decide whether the plugin runs. Their hooks,
 * permissions, models and keys stay at home.
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
