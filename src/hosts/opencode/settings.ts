/** OpenCode's settings as OpenCode reads them: which files, what a plugin entry names, and which entry is ours. */

import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Scope } from '../../flows/host.ts'
import { type InstallContext, userFolder } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { isFields } from '../fields.ts'
import { packageAt } from '../package-place.ts'

/** A project's settings, from its root. */
export const PROJECT_SETTINGS = [
  'opencode.jsonc',
  '.opencode/opencode.jsonc',
  '.opencode/opencode.json',
  'opencode.json',
] as const

/** Every file it reads settings from, the ones to write to first. */
export function openCodeFiles(scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'user') {
    const [jsonc, json, config] = ownFiles(context)
    const listing = [jsonc, json, config].filter((file) => pluginsIn(file, context) !== undefined)
    return [...new Set([...listing, jsonc, config, json])]
  }
  const { root } = context
  if (root === undefined) return []
  return PROJECT_SETTINGS.map((name) => join(root, name))
}

/** Of the user's own files the first that has a list of plugins counts; the lists of the others are not read. */
export function hidingFile(file: string, context: InstallContext): string | undefined {
  const own = ownFiles(context)
  const counting = own.find((one) => pluginsIn(one, context) !== undefined)
  return own.includes(file) && counting !== file ? counting : undefined
}

/** Those that win over the others first. */
function ownFiles(context: InstallContext): readonly [string, string, string] {
  const folder = join(userFolder(context, 'XDG_CONFIG_HOME', '.config'), 'opencode')
  return [join(folder, 'opencode.jsonc'), join(folder, 'opencode.json'), join(folder, 'config.json')]
}

/** Settings that the environment names: a file, and a folder. They are the person's own. */
export function openCodeOtherFiles(scope: Scope, { env, folder: started }: InstallContext): readonly string[] {
  if (scope !== 'user') return []
  const { OPENCODE_CONFIG: file, OPENCODE_CONFIG_DIR: folder } = env
  const names = [
    ...(file === undefined || file === '' ? [] : [file]),
    ...(folder === undefined || folder === ''
      ? []
      : ['opencode.jsonc', 'opencode.json'].map((name) => join(folder, name))),
  ]
  return names.map((name) => resolve(started, name))
}

function pluginsIn(file: string, context: InstallContext): unknown {
  return valueAt(context.look.text(file) ?? '', ['plugin'])
}

/** Whether these settings keep the model from our skill: by a word for all, or by the last pattern that fits its name. */
export function skillsDenied(text: string): boolean {
  if (valueAt(text, ['tools', 'skill']) === false) return true
  const permission = valueAt(text, ['permission'])
  const decide = (rules: unknown, name: string): unknown => {
    if (typeof rules === 'string') return rules
    if (!isFields(rules)) return undefined
    return Object.entries(rules).findLast(([pattern]) => fits(pattern, name))?.[1]
  }
  return decide(decide(permission, 'skill'), 'memory-bank') === 'deny'
}

function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(name)
}

/** The name or path of a plugin entry, which may stand alone or with options. */
export function specOf(entry: unknown): string | undefined {
  const first: unknown = Array.isArray(entry) ? entry[0] : entry
  return typeof first === 'string' ? first : undefined
}

/** The folder a path entry leads to; undefined for the name of a package. */
export function folderOf(spec: string, file: string): string | undefined {
  if (spec.startsWith('file:')) {
    try {
      return fileURLToPath(spec)
    } catch {
      return undefined
    }
  }
  if (isAbsolute(spec)) return spec
  return /^\.{1,2}[\\/]/.test(spec) ? resolve(dirname(file), spec) : undefined
}

export function isOurPlugin(entry: unknown, file: string, context: InstallContext): boolean {
  const spec = specOf(entry)
  if (spec === undefined) return false
  if (/^memory-bank(?:@.*)?$/.test(spec)) return true
  const folder = folderOf(spec, file)
  if (folder === undefined) return false
  const found = packageAt(packageFolder(folder), context.look)
  return found === undefined ? /^memory-bank\b/.test(basename(folder)) : found.name === 'memory-bank'
}

/** A path may name the package's folder or its entry file. */
export function packageFolder(path: string): string {
  return /[\\/]dist[\\/]plugin\.js$/.test(path) ? dirname(dirname(path)) : path
}
