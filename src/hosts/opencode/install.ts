/** OpenCode, and what is made from it, as install knows them: one line of its settings is ours. */

import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Words } from '../../base/language.ts'
import type { Host, InstallWish } from '../../setup/host.ts'
import type { InstallContext } from '../../setup/install-context.ts'
import { type Json, valueAt } from '../../settings/jsonc.ts'
import type { SettingsEntry } from '../../settings/settings-entries.ts'
import { IN_SYSTEM_PROMPT } from '../host-base.ts'
import { isOlderCopy, packageAt, packagePlace, placeNotes } from '../package-place.ts'
import { diagnose, proofOf } from './diagnose.ts'
import { patience } from './patience.ts'
import {
  folderFiles,
  folderOf,
  isOurPlugin,
  KILO,
  OPENCODE,
  type OpenCodeProgram,
  otherSettingsFiles,
  PLUGIN_LISTS,
  type PluginList,
  packageFolder,
  pluginsOf,
  settingsFiles,
  skillsDenied,
  specOf,
  withSpec,
} from './settings.ts'

const main: Host = {
  ...openCodeHost(OPENCODE),
  name: 'OpenCode',
  page: 'opencode.md',
  program: 'opencode',
  tested: ['1.18.33'],
}

export const openCode: Host = { ...main, also: patience(main) }

/** A program that runs our OpenCode plugin, as install knows it. */
function openCodeHost(program: OpenCodeProgram): Omit<Host, 'name' | 'page' | 'program' | 'tested'> {
  const { id, name } = program
  return {
    id,
    aliases: [],
    from: 'package',
    files: (scope, context) => settingsFiles(program, scope, context),
    otherFiles: (scope, context) => otherSettingsFiles(program, scope, context),
    // Both names are read, so our file can be a second one next to the project's own.
    localFiles: (context) => settingsFiles(program, 'project', context),
    formerFiles: (scope, context) => folderFiles(program, scope, context),
    leavings: (file, context) => leavings(program, file, context),
    // As the program writes it where there is none yet.
    newIgnoreList: program.ignoreList,
    namesMachine: (text, file, context) =>
      PLUGIN_LISTS.some((list) => pluginsOf(text, list).some((one) => holdsHere(one, file, context))),
    // The program adds its schema to a file that lacks it, and uninstall would then not know the file again.
    newFile: `{\n  "$schema": "${program.schema}"\n}\n`,
    entries: (wish, file, context) =>
      listsFor(file, context).map((list) => pluginEntry(program, list, wish, file, context)),
    notes: openCodeNotes,
    snippet: () => undefined,
    learnCommand: '/memory-bank-learn',
    afterwards: {
      en: `Restart ${name}. To see it refuse a forbidden write: memory-bank doctor --prove ${id}`,
      zh: `请重启 ${name}。想亲眼看到它拒绝：memory-bank doctor --prove ${id}`,
    },
    diagnose: (context) => diagnose(program, context),
    opening: IN_SYSTEM_PROMPT,
    proof: proofOf(program),
  }
}

/** The lists that have us; else the one that both majors read, but where a file is written for the second alone. */
function listsFor(file: string, context: InstallContext): readonly PluginList[] {
  const text = context.look.text(file) ?? ''
  const having = PLUGIN_LISTS.filter((list) => pluginsOf(text, list).some((one) => isOurPlugin(one, file, context)))
  if (having.length > 0) return having
  const isForSecond = valueAt(text, ['plugin']) === undefined && valueAt(text, ['plugins']) !== undefined
  return [isForSecond ? 'plugins' : 'plugin']
}

function pluginEntry(
  program: OpenCodeProgram,
  list: PluginList,
  wish: InstallWish,
  file: string,
  context: InstallContext,
): SettingsEntry {
  const spec = wish.from ?? chosenSpec(wish, file, context)
  return {
    kind: 'item',
    at: [list],
    value: movedEntry(program, wish, file, context) ?? spec,
    isOurs: (value) => isOurPlugin(value, file, context),
    repaired(value) {
      const path = folderOf(specOf(value) ?? '', file)
      const folder = path === undefined ? undefined : packageFolder(path)
      const isGone = folder !== undefined && packageAt(folder, context.look) === undefined
      const isOld = folder !== undefined && isOlderCopy(folder, context)
      const isOther = wish.from !== undefined && specOf(value) !== wish.from
      if (!isGone && !isOld && !isOther) return undefined
      return withSpec(value, spec) // its options stay
    },
  }
}

/** The entry that leaves a file in the program's folder, with its options, as the new file names the same package. */
function movedEntry(
  program: OpenCodeProgram,
  wish: InstallWish,
  file: string,
  context: InstallContext,
): Json | undefined {
  if (wish.from !== undefined) return undefined
  for (const former of folderFiles(program, wish.scope, context)) {
    const text = former === file ? '' : (context.look.text(former) ?? '')
    const entry = PLUGIN_LISTS.flatMap((list) => pluginsOf(text, list)).find((one) => isOurPlugin(one, former, context))
    const spec = specOf(entry)
    if (entry === undefined || spec === undefined) continue
    const folder = folderOf(spec, former)
    const isThere = folder === undefined || packageAt(packageFolder(folder), context.look) !== undefined
    if (!isThere) return withSpec(entry, chosenSpec(wish, file, context))
    return withSpec(entry, folder !== undefined && spec.startsWith('.') ? fromFile(file, folder) : spec)
  }
  return undefined
}

/** Packages that the program installed because of our entry. Others may need them by now, so people decide. */
function leavings({ name }: OpenCodeProgram, file: string, { look, root = '' }: InstallContext): readonly Words[] {
  const folder = dirname(file)
  if (folder === root || !folder.startsWith(root) || !look.isFolder(join(folder, 'node_modules'))) return []
  const parts = ['node_modules', 'package.json', 'package-lock.json', 'bun.lock'].join(', ')
  return [
    {
      en: `${name} itself installed packages into ${folder} (${parts}), because our entry stood there. Unless something else in that folder needs them, remove them.`,
      zh: `因为我们的条目曾在其中，${name} 自己在 ${folder} 安装了程序包（${parts}）。若该目录没有其他内容需要它们，可以删除。`,
    },
  ]
}

/** An entry of ours by its place on this machine. */
function holdsHere(entry: unknown, file: string, context: InstallContext): boolean {
  const spec = specOf(entry) ?? ''
  return isOurPlugin(entry, file, context) && (spec.startsWith('file:') || isAbsolute(spec))
}

/** A relative path is read from the file that has it. */
function chosenSpec(wish: InstallWish, file: string, context: InstallContext): string {
  const place = packagePlace(wish, context)
  if (place.kind === 'machine') return pathToFileURL(place.folder).href
  return fromFile(file, join(context.root ?? '', place.path))
}

function fromFile(file: string, folder: string): string {
  const path = relative(dirname(file), folder).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}

function openCodeNotes(text: string, wish: InstallWish, context: InstallContext): readonly Words[] {
  const skills: readonly Words[] = skillsDenied(text)
    ? [
        {
          en: 'These settings deny skills, and that is left as it is. Everything but the memory-bank skill works.',
          zh: '该配置禁用了 skill，本次不作改动。除 memory-bank skill 外，其余功能可用。',
        },
      ]
    : []
  return [...skills, ...placeNotes(wish, context)]
}

export const kilo: Host = {
  ...openCodeHost(KILO),
  name: 'Kilo',
  aliases: ['kilocode'],
  page: 'kilo.md',
  program: 'kilo',
  tested: ['7.7.7'],
}
