/**
 * Doctor for OpenCode and Kilo: finds the settings that name the plugin, the package they lead to, and anything that
 * keeps it from loading. Also has the proof that the real program refuses forbidden calls.
 */

import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { valueAt } from '../../settings/jsonc.ts'
import { type Diagnosis, diagnosesFrom } from '../../setup/diagnosis.ts'
import type { HostProof, HostReport, InstalledEntry } from '../../setup/host.ts'
import { type InstallContext, programOnPath, userFolder } from '../../setup/install-context.ts'
import { brokenSettings, type Layer, layersOf, missingPackage, otherMemories, serverWords } from '../findings.ts'
import { modelCall, throwAwayHome } from '../host-base.ts'
import { packageAt } from '../package-place.ts'
import { waitingFolders } from './offline-start.ts'
import {
  borrowedFiles,
  folderFiles,
  folderOf,
  hidingFile,
  isOurPlugin,
  type OpenCodeProgram,
  optionsOf,
  otherSettingsFiles,
  PLUGIN_LISTS,
  packageFolder,
  pluginsOf,
  settingsFiles,
  skillsDenied,
  specOf,
  withSpec,
} from './settings.ts'

export function diagnose(program: OpenCodeProgram, context: InstallContext): HostReport {
  const { name } = program
  const own = (['project', 'user'] as const).flatMap((scope) => {
    const files = [...settingsFiles(program, scope, context), ...otherSettingsFiles(program, scope, context)]
    return layersOf(scope, files, context)
  })
  const isUsed = own.length > 0 || programOnPath(program.id, context.env) !== undefined
  const borrowed = isUsed ? layersOf('project', borrowedFiles(program, context), context) : []
  const installed = [...own, ...borrowed].flatMap((layer) => entriesOf(program, layer, context))
  return {
    installed,
    findings: [
      // The other program's own diagnosis covers its settings.
      ...own.flatMap((layer) => settingsFaults(name, layer, context)),
      ...disablingVariables(program, installed, context),
      ...installed.flatMap((entry) => entryFaults(program, entry, context)),
      ...slowStart(program, installed, context),
      ...duplicateEntries(program, installed),
      ...(installed.length > 0 ? [] : own.flatMap((layer) => deadEntries(program, layer, context))),
    ],
  }
}

