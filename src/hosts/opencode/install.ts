/** OpenCode and its fork Kilo for install. Memory Bank's entry is one item in the plugin list of their settings. */

import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Words } from '../../base/language.ts'
import { valueAt } from '../../settings/jsonc.ts'
import type { SettingsEntry } from '../../settings/settings-entries.ts'
import type { Host, InstallWish } from '../../setup/host.ts'
import type { InstallContext } from '../../setup/install-context.ts'
import { otherToolFindings } from '../../setup/other-tool.ts'
import { afterInstall, IN_SYSTEM_PROMPT } from '../host-base.ts'
import { isOlderCopy, packageAt, packagePlace, placeNotes } from '../package-place.ts'
import { diagnose, proofOf } from './diagnose.ts'
import { offlineStart } from './offline-start.ts'
import { PREDECESSOR } from './predecessor.ts'
import {
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
  other: PREDECESSOR,
}

export const openCode: Host = { ...main, also: offlineStart(main) }

/** A program that runs the OpenCode plugin. */
function openCodeHost(program: OpenCodeProgram): Omit<Host, 'name' | 'page' | 'program' | 'tested'> {
  const { id, name } = program
  return {
    id,
    aliases: [],
    from: 'package',
    files: (scope, context) => settingsFiles(program, scope, context),
    otherFiles: (scope, context) => otherSettingsFiles(program, scope, context),
    // The program reads both file names, so a second file can be added beside the team's.
    localFiles: (context) => settingsFiles(program, 'project', context),
    // The same lines that the program itself writes.
    newIgnoreList: program.ignoreList,
    namesMachine: (text, file, context) =>
      PLUGIN_LISTS.some((list) => pluginsOf(text, list).some((one) => namesThisMachine(one, file, context))),
    // The program adds its schema to a file without one; uninstall would then not recognize the file.
    newFile: `{\n  "$schema": "${program.schema}"\n}\n`,
    entries: (wish, file, context) => listsFor(file, context).map((list) => pluginEntry(list, wish, file, context)),
    notes: openCodeNotes,
    snippet: () => undefined,
    learnCommand: '/memory-bank-learn',
    afterwards: afterInstall(id, { en: `Restart ${name}.`, zh: `请重启 ${name}。` }),
    diagnose: (context) => diagnose(program, context),
    opening: IN_SYSTEM_PROMPT,
    proof: proofOf(program),
  }
}

/**
 * The lists that contain Memory Bank's entry. If none does, the list that both major versions read, unless the file is
 * written for OpenCode 2 only.
 */
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
      return withSpec(value, spec) // keeps the options
    },
  }
}

/** True for Memory Bank's entry if it contains a path of this machine. */
function namesThisMachine(entry: unknown, file: string, context: InstallContext): boolean {
  const spec = specOf(entry) ?? ''
  return isOurPlugin(entry, file, context) && (spec.startsWith('file:') || isAbsolute(spec))
}

/** A relative path is resolved from the file that contains it. */
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
          en: 'These settings deny skills and are left unchanged. Everything but the memory-bank skill works.',
          zh: '该配置禁用了 skill，本次不作改动。除 memory-bank skill 外，其余功能可用。',
        },
      ]
    : []
  const others = otherToolFindings('', PREDECESSOR, context).flatMap(({ what, next }) =>
    next === undefined ? [] : [{ en: `${what.en} ${next.en}`, zh: `${what.zh}${next.zh}` }],
  )
  return [...skills, ...others, ...placeNotes(wish, context)]
}

export const kilo: Host = {
  ...openCodeHost(KILO),
  name: 'Kilo',
  aliases: ['kilocode'],
  page: 'kilo.md',
  program: 'kilo',
  tested: ['7.7.7'],
}
