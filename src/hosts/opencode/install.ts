/** OpenCode, and what is made from it, as install knows them: one line of its settings is ours. */

import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Words } from '../../core/language.ts'
import type { Host, InstallWish } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import type { SettingsEntry } from '../../text/settings-entries.ts'
import { IN_SYSTEM_PROMPT } from '../opening-channels.ts'
import { isOlderCopy, packageAt, packagePlace, placeNotes } from '../package-place.ts'
import { diagnose } from './diagnose.ts'
import { OPENCODE, type OpenCodeProgram } from './programs.ts'
import { proofOf } from './prove.ts'
import {
  folderOf,
  isOurPlugin,
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

export const openCode: Host = {
  ...openCodeHost(OPENCODE),
  name: 'OpenCode',
  page: 'opencode.md',
  program: 'opencode',
  tested: ['1.18.33'],
}

/** A program that runs our OpenCode plugin, as install knows it. */
export function openCodeHost(program: OpenCodeProgram): Omit<Host, 'name' | 'page' | 'program' | 'tested'> {
  const { id, name } = program
  return {
    id,
    aliases: [],
    from: 'package',
    files: (scope, context) => settingsFiles(program, scope, context),
    otherFiles: (scope, context) => otherSettingsFiles(program, scope, context),
    localFiles: ({ root }) => (root === undefined ? [] : program.local.map((file) => join(root, file))),
    // As the program writes it where there is none yet.
    newIgnoreList: program.ignoreList,
    namesMachine: (text, file, context) =>
      PLUGIN_LISTS.some((list) => pluginsOf(text, list).some((one) => holdsHere(one, file, context))),
    // The program adds its schema to a file that lacks it, and uninstall would then not know the file again.
    newFile: `{\n  "$schema": "${program.schema}"\n}\n`,
    entries: (wish, file, context) => listsFor(file, context).map((list) => pluginEntry(list, wish, file, context)),
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

function pluginEntry(list: PluginList, wish: InstallWish, file: string, context: InstallContext): SettingsEntry {
  const spec = wish.from ?? chosenSpec(wish, file, context)
  return {
    kind: 'item',
    at: [list],
    value: spec,
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

/** An entry of ours by its place on this machine. */
function holdsHere(entry: unknown, file: string, context: InstallContext): boolean {
  const spec = specOf(entry) ?? ''
  return isOurPlugin(entry, file, context) && (spec.startsWith('file:') || isAbsolute(spec))
}

/** A relative path is read from the file that has it. */
function chosenSpec(wish: InstallWish, file: string, context: InstallContext): string {
  const place = packagePlace(wish, context)
  if (place.kind === 'machine') return pathToFileURL(place.folder).href
  const path = relative(dirname(file), join(context.root ?? '', place.path))
    .split(sep)
    .join('/')
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
