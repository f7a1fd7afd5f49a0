/**
 * Our plugin as settings name it that know marketplaces: Claude Code's, and Copilot's, which speak alike here. One key
 * says where the marketplace is, the other that its plugin is on; a hook beside them sees that the package is still there.
 */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InstallWish } from '../flows/host.ts'
import type { InstallContext } from '../flows/install-context.ts'
import { type Json, type JsonPath, valueAt } from '../text/jsonc.ts'
import type { SettingsEntry } from '../text/settings-entries.ts'
import { fieldIn } from './fields.ts'
import { isOlderCopy, packagePlace } from './package-place.ts'

export const PLUGIN_KEY = 'memory-bank@memory-bank'
export const MARKETPLACE_KEY = 'memory-bank'
export const MARKETPLACE = ['extraKnownMarketplaces', MARKETPLACE_KEY] as const

/** From a marketplace's folder. */
export const MARKETPLACE_FILE = '.claude-plugin/marketplace.json'

export function pluginEntries(wish: InstallWish, context: InstallContext): readonly SettingsEntry[] {
  const value = { source: { source: 'directory', path: pluginPath(wish, context) } }
  return [
    { kind: 'property', at: MARKETPLACE, value, isFine: (found) => isFineSource(found, wish, context) },
    { kind: 'property', at: ['enabledPlugins', PLUGIN_KEY], value: true, isFine: (found) => found === true },
  ]
}

/** The package, as the settings name it: from the project's root, or by its place on this machine. */
export function pluginPath(wish: InstallWish, context: InstallContext): string {
  const place = packagePlace(wish, context)
  return folderNamed(wish.from) ?? (place.kind === 'inside' ? place.path : place.folder)
}

/** The folder of a marketplace entry, if it is one of this machine. */
export function marketplaceFolder(value: unknown, root: string | undefined): string | undefined {
  const source = fieldIn(value, 'source')
  const path = fieldIn(source, 'path')
  if (fieldIn(source, 'source') !== 'directory' || typeof path !== 'string') return undefined
  return path.startsWith('.') && root !== undefined ? join(root, path) : path
}

/** A hook that says at each message that the package is gone, where a host leaves the plugin out and says nothing (S37). */
export interface Watch {
  readonly at: JsonPath
  hook(path: string): Json
  isOurs(item: unknown): boolean
}

export function watchEntry(
  watch: Watch,
  wish: InstallWish,
  file: string,
  context: InstallContext,
): readonly SettingsEntry[] {
  const text = context.look.text(file) ?? ''
  const named = valueAt(text, MARKETPLACE)
  const isKept = named !== undefined && isFineSource(named, wish, context)
  const path = isKept ? marketplaceFolder(named, undefined) : pluginPath(wish, context)
  // What a host fetches itself, it keeps itself.
  const value = path === undefined ? null : watch.hook(path)
  const isAsIs = (found: unknown) => value === null || JSON.stringify(found) === JSON.stringify(value)
  const repaired = (found: unknown) => (isAsIs(found) ? undefined : value)
  const isOurs = (item: unknown) => watch.isOurs(item)
  const entry = { kind: 'item', at: watch.at, value, isOurs, repaired } as const
  return value !== null || listOf(valueAt(text, watch.at)).some(isOurs) ? [entry] : []
}

/** An entry from elsewhere that works, or that we cannot judge, is the person's choice. */
function isFineSource(value: unknown, wish: InstallWish, context: InstallContext): boolean {
  if (wish.from !== undefined) return false
  const folder = marketplaceFolder(value, context.root)
  if (folder === undefined) return fieldIn(value, 'source') !== undefined
  return context.look.text(join(folder, MARKETPLACE_FILE)) !== undefined && !isOlderCopy(folder, context)
}

/** A folder may be given as an address. */
function folderNamed(from: string | undefined): string | undefined {
  return from?.startsWith('file:') === true ? fileURLToPath(from) : from
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
