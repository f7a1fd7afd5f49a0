/**
 * The programs that run the OpenCode plugin: OpenCode, and its fork Kilo. This file has the names and paths in which
 * they differ.
 */

import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Json, valueAt } from '../../settings/jsonc.ts'
import type { Scope } from '../../setup/host.ts'
import { type InstallContext, userFolder } from '../../setup/install-context.ts'
import { fieldIn, isFields, type PayloadFields, textIn } from '../fields.ts'
import { packageAt } from '../package-place.ts'

export interface OpenCodeProgram {
  readonly id: 'opencode' | 'kilo'
  readonly name: string
  /** Its folder in the user's folders for settings, data and caches. */
  readonly folder: string
  /** The prefix of its environment variables. */
  readonly variables: 'OPENCODE' | 'KILO'
  readonly schema: string
  /** Settings files at a project's root, in order of preference. The last is created if none exists. */
  readonly project: readonly string[]
  /**
   * Further settings files of a project that never get a new entry. For a plugin listed there, the program first
   * installs a package of its own into that folder (63 MB); without a network every start waits more than a minute.
   */
  readonly alsoProject: readonly string[]
  /** Another program's project settings that it also reads. They are never changed. */
  readonly borrowed: readonly string[]
  /** The user's files in that folder, highest precedence first. */
  readonly user: readonly string[]
  /** The same files, in order of preference for a new entry. The last is created if none exists. */
  readonly newUser: readonly string[]
  /** Further files that it reads in the user's home. */
  readonly alsoHome: readonly string[]
  /** Files in the folder that `<prefix>_CONFIG_DIR` names. */
  readonly named: readonly string[]
  /** The text of the .gitignore that it writes beside a project's settings. */
  readonly ignoreList: string
}

export const OPENCODE: OpenCodeProgram = {
  id: 'opencode',
  name: 'OpenCode',
  folder: 'opencode',
  variables: 'OPENCODE',
  schema: 'https://opencode.ai/config.json',
  project: ['opencode.jsonc', 'opencode.json'],
  alsoProject: ['.opencode/opencode.jsonc', '.opencode/opencode.json'],
  borrowed: [],
  user: ['opencode.jsonc', 'opencode.json', 'config.json'],
  newUser: ['opencode.jsonc', 'config.json', 'opencode.json'],
  alsoHome: [],
  named: ['opencode.jsonc', 'opencode.json'],
  ignoreList: 'node_modules\npackage.json\npackage-lock.json\nbun.lock\n.gitignore\n',
}

const KILO_NAMES = ['kilo.jsonc', 'kilo.json', 'opencode.jsonc', 'opencode.json']

export const KILO: OpenCodeProgram = {
  id: 'kilo',
  name: 'Kilo',
  folder: 'kilo',
  variables: 'KILO',
  schema: 'https://app.kilo.ai/config.json',
  project: ['kilo.jsonc', 'kilo.json'],
  alsoProject: ['.kilo', '.kilocode'].flatMap((folder) => KILO_NAMES.map((name) => `${folder}/${name}`)),
  borrowed: ['opencode.jsonc', 'opencode.json'],
  user: ['opencode.jsonc', 'opencode.json', 'kilo.jsonc', 'kilo.json', 'config.json'],
  newUser: ['kilo.json', 'opencode.jsonc', 'opencode.json', 'config.json', 'kilo.jsonc'],
  alsoHome: ['.kilo', '.kilocode'].flatMap((folder) => KILO_NAMES.map((name) => `${folder}/${name}`)),
  named: KILO_NAMES,
  ignoreList:
    'node_modules\npackage.json\npackage-lock.json\npnpm-lock.yaml\nbun.lock\nyarn.lock\n.gitignore\nagent-manager.json\n',
}

/** Identified by the executable's name, because programs that it starts inherit its variables. */
export function runningProgram(): OpenCodeProgram {
  return /kilo/i.test(basename(process.execPath)) ? KILO : OPENCODE
}

/** Settings files in order of preference. */
export function settingsFiles(program: OpenCodeProgram, scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'user') {
    const listing = program.user.filter((name) => pluginsIn(ownFile(program, name, context), context) !== undefined)
    return [...new Set([...listing, ...program.newUser])].map((name) => ownFile(program, name, context))
  }
  return inProject(program.project, context)
}