const finding = diagnosesFrom({
  'skill-denied': {
    level: 'note',
    en: '{file} denies skills, so the memory-bank skill is off. Everything else works. → To use the skill: "permission": { "skill": { "memory-bank": "allow" } }',
    zh: '{file} 禁用了 skill：memory-bank skill 不生效，其余功能可用。 → 若需要该 skill："permission": { "skill": { "memory-bank": "allow" } }',
  },
  'plugin-taken-out': {
    level: 'warning',
    en: '{file} lists "{minus}": {about} 2 then skips every plugin listed before it, including Memory Bank. → Remove "{minus}" from {file}, or move Memory Bank’s entry after it.',
    zh: '{file} 中列有 "{minus}"：{about} 2 不会加载列在它之前的插件，包括 Memory Bank。 → 请从 {file} 中删除 "{minus}"，或把 Memory Bank 的条目移到它之后。',
  },
  'plugins-switched-off': {
    level: 'error',
    en: '{variable} is set, so {about} does not load the plugin. Nothing is guarded. → Unset {variable}.',
    zh: '设置了环境变量 {variable}：{about} 不会加载插件。当前没有任何保护。 → 请取消环境变量 {variable}。',
  },
  'plugin-hidden': {
    level: 'error',
    en: '{about} reads the plugin list in {hiding}, not the one in {file}, which has Memory Bank’s entry. Nothing is guarded. → Move the entry: memory-bank uninstall {id} --user --yes && memory-bank install {id} --user --yes',
    zh: '{about} 读取的是 {hiding} 中的插件列表，而 Memory Bank 的条目在 {file} 中。当前没有任何保护。 → 移动该条目：memory-bank uninstall {id} --user --yes && memory-bank install {id} --user --yes',
  },
  'plugin-not-fetched/tried': {
    level: 'error',
    en: '{about} could not fetch {spec} ({file}) from npm. Nothing is guarded. → Use the package on this machine instead: {install}',
    zh: '{about} 未能从 npm 获取 {spec}（{file}）。当前没有任何保护。 → 改为指定本机的包：{install}',
  },
  'plugin-not-fetched': {
    level: 'warning',
    en: '{about} will fetch {spec} ({file}) from npm at its next start. Memory Bank is not published there yet, and nothing is guarded until then. → Use the package on this machine instead: {install}',
    zh: '{about} 下次启动时会从 npm 获取 {spec}（{file}）。Memory Bank 尚未在那里发布，在此之前没有保护。 → 改为指定本机的包：{install}',
  },
  'plugin-by-name': {
    level: 'warning',
    en: '{about} runs what it fetched from npm as {spec} ({file}). Memory Bank is not published there yet, so anybody may own that name. → Use the package on this machine instead: {install}',
    zh: '{about} 运行的是从 npm 获取的 {spec}（{file}）。Memory Bank 尚未在那里发布，该名称可能属于任何人。 → 改为指定本机的包：{install}',
  },
  'plugin-dead': {
    level: 'warning',
    en: '{file} lists the plugin {path}, which does not exist: {about} skips it silently. If it was Memory Bank, nothing is guarded. → Remove it from {file}, or install again: memory-bank install {id}',
    zh: '{file} 列出的插件 {path} 不存在，{about} 会直接跳过，不作提示。如果它是 Memory Bank，当前就没有任何保护。 → 请从 {file} 中移除，或重新安装：memory-bank install {id}',
  },
  'load-failed': {
    level: 'warning',
    en: 'According to its log, {about} could not load {spec}: {said} → Check that it loads now: memory-bank doctor --prove {id}',
    zh: '{about} 日志记录无法加载 {spec}：{said} → 验证现在能否加载：memory-bank doctor --prove {id}',
  },
  'only-first-major': {
    level: 'note',
    en: '{about} 2 does not read {file}, which has Memory Bank’s entry. → If you use OpenCode 2, rename it to opencode.json.',
    zh: '{about} 2 不读取 {file}，而 Memory Bank 的条目在其中。 → 如果使用 OpenCode 2，请将其改名为 opencode.json。',
  },
  'slow-start': {
    level: 'warning',
    en: 'Because {file} has Memory Bank’s entry, {about} installs packages beside it (63 MB) before it starts. Without a network each start waits more than a minute. → Move the entry: memory-bank uninstall {id}{where} && memory-bank install {id}{where}',
    zh: '由于 {file} 中有 Memory Bank 的条目，{about} 启动前会在同目录安装程序包（63 MB）；没有网络时每次启动都要等待一分钟以上。 → 移动该条目：memory-bank uninstall {id}{where} && memory-bank install {id}{where}',
  },
  'slow-start/waits': {
    level: 'note',
    en: '{about} has not installed its package into {folder} yet. Without a network each start waits more than a minute. → Start it once with a network, or skip the wait: memory-bank doctor --fix',
    zh: '{about} 尚未在 {folder} 安装其程序包；没有网络时每次启动都要为此等待一分钟以上。 → 联网启动一次，或跳过等待：memory-bank doctor --fix',
  },
  'plugin-twice': {
    level: 'warning',
    en: 'memory-bank is listed more than once, in different forms: {files}. → Remove one of them: memory-bank uninstall {id} (or with --user)',
    zh: 'memory-bank 被多次以不同写法引用：{files}。 → 移除其中一个：memory-bank uninstall {id}（或加 --user）',
  },
})

function settingsFaults(about: string, layer: Layer, context: InstallContext): readonly Diagnosis[] {
  const { file, text } = layer
  const plugins = PLUGIN_LISTS.flatMap((list) => pluginsOf(text, list))
  const others = plugins.flatMap((entry) => (isOurPlugin(entry, file, context) ? [] : (specOf(entry) ?? [])))
  // In OpenCode 2, a list item with a minus sign removes plugins.
  const minuses = plugins.filter((one) => one === '-*' || one === '-memory-bank')
  return [
    ...brokenSettings(about, layer),
    ...(skillsDenied(text) ? [finding('skill-denied', about, { file })] : []),
    ...minuses.map((one) => finding('plugin-taken-out', about, { file, minus: String(one) })),
    ...otherMemories(about, [...others, ...serverWords(text, ['mcp'])]),
  ]
}

