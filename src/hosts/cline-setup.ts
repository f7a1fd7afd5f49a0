/**
 * Cline for install, doctor and the proof: a short module in its plugin folder loads the Memory Bank plugin.
 *
 * Cline compiles a plugin with everything its text seems to import, and loads nothing if one import cannot be resolved.
 * So the module calls `require` with a computed name.
 */

import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { valueAt } from '../settings/jsonc.ts'
import type { TextEntry } from '../settings/settings-entries.ts'
import { type Diagnosis, diagnosesFrom } from '../setup/diagnosis.ts'
import type { Host, HostProof, HostReport, InstalledEntry, InstallWish, Scope } from '../setup/host.ts'
import { type InstallContext, programOnPath, userFolder } from '../setup/install-context.ts'
import { listOf } from './fields.ts'
import { brokenSettings, finding, layersOf, missingPackage, otherMemories, serverWords } from './findings.ts'
import {
  afterInstall,
  atGitTop,
  FOLDER_HOST,
  fileOfScope,
  hookNotes,
  modelCall,
  noDenyRules,
  throwAwayHome,
  WITH_FIRST_MESSAGE,
} from './host-base.ts'
import { isOlderCopy, packageAt, packagePlace } from './package-place.ts'

const NAME = 'Cline'
const FILE = join('plugins', 'memory-bank.js')
const HEAD = '// Memory Bank for Cline. `memory-bank uninstall cline` removes this file.'
const IMPORT = "import { createRequire } from 'node:module'"
const LOAD = 'export default createRequire(import.meta.url)(memoryBank).plugin'
const MODULE = join('dist', 'cline.cjs')

function clineFolder(context: InstallContext): string {
  return userFolder(context, 'CLINE_DIR', '.cline')
}

function pluginFiles(scope: Scope, context: InstallContext): readonly string[] {
  return fileOfScope(scope, context, join(clineFolder(context), FILE), join('.cline', FILE))
}

/** Cline's list of disabled plugins, or its list of servers. */
function dataFile(name: 'global-settings.json' | 'cline_mcp_settings.json', context: InstallContext): string {
  const data = context.env['CLINE_DATA_DIR'] ?? ''
  return join(isAbsolute(data) ? data : join(clineFolder(context), 'data'), 'settings', name)
}

function pluginText(folder: string): string {
  return textNaming(join(folder, MODULE))
}

function textNaming(module: string): string {
  return [HEAD, IMPORT, `const memoryBank = ${JSON.stringify(module)}`, LOAD, ''].join('\n')
}

/** A copy inside the project is named by a path relative to the file. */
function textFor(wish: InstallWish, file: string, context: InstallContext): string {
  const place = packagePlace(wish, context)
  if (place.kind === 'machine') return pluginText(place.folder)
  const module = relative(dirname(file), join(context.root ?? '', place.path, MODULE))
  return textNaming(module.split(sep).join('/'))
}

/** The module path in a plugin file that install wrote. */
function moduleIn(text: string): string | undefined {
  const named = /^const memoryBank = (".*[\\/]cline\.cjs")$/m.exec(text)?.[1]
  const module: unknown = named === undefined ? undefined : valueAt(named, [])
  return typeof module === 'string' ? module : undefined
}

/** The package folder of the module that a plugin file loads. */
function folderIn(text: string, file: string): string | undefined {
  const module = moduleIn(text)
  return module === undefined ? undefined : dirname(dirname(resolve(dirname(file), module)))
}

/** The lines of the file that install did not write. */
function restOf(text: string): string {
  const lines = text.split(/(?<=\n)/)
  const isOurs = (line: string) => [HEAD, IMPORT, LOAD].includes(line) || moduleIn(line) !== undefined
  return lines.filter((line) => !isOurs(line.trim())).join('')
}

function isPackage(folder: string, { look }: InstallContext): boolean {
  return packageAt(folder, look) !== undefined && look.text(join(folder, MODULE)) !== undefined
}

/** Install writes the whole file. A file that loads a current package is kept. */
function pluginEntry(wish: InstallWish, file: string, context: InstallContext): TextEntry {
  const isFine = (text: string) => {
    const folder = folderIn(text, file)
    if (folder === undefined || wish.from !== undefined) return false
    return isPackage(folder, context) && !isOlderCopy(folder, context)
  }
  return {
    kind: 'text',
    fault: () => undefined,
    obstacle: (text) =>
      moduleIn(text) !== undefined || text.trim() === ''
        ? undefined
        : {
            en: 'this file is named like the Memory Bank plugin but has other content. Move it away.',
            zh: '该文件与 Memory Bank 插件同名，但内容不同，请先将其移走。',
          },
    isIn: (text) => moduleIn(text) !== undefined,
    added: (text) => (isFine(text) ? text : `${textFor(wish, file, context)}${restOf(text)}`),
    removed: (text) => (moduleIn(text) === undefined ? text : restOf(text)),
  }
}

const ownFinding = diagnosesFrom({
  'plugin-disabled': {
    level: 'error',
    en: 'The plugin is disabled in {settings}. → Remove {file} from "disabledPlugins" there.',
    zh: '插件在 {settings} 中被关闭。 → 请从其中的 "disabledPlugins" 移除 {file}。',
  },
})

