/**
 * The programs that run our OpenCode plugin: OpenCode, and Kilo, a fork of it with settings of its own. They differ in
 * names, which no other file knows.
 */

import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Scope } from '../../setup/host.ts'
import { type InstallContext, userFolder } from '../../setup/install-context.ts'
import { type Json, valueAt } from '../../settings/jsonc.ts'
import { type Fields, fieldIn, isFields, textIn } from '../fields.ts'
import { packageAt } from '../package-place.ts'

export interface OpenCodeProgram {
  readonly id: 'opencode' | 'kilo'
  readonly name: string
  /** Its folder in the user's folders for settings, data and caches. */
  readonly folder: string
  /** The prefix of its variables. */
  readonly variables: 'OPENCODE' | 'KILO'
  readonly schema: string
  /** A project's settings at its root, the ones to write to first; the last is made where there is none. */
  readonly project: readonly string[]
  /**
   * Further files that it reads in a project; a new entry never goes there. For its sake the program installs a package of its own
   * into that folder, 63 MB, before it loads anything; without a network every start then waits more than a minute.
   */
  readonly alsoProject: readonly string[]
  /** Another program's files in a project that it reads too: looked at, never changed. */
  readonly borrowed: readonly string[]
  /** The user's own in its folder; those that win over the others first. */
  readonly user: readonly string[]
  /** The same, those to write to first; the last is made where there is none. */
  readonly newUser: readonly string[]
  /** Further files that it reads in the user's home. */
  readonly alsoHome: readonly string[]
  /** In the folder that its variable names. */
  readonly named: readonly string[]
  /** The .gitignore that it writes next to a project's settings. */
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

/** The one that runs this process. By its own file: a variable would be handed on to a program it starts. */
export function runningProgram(): OpenCodeProgram {
  return /kilo/i.test(basename(process.execPath)) ? KILO : OPENCODE
}

/** Every file it reads settings from, the ones to write to first. */
export function settingsFiles(program: OpenCodeProgram, scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'user') {
    const listing = program.user.filter((name) => pluginsIn(ownFile(program, name, context), context) !== undefined)
    return [...new Set([...listing, ...program.newUser])].map((name) => ownFile(program, name, context))
  }
  return inProject(program.project, context)
}

/** Of the user's own files the first that has a list of plugins counts; the lists of the others are not read. */
export function hidingFile(program: OpenCodeProgram, file: string, context: InstallContext): string | undefined {
  const own = program.user.map((name) => ownFile(program, name, context))
  const counting = own.find((one) => pluginsIn(one, context) !== undefined)
  return own.includes(file) && counting !== file ? counting : undefined
}

function ownFile({ folder }: OpenCodeProgram, name: string, context: InstallContext): string {
  return join(userFolder(context, 'XDG_CONFIG_HOME', '.config'), folder, name)
}

/** Further files that it reads: in the project, in the home, and where the environment says. The last are the person's own. */
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

/** Of these, those in folders that the program installs packages into for the sake of a plugin. */
export function folderFiles(program: OpenCodeProgram, scope: Scope, context: InstallContext): readonly string[] {
  if (scope === 'project') return inProject(program.alsoProject, context)
  return program.alsoHome.map((name) => join(context.home, name))
}

/** Of these, those that have our entry and that no team shares. */
export function ourFolderFiles(program: OpenCodeProgram, scope: Scope, context: InstallContext): readonly string[] {
  return folderFiles(program, scope, context).filter(
    (file) => hasUs(file, context) && context.sharing(file) !== 'tracked',
  )
}

export function hasUs(file: string, context: InstallContext): boolean {
  const text = context.look.text(file) ?? ''
  return PLUGIN_LISTS.some((list) => pluginsOf(text, list).some((one) => isOurPlugin(one, file, context)))
}

/** Another program's settings of the project, which it reads as well. */
export function borrowedFiles(program: OpenCodeProgram, context: InstallContext): readonly string[] {
  return inProject(program.borrowed, context)
}

function inProject(names: readonly string[], { root }: InstallContext): readonly string[] {
  return root === undefined ? [] : names.map((name) => join(root, name))
}

function pluginsIn(file: string, context: InstallContext): unknown {
  return valueAt(context.look.text(file) ?? '', ['plugin'])
}

/** The lists of plugins: one for both majors, one for the second alone, which reads both. */
export const PLUGIN_LISTS = ['plugin', 'plugins'] as const
export type PluginList = (typeof PLUGIN_LISTS)[number]

export function pluginsOf(text: string, list: PluginList): readonly unknown[] {
  const plugins = valueAt(text, [list])
  return Array.isArray(plugins) ? plugins : []
}

/** Whether these settings keep the model from our skill: by a word for all, or by the last pattern that fits its name. */
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

/** The name or path of a plugin entry, which may have options: in a list, or by their names. */
export function specOf(entry: unknown): string | undefined {
  const first: unknown = Array.isArray(entry) ? entry[0] : isFields(entry) ? entry['package'] : entry
  return typeof first === 'string' ? first : undefined
}

export function optionsOf(entry: unknown): Fields | undefined {
  const options: unknown = Array.isArray(entry) ? entry[1] : fieldIn(entry, 'options')
  return isFields(options) ? options : undefined
}

/** The same entry with another name or path. */
export function withSpec(entry: unknown, spec: string): Json {
  if (Array.isArray(entry)) return [spec, ...entry.slice(1)]
  return isFields(entry) ? JSON.parse(JSON.stringify({ ...entry, package: spec })) : spec
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

/** A path may name the package's folder or an entry file of it. */
export function packageFolder(path: string): string {
  if (/[\\/]dist[\\/]plugin\.js$/.test(path)) return dirname(dirname(path))
  return basename(path) === 'index.js' ? dirname(path) : path
}