function entriesOf(program: OpenCodeProgram, layer: Layer, context: InstallContext): readonly InstalledEntry[] {
  const { scope, file, text } = layer
  return PLUGIN_LISTS.flatMap((list) => pluginsOf(text, list))
    .filter((entry) => isOurPlugin(entry, file, context))
    .map((entry) => {
      const spec = specOf(entry) ?? ''
      const path = folderOf(spec, file)
      const folder = path === undefined ? fetched(program, spec, context) : packageFolder(path)
      const module = folder === undefined ? undefined : moduleOf(folder, context)
      const options = optionsOf(entry)
      return {
        scope,
        file,
        spec,
        folder,
        ...(options === undefined ? {} : { options }),
        ...(module === undefined ? {} : { module }),
      }
    })
}

/** The module that OpenCode imports from a package: the server module, else the main module. */
function moduleOf(folder: string, context: InstallContext): string | undefined {
  const text = context.look.text(join(folder, 'package.json')) ?? ''
  const [server, main] = ['./server', '.'].map((name) => valueAt(text, ['exports', name, 'default']))
  const named = server ?? main ?? valueAt(text, ['main'])
  return typeof named === 'string' ? join(folder, named) : undefined
}

/** The folder of a package that OpenCode fetched from npm. */
function fetched(program: OpenCodeProgram, spec: string, context: InstallContext): string | undefined {
  const folder = join(cacheOf(program, spec, context), 'node_modules', 'memory-bank')
  return context.look.isFolder(folder) ? folder : undefined
}

function cacheOf({ folder }: OpenCodeProgram, spec: string, context: InstallContext): string {
  const named = spec.includes('@') ? spec : `${spec}@latest`
  return join(userFolder(context, 'XDG_CACHE_HOME', '.cache'), folder, 'packages', named)
}

function entryFaults(program: OpenCodeProgram, entry: InstalledEntry, context: InstallContext): readonly Diagnosis[] {
  const { id, name } = program
  const { folder, file, spec, scope } = entry
  // Only OpenCode 1 reads this file.
  const isOnlyFirst = id === 'opencode' && basename(file) === 'config.json'
  const onlyFirst = isOnlyFirst ? [finding('only-first-major', name, { file })] : []
  const listed = pluginsOf(context.look.text(file) ?? '', 'plugin').map(specOf)
  // Only the `plugin` list can be hidden, by that of another file; OpenCode 2 reads every `plugins` list.
  const hiding = listed.includes(spec) ? hidingFile(program, file, context) : undefined
  if (hiding !== undefined) return [finding('plugin-hidden', name, { file, hiding, id }), ...onlyFirst]
  const own = pathToFileURL(context.packageRoot).href
  const install = `memory-bank install ${id}${scope === 'user' ? ' --user' : ''} --from ${own}`
  if (folder === undefined) {
    const isTried = context.look.isFolder(cacheOf(program, spec, context))
    const key = isTried ? 'plugin-not-fetched/tried' : 'plugin-not-fetched'
    return [finding(key, name, { spec, file, install }), ...onlyFirst]
  }
  if (packageAt(folder, context.look) === undefined) return [missingPackage(name, file, folder), ...onlyFirst]
  const path = folderOf(spec, file)
  const said = lastFailure(program, spec, path, context)
  return [
    // The package loads, but anybody may have published it.
    ...(path === undefined ? [finding('plugin-by-name', name, { spec, file, install })] : []),
    ...(said === undefined ? [] : [finding('load-failed', name, { spec, said, id })]),
    ...onlyFirst,
  ]
}

/**
 * Finds folders into which OpenCode installs packages before it loads the plugin: without a network it waits there for
 * more than a minute.
 */
