/** How memory-bank is installed in OpenCode: which settings name it, where that leads, and what keeps it from loading. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Words } from '../../core/language.ts'
import type { Diagnosis, HostReport, InstalledEntry, Scope } from '../../flows/host.ts'
import { type InstallContext, userFolder } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { isFields } from '../fields.ts'
import { brokenSettings, error, missingPackage, otherMemories, warning } from '../findings.ts'
import { packageAt } from '../package-place.ts'
import {
  folderOf,
  hidingFile,
  isOurPlugin,
  openCodeFiles,
  openCodeOtherFiles,
  packageFolder,
  skillsDenied,
  specOf,
} from './settings.ts'

const ABOUT = 'OpenCode'

export function diagnose(context: InstallContext): HostReport {
  const files = (['project', 'user'] as const).flatMap((scope) =>
    [...openCodeFiles(scope, context), ...openCodeOtherFiles(scope, context)].flatMap((file) => {
      const text = context.look.text(file)
      return text === undefined ? [] : [{ scope, file, text }]
    }),
  )
  const installed = files.flatMap(({ scope, file, text }) => entriesOf(scope, file, text, context))
  const findings = files.flatMap(({ file, text }) => [
    ...brokenSettings(ABOUT, file, text),
    ...skillDenied(file, text),
    ...otherMemories(ABOUT, wordsOf(text, file, context)),
  ])
  return {
    installed,
    findings: [
      ...findings,
      ...switchedOff(installed, context),
      ...installed.flatMap((entry) => leadsTo(entry, context)),
      ...twice(installed),
    ],
  }
}

function entriesOf(scope: Scope, file: string, text: string, context: InstallContext): readonly InstalledEntry[] {
  const plugins = valueAt(text, ['plugin'])
  if (!Array.isArray(plugins)) return []
  return plugins
    .filter((entry) => isOurPlugin(entry, file, context))
    .map((entry) => {
      const spec = specOf(entry) ?? ''
      const path = folderOf(spec, file)
      const folder = path === undefined ? fetched(spec, context) : packageFolder(path)
      const module = folder === undefined ? undefined : moduleOf(folder, context)
      const options: unknown = Array.isArray(entry) ? entry[1] : undefined
      return {
        scope,
        file,
        spec,
        folder,
        ...(isFields(options) ? { options } : {}),
        ...(module === undefined ? {} : { module }),
      }
    })
}

/** What OpenCode imports of a package: its server module, else its main module. */
function moduleOf(folder: string, context: InstallContext): string | undefined {
  const text = context.look.text(join(folder, 'package.json')) ?? ''
  const [server, main] = ['./server', '.'].map((name) => valueAt(text, ['exports', name, 'default']))
  const named = server ?? main ?? valueAt(text, ['main'])
  return typeof named === 'string' ? join(folder, named) : undefined
}

/** Where OpenCode keeps what it fetched from npm. */
function fetched(spec: string, context: InstallContext): string | undefined {
  const folder = join(cacheOf(spec, context), 'node_modules', 'memory-bank')
  return context.look.isFolder(folder) ? folder : undefined
}

function cacheOf(spec: string, context: InstallContext): string {
  const named = spec.includes('@') ? spec : `${spec}@latest`
  return join(userFolder(context, 'XDG_CACHE_HOME', '.cache'), 'opencode', 'packages', named)
}

function leadsTo(entry: InstalledEntry, context: InstallContext): readonly Diagnosis[] {
  const { folder, file, spec } = entry
  const hiding = hidingFile(file, context)
  if (hiding !== undefined) return [hidden(file, hiding)]
  if (folder === undefined) return [notFetched(entry, context)]
  if (packageAt(folder, context.look) === undefined) return [missingPackage(ABOUT, file, folder)]
  const named = folderOf(spec, file) === undefined ? [byName(entry, context)] : []
  const said = lastFailure(spec, context)
  return said === undefined
    ? named
    : [
        ...named,
        warning(
          'load-failed',
          ABOUT,
          {
            en: `OpenCode's log says that it could not load ${spec}: ${said}`,
            zh: `OpenCode 日志记录无法加载 ${spec}：${said}`,
          },
          {
            en: 'Check whether it loads now: memory-bank doctor --prove opencode',
            zh: '验证现在能否加载：memory-bank doctor --prove opencode',
          },
        ),
      ]
}

/** Variables that keep OpenCode from loading plugins, or from reading a project's settings. */
function switchedOff(installed: readonly InstalledEntry[], { env }: InstallContext): readonly Diagnosis[] {
  if (installed.length === 0) return []
  const isOnlyOfProject = !installed.some((entry) => entry.scope === 'user')
  const switches = ['OPENCODE_PURE', ...(isOnlyOfProject ? ['OPENCODE_DISABLE_PROJECT_CONFIG'] : [])]
  const set = switches.filter((name) => /^(?:1|true)$/i.test(env[name] ?? ''))
  return set.map((name) =>
    error(
      'plugins-switched-off',
      ABOUT,
      {
        en: `${name} is set: OpenCode does not load our plugin. Nothing is guarded.`,
        zh: `设置了环境变量 ${name}：OpenCode 不会加载插件。当前没有任何保护。`,
      },
      { en: `Unset ${name}.`, zh: `请取消环境变量 ${name}。` },
    ),
  )
}