function diagnose(context: InstallContext): HostReport {
  const { env, look, node } = context
  const installed = (['user', 'project'] as const).flatMap((scope) =>
    layersOf(scope, pluginFiles(scope, context), context).flatMap(({ file, text }): readonly InstalledEntry[] => {
      const spec = moduleIn(text)
      return spec === undefined ? [] : [{ scope, file, spec, folder: folderIn(text, file) }]
    }),
  )
  const servers = look.text(dataFile('cline_mcp_settings.json', context)) ?? ''
  const findings: Diagnosis[] = [...otherMemories(NAME, serverWords(servers))]
  if (installed.length === 0) return { installed, findings }
  for (const { file, folder = '' } of installed)
    if (!isPackage(folder, context)) findings.push(missingPackage(NAME, file, folder))
  const settings = dataFile('global-settings.json', context)
  findings.push(...brokenSettings(NAME, { file: settings, text: look.text(settings) ?? '{}' }))
  for (const { file } of installed)
    if (pluginsOff(context).includes(file)) findings.push(ownFinding('plugin-disabled', NAME, { settings, file }))
  // Cline starts plugins with the Node on the PATH.
  if (env['CLINE_JS_RUNTIME_PATH'] === undefined && programOnPath('node', env) === undefined)
    findings.push(finding('node-not-found/path', NAME, { folder: dirname(node) }))
  const files = installed.map(({ file }) => file).join(', ')
  if (installed.length > 1) findings.push(finding('installed-twice', NAME, { files, id: 'cline' }))
  return { installed, findings }
}

/** The files of plugins that the user disabled. */
function pluginsOff(context: InstallContext): readonly unknown[] {
  return listOf(valueAt(context.look.text(dataFile('global-settings.json', context)) ?? '', ['disabledPlugins']))
}

const proof: HostProof = {
  files: ({ home, plugin, modelUrl }) => ({
    ...modelFile(home, modelUrl),
    [join(home, '.cline', FILE)]: pluginText(plugin),
  }),
  ownFiles({ home, project, modelUrl }, context) {
    const places = [
      ...pluginFiles('user', context).map((from) => [from, join(home, '.cline', FILE)] as const),
      ...pluginFiles('project', context).map((from) => [from, join(project, '.cline', FILE)] as const),
    ]
    const copies = places.flatMap(([from, to]) => {
      const folder = folderIn(context.look.text(from) ?? '', from)
      return folder === undefined ? [] : [{ from, to, text: pluginText(folder) }]
    })
    const disabledPlugins = copies.filter(({ from }) => pluginsOff(context).includes(from)).map(({ to }) => to)
    return {
      ...modelFile(home, modelUrl),
      ...Object.fromEntries(copies.map(({ to, text }) => [to, text])),
      ...(disabledPlugins.length === 0
        ? {}
        : { [settingsFile(home, 'global-settings.json')]: JSON.stringify({ disabledPlugins }) }),
    }
  },
  switches: ['CLINE_JS_RUNTIME_PATH'],
  runs: [['--json', '--retries', '20', 'Prove it.']],
  env: ({ home }) => ({
    ...throwAwayHome(home),
    CLINE_DIR: join(home, '.cline'),
    // Keeps Cline from starting a background process.
    CLINE_SESSION_BACKEND_MODE: 'local',
    CLINE_NO_AUTO_UPDATE: '1',
  }),
  write: (path, content) => modelCall('editor', { path, new_text: content }),
  shell: (command) => modelCall('run_commands', { commands: [command] }),
}

function settingsFile(home: string, name: string): string {
  return join(home, '.cline', 'data', 'settings', name)
}

function modelFile(home: string, url: string): Readonly<Record<string, string>> {
  const model = { provider: 'openai-compatible', apiKey: 'none', model: 'm', baseUrl: `${url}/v1` }
  const providers = {
    [model.provider]: { settings: model, updatedAt: new Date(0).toISOString(), tokenSource: 'manual' },
  }
  const text = JSON.stringify({ version: 1, lastUsedProvider: model.provider, modes: {}, providers })
  return { [settingsFile(home, 'providers.json')]: text }
}

export const cline: Host = atGitTop({
  ...FOLDER_HOST,
  id: 'cline',
  aliases: [],
  name: NAME,
  page: 'cline.md',
  program: 'cline',
  tested: ['3.0.65'],
  files: pluginFiles,
  localFiles: (context) => pluginFiles('project', context),
  namesMachine: (text) => isAbsolute(moduleIn(text) ?? ''),
  newFile: '',
  entries: (wish, file, context) => [pluginEntry(wish, file, context)],
  notes: (_text, wish, context) => hookNotes({ off: undefined, deny: noDenyRules(NAME) }, wish, context),
  learnCommand: 'memory-bank-learn',
  afterwards: afterInstall('cline', { en: 'Restart Cline.', zh: '请重启 Cline。' }),
  diagnose,
  opening: WITH_FIRST_MESSAGE,
  proof,
})
