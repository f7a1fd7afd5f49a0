/** How memory-bank is installed in OpenCode, or what is made from it: which settings name it, where that leads, and what keeps it from loading. */

import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Words } from '../../core/language.ts'
import type { Diagnosis, HostReport, InstalledEntry, Scope } from '../../flows/host.ts'
import { type InstallContext, programOnPath, userFolder } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { isFields } from '../fields.ts'
import { brokenSettings, error, missingPackage, otherMemories, warning } from '../findings.ts'
import { packageAt } from '../package-place.ts'
import { waitingFolders } from './patience.ts'
import type { OpenCodeProgram } from './programs.ts'
import {
  borrowedFiles,
  folderOf,
  hidingFile,
  isOurPlugin,
  optionsOf,
  otherSettingsFiles,
  ourFolderFiles,
  PLUGIN_LISTS,
  packageFolder,
  pluginsOf,
  settingsFiles,
  skillsDenied,
  specOf,
} from './settings.ts'

export function diagnose(program: OpenCodeProgram, context: InstallContext): HostReport {
  const { name } = program
  const own = (['project', 'user'] as const).flatMap((scope) =>
    filesOf(program, scope, context).flatMap((file) => readable(scope, file, context)),
  )
  const isUsed = own.length > 0 || programOnPath(program.id, context.env) !== undefined
  const borrowed = isUsed ? borrowedFiles(program, context).flatMap((file) => readable('project', file, context)) : []
  const installed = [...own, ...borrowed].flatMap(({ scope, file, text }) =>
    entriesOf(program, scope, file, text, context),
  )
  // What is wrong with another program's settings is said there.
  const findings = own.flatMap(({ file, text }) => [
    ...brokenSettings(name, file, text),
    ...skillDenied(name, file, text),
    ...takenOut(name, file, text),
    ...otherMemories(name, wordsOf(text, file, context)),
  ])
  return {
    installed,
    findings: [
      ...findings,
      ...switchedOff(program, installed, context),
      ...installed.flatMap((entry) => [...leadsTo(program, entry, context), ...onlyFirst(program, entry.file)]),
      ...slowStart(program, installed, context),
      ...twice(program, installed),
    ],
  }
}

function filesOf(program: OpenCodeProgram, scope: Scope, context: InstallContext): readonly string[] {
  return [...settingsFiles(program, scope, context), ...otherSettingsFiles(program, scope, context)]
}

function readable(scope: Scope, file: string, { look }: InstallContext) {
  const text = look.text(file)
  return text === undefined ? [] : [{ scope, file, text }]
}