function hidden(file: string, hiding: string): Diagnosis {
  return error(
    'plugin-hidden',
    ABOUT,
    {
      en: `OpenCode reads the plugin list in ${hiding}, not the one in ${file}, which has our entry. Nothing is guarded.`,
      zh: `OpenCode 读取的是 ${hiding} 中的插件列表，而我们的条目在 ${file} 中。当前没有任何保护。`,
    },
    {
      en: 'Move the entry: memory-bank uninstall opencode --user --yes && memory-bank install opencode --user --yes',
      zh: '移动该条目：memory-bank uninstall opencode --user --yes && memory-bank install opencode --user --yes',
    },
  )
}

function notFetched({ spec, file, scope }: InstalledEntry, context: InstallContext): Diagnosis {
  const next = namedByPlace(scope, context)
  if (context.look.isFolder(cacheOf(spec, context)))
    return error(
      'plugin-not-fetched',
      ABOUT,
      {
        en: `OpenCode tried to fetch ${spec} (${file}) from npm, but has nothing to load. Nothing is guarded.`,
        zh: `OpenCode 曾尝试从 npm 获取 ${spec}（${file}），但没有可加载的内容。当前没有任何保护。`,
      },
      next,
    )
  return warning(
    'plugin-not-fetched',
    ABOUT,
    {
      en: `OpenCode will fetch ${spec} (${file}) from npm at its next start, where the name is not ours yet; nothing is guarded until then.`,
      zh: `OpenCode 下次启动时会从 npm 获取 ${spec}（${file}），而该名字在那里还不属于我们；在此之前没有保护。`,
    },
    next,
  )
}

/** It loads, but whose it is nobody knows. */
function byName({ spec, file, scope }: InstalledEntry, context: InstallContext): Diagnosis {
  return warning(
    'plugin-by-name',
    ABOUT,
    {
      en: `OpenCode runs what it fetched from npm as ${spec} (${file}). Memory Bank is not published there yet: it may be anybody’s.`,
      zh: `OpenCode 运行的是从 npm 获取的 ${spec}（${file}）。Memory Bank 尚未在那里发布，它可能属于任何人。`,
    },
    namedByPlace(scope, context),
  )
}

function namedByPlace(scope: Scope, context: InstallContext): Words {
  const own = pathToFileURL(context.packageRoot).href
  const command = `memory-bank install opencode${scope === 'user' ? ' --user' : ''} --from ${own}`
  return { en: `Name the package on this machine instead: ${command}`, zh: `改为指定本机的包：${command}` }
}

/** The newest failure to load us that its log has. */
function lastFailure(spec: string, context: InstallContext): string | undefined {
  const data = userFolder(context, 'XDG_DATA_HOME', '.local', 'share')
  const log = context.look.text(join(data, 'opencode', 'log', 'opencode.log')) ?? ''
  const line = log.split('\n').findLast((one) => one.includes('failed to load plugin') && one.includes(`path=${spec} `))
  if (line === undefined) return undefined
  const time = /timestamp=(\S+)/.exec(line)?.[1] ?? ''
  return `${time} ${/error="?([^"]*)/.exec(line)?.[1] ?? ''}`.trim()
}

function skillDenied(file: string, text: string): readonly Diagnosis[] {
  if (!skillsDenied(text)) return []
  return [
    {
      id: 'skill-denied',
      about: ABOUT,
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

function twice(installed: readonly InstalledEntry[]): readonly Diagnosis[] {
  if (new Set(installed.map((entry) => entry.spec)).size < 2) return []
  const files = installed.map((entry) => entry.file)
  return [
    warning(
      'plugin-twice',
      ABOUT,
      {
        en: `memory-bank is listed more than once, in different forms: ${files.join(', ')}.`,
        zh: `memory-bank 被多次以不同写法引用：${files.join('、')}。`,
      },
      {
        en: 'Remove one of them: memory-bank uninstall opencode (or with --user)',
        zh: '移除其中一个：memory-bank uninstall opencode（或加 --user）',
      },
    ),
  ]
}

/** Names of other plugins and of MCP servers, with their commands. */
function wordsOf(text: string, file: string, context: InstallContext): readonly string[] {
  const plugins = valueAt(text, ['plugin'])
  const others = Array.isArray(plugins)
    ? plugins.flatMap((entry) => (isOurPlugin(entry, file, context) ? [] : (specOf(entry) ?? [])))
    : []
  const servers = valueAt(text, ['mcp'])
  return [
    ...others,
    ...Object.entries(isFields(servers) ? servers : {}).flatMap(([name, value]) => [name, JSON.stringify(value)]),
  ]
}