function slowStart(
  program: OpenCodeProgram,
  installed: readonly InstalledEntry[],
  context: InstallContext,
): readonly Diagnosis[] {
  const scopes = [...new Set(installed.map(({ scope }) => scope))]
  const folders = folderFiles(program, context)
  const held = installed.filter(({ file }) => folders.includes(file) && context.sharing(file) !== 'tracked')
  const waiting = program.id === 'opencode' ? scopes.flatMap((scope) => waitingFolders(scope, context)) : []
  return [
    ...held.map(({ file, scope }) =>
      finding('slow-start', program.name, { file, id: program.id, where: scope === 'user' ? ' --user' : '' }),
    ),
    ...[...new Set(waiting)].map((folder) => finding('slow-start/waits', program.name, { folder })),
  ]
}

/** Variables that disable plugins or a project's settings. */
function disablingVariables(
  { name, variables }: OpenCodeProgram,
  installed: readonly InstalledEntry[],
  { env }: InstallContext,
): readonly Diagnosis[] {
  if (installed.length === 0) return []
  const isOnlyOfProject = !installed.some((entry) => entry.scope === 'user')
  const switches = [`${variables}_PURE`, ...(isOnlyOfProject ? [`${variables}_DISABLE_PROJECT_CONFIG`] : [])]
  const set = switches.filter((variable) => /^(?:1|true)$/i.test(env[variable] ?? ''))
  return set.map((variable) => finding('plugins-switched-off', name, { variable }))
}

/** Entries whose path leads nowhere. One of them may be Memory Bank's, whose folder can have any name. */
function deadEntries({ id, name }: OpenCodeProgram, { file, text }: Layer, { look }: InstallContext) {
  const paths = PLUGIN_LISTS.flatMap((list) => pluginsOf(text, list)).flatMap(
    (entry) => folderOf(specOf(entry) ?? '', file) ?? [],
  )
  const dead = paths.filter((path) => !look.isFolder(path) && look.text(path) === undefined)
  return dead.map((path) => finding('plugin-dead', name, { file, path, id }))
}

function duplicateEntries({ id, name }: OpenCodeProgram, installed: readonly InstalledEntry[]): readonly Diagnosis[] {
  if (new Set(installed.map((entry) => entry.spec)).size < 2) return []
  return [finding('plugin-twice', name, { files: installed.map((entry) => entry.file).join(', '), id })]
}

/** The newest load failure in the log. OpenCode 2 has one log per release channel. */
function lastFailure({ folder }: OpenCodeProgram, spec: string, path: string | undefined, context: InstallContext) {
  const logs = join(userFolder(context, 'XDG_DATA_HOME', '.local', 'share'), folder, 'log')
  const lines = LOGS.flatMap((name) => (context.look.text(join(logs, name)) ?? '').split('\n'))
  const isOurs = (line: string) =>
    line.includes(` path=${spec} `) || (path !== undefined && line.includes(` target=${path} `))
  const said = lines.filter((line) => line.includes('failed to load plugin') && isOurs(line))
  const line = said.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1)).at(-1)
  if (line === undefined) return undefined
  return `${timeOf(line)} ${/(?:error|cause)="?([^"]*)/.exec(line)?.[1] ?? ''}`.trim()
}

const LOGS = ['opencode.log', ...['latest', 'beta', 'dev', 'local'].map((channel) => `opencode-${channel}.log`)]

function timeOf(line: string): string {
  return /timestamp=(\S+)/.exec(line)?.[1] ?? ''
}

/** The proof for the program that is found: OpenCode 2 needs other arguments than OpenCode 1 and Kilo. */
export function proofOf(program: OpenCodeProgram): HostProof {
  const first = firstProof(program)
  const isSecond = ({ path, version }: { readonly path: string; readonly version: string | undefined }) =>
    program.id === 'opencode' && (version?.startsWith('2.') === true || /^opencode2\b/.test(basename(path)))
  return { ...first, of: (found) => (isSecond(found) ? secondProof(first) : first) }
}

/** The same settings files. OpenCode 2 takes the project from `PWD`, and its tools have other names. */
function secondProof(first: HostProof): HostProof {
  return {
    ...first,
    runs: [['run', '--standalone', '--auto', '--format', 'json', 'Prove it.']],
    env: (place) => ({ ...first.env(place), PWD: place.project }),
    write: (path, content) => modelCall('write', { path, content }),
    shell: (command) => modelCall('shell', { command }),
  }
}