/** The user's file that hides this one's plugin list: only the first file with a list counts. */
export function hidingFile(program: OpenCodeProgram, file: string, context: InstallContext): string | undefined {
  const own = program.user.map((name) => ownFile(program, name, context))
  const counting = own.find((one) => pluginsIn(one, context) !== undefined)
  return own.includes(file) && counting !== file ? counting : undefined
}

function ownFile({ folder }: OpenCodeProgram, name: string, context: InstallContext): string {
  return join(userFolder(context, 'XDG_CONFIG_HOME', '.config'), folder, name)
}

/** Further settings files that the program reads: in the project, in the home, and those that variables name. */
export function otherSettingsFiles(program: OpenCodeProgram, scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'project') return inProject(program.alsoProject, context)
  const { env, home, folder: started } = context
  const [file, folder] = [env[`${program.variables}_CONFIG`], env[`${program.variables}_CONFIG_DIR`]]
  const named = [
    ...(file === undefined || file === '' ? [] : [file]),
    ...(folder === undefined || folder === '' ? [] : program.named.map((name) => join(folder, name))),
  ]
  return [...program.alsoHome.map((name) => join(home, name)), ...named.map((name) => resolve(started, name))]
}

/** The files in folders where the program installs packages for a plugin. */
export function folderFiles(program: OpenCodeProgram, context: InstallContext): readonly string[] {
  return [...inProject(program.alsoProject, context), ...program.alsoHome.map((name) => join(context.home, name))]
}

export function listsPlugin(file: string, context: InstallContext): boolean {
  const text = context.look.text(file) ?? ''
  return PLUGIN_LISTS.some((list) => pluginsOf(text, list).some((one) => isOurPlugin(one, file, context)))
}

/** Another program's project settings that this program also reads. */
export function borrowedFiles(program: OpenCodeProgram, context: InstallContext): readonly string[] {
  return inProject(program.borrowed, context)
}

function inProject(names: readonly string[], { root }: InstallContext): readonly string[] {
  return root === undefined ? [] : names.map((name) => join(root, name))
}

function pluginsIn(file: string, context: InstallContext): unknown {
  return valueAt(context.look.text(file) ?? '', ['plugin'])
}

/** The plugin lists: OpenCode 1 reads the first, OpenCode 2 reads both. */
export const PLUGIN_LISTS = ['plugin', 'plugins'] as const
export type PluginList = (typeof PLUGIN_LISTS)[number]

export function pluginsOf(text: string, list: PluginList): readonly unknown[] {
  const plugins = valueAt(text, [list])
  return Array.isArray(plugins) ? plugins : []
}

/** True if these settings deny the Memory Bank skill, as one of all skills or by the last matching pattern. */
export function skillsDenied(text: string): boolean {
  if (valueAt(text, ['tools', 'skill']) === false) return true
  const rules2 = valueAt(text, ['permissions'])
  const last = (Array.isArray(rules2) ? rules2 : []).findLast(
    (rule) => fits(textIn(rule, 'action') ?? '', 'skill') && fits(textIn(rule, 'resource') ?? '', 'memory-bank'),
  )
  if (fieldIn(last, 'effect') === 'deny') return true
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

/** The name or path of a plugin entry. An entry with options is a pair, or has named fields. */
export function specOf(entry: unknown): string | undefined {
  const first: unknown = Array.isArray(entry) ? entry[0] : isFields(entry) ? entry['package'] : entry
  return typeof first === 'string' ? first : undefined
}

export function optionsOf(entry: unknown): PayloadFields | undefined {
  const options: unknown = Array.isArray(entry) ? entry[1] : fieldIn(entry, 'options')
  return isFields(options) ? options : undefined
}

/** The same entry with another name or path. */
export function withSpec(entry: unknown, spec: string): Json {
  if (Array.isArray(entry)) return [spec, ...entry.slice(1)]
  return isFields(entry) ? JSON.parse(JSON.stringify({ ...entry, package: spec })) : spec
}

/** The path that a plugin entry names, made absolute; undefined for the name of a package. */
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
  return found === undefined ? /^memory-bank(?!-skill|\.ts)\b/.test(basename(folder)) : found.name === 'memory-bank'
}

/** A path may name the package's folder or an entry file in it. */
export function packageFolder(path: string): string {
  if (/[\\/]dist[\\/]plugin\.js$/.test(path)) return dirname(dirname(path))
  return basename(path) === 'index.js' ? dirname(path) : path
}