function entriesOf(
  program: OpenCodeProgram,
  scope: Scope,
  file: string,
  text: string,
  context: InstallContext,
): readonly InstalledEntry[] {
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

/** What it imports of a package: its server module, else its main module. */
function moduleOf(folder: string, context: InstallContext): string | undefined {
  const text = context.look.text(join(folder, 'package.json')) ?? ''
  const [server, main] = ['./server', '.'].map((name) => valueAt(text, ['exports', name, 'default']))
  const named = server ?? main ?? valueAt(text, ['main'])
  return typeof named === 'string' ? join(folder, named) : undefined
}

/** Where it keeps what it fetched from npm. */
function fetched(program: OpenCodeProgram, spec: string, context: InstallContext): string | undefined {
  const folder = join(cacheOf(program, spec, context), 'node_modules', 'memory-bank')
  return context.look.isFolder(folder) ? folder : undefined
}

function cacheOf({ folder }: OpenCodeProgram, spec: string, context: InstallContext): string {
  const named = spec.includes('@') ? spec : `${spec}@latest`
  return join(userFolder(context, 'XDG_CACHE_HOME', '.cache'), folder, 'packages', named)
}

function leadsTo(program: OpenCodeProgram, entry: InstalledEntry, context: InstallContext): readonly Diagnosis[] {
  const { id, name } = program
  const { folder, file, spec } = entry
  const listed = pluginsOf(context.look.text(file) ?? '', 'plugin').map(specOf)
  // The second major reads every list.
  const hiding = listed.includes(spec) ? hidingFile(program, file, context) : undefined
  if (hiding !== undefined) return [hidden(program, file, hiding)]
  if (folder === undefined) return [notFetched(program, entry, context)]
  if (packageAt(folder, context.look) === undefined) return [missingPackage(name, file, folder)]
  const named = folderOf(spec, file) === undefined ? [byName(program, entry, context)] : []
  const said = lastFailure(program, spec, folderOf(spec, file), context)
  return said === undefined
    ? named
    : [
        ...named,
        warning(
          'load-failed',
          name,
          {
            en: `${name}'s log says that it could not load ${spec}: ${said}`,
            zh: `${name} 日志记录无法加载 ${spec}：${said}`,
          },
          {
            en: `Check whether it loads now: memory-bank doctor --prove ${id}`,
            zh: `验证现在能否加载：memory-bank doctor --prove ${id}`,
          },
        ),
      ]
}

/** Where it installs packages before it loads us, and waits for them more than a minute without a network. */
function slowStart(
  program: OpenCodeProgram,
  installed: readonly InstalledEntry[],
  context: InstallContext,
): readonly Diagnosis[] {
  const { name } = program
  const scopes = [...new Set(installed.map(({ scope }) => scope))]
  const held = scopes.flatMap((scope) => ourFolderFiles(program, scope, context))
  const moved = held.map((file) =>
    warning(
      'slow-start',
      name,
      {
        en: `Because ${file} has our entry, ${name} installs packages beside it (63 MB) before it starts, and without a network waits more than a minute each time.`,
        zh: `由于 ${file} 中有我们的条目，${name} 启动前会在同目录安装程序包（63 MB）；没有网络时每次启动都要等待一分钟以上。`,
      },
      { en: 'Move the entry: memory-bank doctor --fix', zh: '移动该条目：memory-bank doctor --fix' },
    ),
  )
  if (program.id !== 'opencode') return moved
  const waiting = [...new Set(scopes.flatMap((scope) => waitingFolders(scope, context)))]
  return [
    ...moved,
    ...waiting.map(
      (folder): Diagnosis => ({
        id: 'slow-start',
        about: name,
        level: 'note',
        what: {
          en: `${name} has not installed its package into ${folder} yet; without a network it waits for that more than a minute at each start.`,
          zh: `${name} 尚未在 ${folder} 安装其程序包；没有网络时每次启动都要为此等待一分钟以上。`,
        },
        next: {
          en: 'Start it once with a network, or let it give up at once: memory-bank doctor --fix',
          zh: '联网启动一次，或让它立即放弃：memory-bank doctor --fix',
        },
      }),
    ),
  ]
}

/** Variables that keep it from loading plugins, or from reading a project's settings. */
function switchedOff(
  { name: about, variables }: OpenCodeProgram,
  installed: readonly InstalledEntry[],
  { env }: InstallContext,
): readonly Diagnosis[] {
  if (installed.length === 0) return []
  const isOnlyOfProject = !installed.some((entry) => entry.scope === 'user')
  const switches = [`${variables}_PURE`, ...(isOnlyOfProject ? [`${variables}_DISABLE_PROJECT_CONFIG`] : [])]
  const set = switches.filter((name) => /^(?:1|true)$/i.test(env[name] ?? ''))
  return set.map((name) =>
    error(
      'plugins-switched-off',
      about,
      {
        en: `${name} is set: ${about} does not load our plugin. Nothing is guarded.`,
        zh: `设置了环境变量 ${name}：${about} 不会加载插件。当前没有任何保护。`,
      },
      { en: `Unset ${name}.`, zh: `请取消环境变量 ${name}。` },
    ),
  )
}

/** The second major takes plugins out again that a list names after a minus. */
function takenOut(about: string, file: string, text: string): readonly Diagnosis[] {
  const found = PLUGIN_LISTS.flatMap((list) => pluginsOf(text, list)).filter(
    (one) => typeof one === 'string' && ['-*', '-memory-bank'].includes(one),
  )
  return found.map((one) =>
    warning(
      'plugin-taken-out',
      about,
      {
        en: `${file} lists "${String(one)}": ${about} 2 then loads no plugin that is listed before it, ours included.`,
        zh: `${file} 中列有 "${String(one)}"：${about} 2 不会加载列在它之前的插件，也包括我们的。`,
      },
      {
        en: `Take "${String(one)}" out of ${file}, or put our entry after it.`,
        zh: `请从 ${file} 中删除 "${String(one)}"，或把我们的条目放在它之后。`,
      },
    ),
  )
}

/** A file of the person's that only the first major reads. */
function onlyFirst({ id, name }: OpenCodeProgram, file: string): readonly Diagnosis[] {
  if (id !== 'opencode' || basename(file) !== 'config.json') return []
  return [
    {
      id: 'only-first-major',
      about: name,
      level: 'note',
      what: {
        en: `${name} 2 does not read ${file}, which has our entry.`,
        zh: `${name} 2 不读取 ${file}，而我们的条目在其中。`,
      },
      next: {
        en: 'With OpenCode 2, rename it to opencode.json; with OpenCode 1, nothing needs to be done.',
        zh: '使用 OpenCode 2 时，请将其改名为 opencode.json；使用 OpenCode 1 则无需处理。',
      },
    },
  ]
}

function hidden({ id, name }: OpenCodeProgram, file: string, hiding: string): Diagnosis {
  return error(
    'plugin-hidden',
    name,
    {
      en: `${name} reads the plugin list in ${hiding}, not the one in ${file}, which has our entry. Nothing is guarded.`,
      zh: `${name} 读取的是 ${hiding} 中的插件列表，而我们的条目在 ${file} 中。当前没有任何保护。`,
    },
    {
      en: `Move the entry: memory-bank uninstall ${id} --user --yes && memory-bank install ${id} --user --yes`,
      zh: `移动该条目：memory-bank uninstall ${id} --user --yes && memory-bank install ${id} --user --yes`,
    },
  )
}

function notFetched(
  program: OpenCodeProgram,
  { spec, file, scope }: InstalledEntry,
  context: InstallContext,
): Diagnosis {
  const { name } = program
  const next = namedByPlace(program, scope, context)
  if (context.look.isFolder(cacheOf(program, spec, context)))
    return error(
      'plugin-not-fetched',
      name,
      {
        en: `${name} tried to fetch ${spec} (${file}) from npm, but has nothing to load. Nothing is guarded.`,
        zh: `${name} 曾尝试从 npm 获取 ${spec}（${file}），但没有可加载的内容。当前没有任何保护。`,
      },
      next,
    )
  return warning(
    'plugin-not-fetched',
    name,
    {
      en: `${name} will fetch ${spec} (${file}) from npm at its next start, where the name is not ours yet; nothing is guarded until then.`,
      zh: `${name} 下次启动时会从 npm 获取 ${spec}（${file}），而该名字在那里还不属于我们；在此之前没有保护。`,
    },
    next,
  )
}

/** It loads, but whose it is nobody knows. */
function byName(program: OpenCodeProgram, { spec, file, scope }: InstalledEntry, context: InstallContext): Diagnosis {
  const { name } = program
  return warning(
    'plugin-by-name',
    name,
    {
      en: `${name} runs what it fetched from npm as ${spec} (${file}). Memory Bank is not published there yet: it may be anybody’s.`,
      zh: `${name} 运行的是从 npm 获取的 ${spec}（${file}）。Memory Bank 尚未在那里发布，它可能属于任何人。`,
    },
    namedByPlace(program, scope, context),
  )
}

function namedByPlace({ id }: OpenCodeProgram, scope: Scope, context: InstallContext): Words {
  const own = pathToFileURL(context.packageRoot).href
  const command = `memory-bank install ${id}${scope === 'user' ? ' --user' : ''} --from ${own}`
  return { en: `Name the package on this machine instead: ${command}`, zh: `改为指定本机的包：${command}` }
}

/** The newest failure to load us that its log has; the second major has one log for each channel of its releases. */
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

function skillDenied(about: string, file: string, text: string): readonly Diagnosis[] {
  if (!skillsDenied(text)) return []
  return [
    {
      id: 'skill-denied',
      about,
      level: 'note',
      what: {
        en: `${file} denies skills: the memory-bank skill is off; everything else works.`,
        zh: `${file} 禁用了 skill：memory-bank skill 不生效，其余功能可用。`,
      },
      next: {
        en: 'To use the skill: "permission": { "skill": { "memory-bank": "allow" } }; otherwise nothing needs to be done.',
        zh: '若需要该 skill："permission": { "skill": { "memory-bank": "allow" } }；否则无需处理。',
      },
    },
  ]
}

function twice({ id, name }: OpenCodeProgram, installed: readonly InstalledEntry[]): readonly Diagnosis[] {
  if (new Set(installed.map((entry) => entry.spec)).size < 2) return []
  const files = installed.map((entry) => entry.file)
  return [
    warning(
      'plugin-twice',
      name,
      {
        en: `memory-bank is listed more than once, in different forms: ${files.join(', ')}.`,
        zh: `memory-bank 被多次以不同写法引用：${files.join('、')}。`,
      },
      {
        en: `Remove one of them: memory-bank uninstall ${id} (or with --user)`,
        zh: `移除其中一个：memory-bank uninstall ${id}（或加 --user）`,
      },
    ),
  ]
}

/** Names of other plugins and of MCP servers, with their commands. */
function wordsOf(text: string, file: string, context: InstallContext): readonly string[] {
  const others = PLUGIN_LISTS.flatMap((list) => pluginsOf(text, list)).flatMap((entry) =>
    isOurPlugin(entry, file, context) ? [] : (specOf(entry) ?? []),
  )
  const servers = valueAt(text, ['mcp'])
  return [
    ...others,
    ...Object.entries(isFields(servers) ? servers : {}).flatMap(([name, value]) => [name, JSON.stringify(value)]),
  ]
}