function firstProof(program: OpenCodeProgram): HostProof {
  const { variables } = program
  const settings = (project: string) => join(project, program.project.at(-1) ?? '')
  return {
    files: ({ home, project, plugin, modelUrl }) => ({
      ...settingsWithPackages(join(home, '.config')),
      [settings(project)]: JSON.stringify({ ...scripted(program, modelUrl), plugin: [pathToFileURL(plugin).href] }),
    }),
    ownFiles: ({ home, project, modelUrl }, context) => ({
      ...settingsWithPackages(join(home, '.config')),
      [settings(project)]: JSON.stringify(scripted(program, modelUrl)),
      ...ownFiles(program, context, { home, project, modelUrl }),
    }),
    switches: [`${variables}_PURE`, `${variables}_DISABLE_PROJECT_CONFIG`],
    runs: [['run', '--auto', '--format', 'json', 'Prove it.']],
    env: ({ home }) => ({
      ...throwAwayHome(home),
      XDG_DATA_HOME: join(home, '.local', 'share'),
      ...Object.fromEntries(QUIET.map((name) => [`${variables}_DISABLE_${name}`, '1'])),
    }),
    write: (path, content) => modelCall('write', { filePath: path, content }),
    shell: (command) => modelCall('bash', { command, description: 'write' }),
  }
}

/** Features that would use the network. */
const QUIET = ['AUTOUPDATE', 'MODELS_FETCH', 'LSP_DOWNLOAD', 'SHARE', 'SESSION_INGEST', 'PRESENCE']

/** Settings with the scripted model, and without telemetry, sharing or updates. */
function scripted({ schema }: OpenCodeProgram, modelUrl: string) {
  return {
    $schema: schema,
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
        models: { m: { name: 'M', limit: { context: 100_000, output: 4_000 } } },
      },
    },
    model: 'scripted/m',
    small_model: 'scripted/m',
    autoupdate: false,
    share: 'disabled',
  }
}

interface Place {
  readonly home: string
  readonly project: string
  readonly modelUrl: string
}

/**
 * Copies the user's files with their plugin lists, which keep only Memory Bank's entry. An empty list is copied too: it
 * may hide another.
 */
function ownFiles(program: OpenCodeProgram, context: InstallContext, { home, project, modelUrl }: Place) {
  const { installed } = diagnose(program, context)
  const files: Record<string, string> = {}
  const add = (file: string, place: string) => {
    const text = context.look.text(file)
    if (text === undefined) return
    const named = (entry: unknown) => {
      const folder = installed.find((one) => one.file === file && one.spec === specOf(entry))?.folder
      return folder === undefined ? entry : withSpec(entry, pathToFileURL(folder).href)
    }
    const lists = PLUGIN_LISTS.filter((list) => Array.isArray(valueAt(text, [list]))).map((list) => [
      list,
      pluginsOf(text, list).flatMap((entry) => (isOurPlugin(entry, file, context) ? [named(entry)] : [])),
    ])
    const isModels = place === join(project, program.project.at(-1) ?? '')
    files[place] = JSON.stringify({ ...(isModels ? scripted(program, modelUrl) : {}), ...Object.fromEntries(lists) })
  }
  for (const file of settingsFiles(program, 'user', context))
    add(file, join(home, '.config', program.folder, basename(file)))
  for (const name of program.alsoHome) add(join(context.home, name), join(home, name))
  for (const name of [...program.project, ...program.alsoProject, ...program.borrowed])
    add(join(context.root ?? '', name), join(project, name))
  const folders = new Set(Object.keys(files).map(dirname))
  return Object.assign(files, ...[...folders].filter((folder) => folder !== project).map(withPackages))
}

/**
 * Files that make OpenCode consider its own packages installed. Before it loads a plugin, it fetches types from npm,
 * which the Memory Bank plugin does not need. Skipping that shortens a start from a minute to seconds.
 */
export function settingsWithPackages(configHome: string): Readonly<Record<string, string>> {
  return withPackages(join(configHome, 'opencode'))
}

function withPackages(folder: string): Readonly<Record<string, string>> {
  const lock = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*', '@kilocode/plugin': '*' } } } }
  return {
    [join(folder, 'package-lock.json')]: JSON.stringify(lock),
    [join(folder, 'node_modules', '.package-lock.json')]: '{}',
  }
}
