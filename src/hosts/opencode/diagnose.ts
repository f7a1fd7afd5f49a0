/** How we stand in OpenCode: which settings name us, where that leads, and what would keep us from loading. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Diagnosis, Ground, HostReport, InstalledEntry, Scope } from '../../flows/host-setup.ts'
import { valueAt } from '../../text/jsonc.ts'
import { brokenSettings, collisions, error, missingPackage, warning } from '../findings.ts'
import { packageAt } from '../package-at.ts'
import {
  folderOf,
  hidingFile,
  isOurPlugin,
  openCodeBesides,
  openCodeFiles,
  packageFolder,
  skillsDenied,
  specOf,
} from './settings.ts'

const ABOUT = 'OpenCode'

export function diagnoseOpenCode(ground: Ground): HostReport {
  const files = (['project', 'user'] as const).flatMap((scope) =>
    [...openCodeFiles(scope, ground), ...openCodeBesides(scope, ground)].flatMap((file) => {
      const text = ground.look.text(file)
      return text === undefined ? [] : [{ scope, file, text }]
    }),
  )
  const installed = files.flatMap(({ scope, file, text }) => entriesOf(scope, file, text, ground))
  const findings = files.flatMap(({ file, text }) => [
    ...brokenSettings(ABOUT, file, text),
    ...skillDenied(file, text),
    ...collisions(ABOUT, wordsOf(text, file, ground)),
  ])
  return {
    installed,
    findings: [
      ...findings,
      ...switchedOff(installed, ground),
      ...installed.flatMap((entry) => leadsTo(entry, ground)),
      ...twice(installed),
    ],
  }
}

function entriesOf(scope: Scope, file: string, text: string, ground: Ground): readonly InstalledEntry[] {
  const plugins = valueAt(text, ['plugin'])
  if (!Array.isArray(plugins)) return []
  return plugins
    .filter((entry) => isOurPlugin(entry, file, ground))
    .map((entry) => {
      const spec = specOf(entry) ?? ''
      const path = folderOf(spec, file)
      const folder = path === undefined ? fetched(spec, ground) : packageFolder(path)
      const module = folder === undefined ? undefined : moduleOf(folder, ground)
      const options: unknown = Array.isArray(entry) ? entry[1] : undefined
      return {
        scope,
        file,
        spec,
        folder,
        ...(typeof options === 'object' && options !== null ? { options: { ...options } } : {}),
        ...(module === undefined ? {} : { module }),
      }
    })
}

/** What OpenCode imports of a package: its server, else its main module. */
function moduleOf(folder: string, ground: Ground): string | undefined {
  const text = ground.look.text(join(folder, 'package.json')) ?? ''
  const [server, main] = ['./server', '.'].map((name) => valueAt(text, ['exports', name, 'default']))
  const named = server ?? main ?? valueAt(text, ['main'])
  return typeof named === 'string' ? join(folder, named) : undefined
}

/** Where OpenCode keeps what it fetched from npm. */
function fetched(spec: string, ground: Ground): string | undefined {
  const folder = join(cacheOf(spec, ground), 'node_modules', 'memory-bank')
  return ground.look.isFolder(folder) ? folder : undefined
}

function cacheOf(spec: string, ground: Ground): string {
  const named = spec.includes('@') ? spec : `${spec}@latest`
  return join(ground.cacheHome, 'opencode', 'packages', named)
}

function leadsTo(entry: InstalledEntry, ground: Ground): readonly Diagnosis[] {
  const { folder, file, spec } = entry
  const hiding = hidingFile(file, ground)
  if (hiding !== undefined) return [hidden(file, hiding)]
  if (folder === undefined) return [notFetched(entry, ground)]
  if (packageAt(folder, ground.look) === undefined) return [missingPackage(ABOUT, file, folder)]
  const said = lastFailure(spec, ground)
  return said === undefined
    ? []
    : [
        warning(
          'load-failed',
          ABOUT,
          {
            en: `OpenCode's log says that it could not load ${spec}: ${said}`,
            zh: `OpenCode 日志记录无法加载 ${spec}：${said}`,
          },
          {
            en: 'See whether it does now: memory-bank doctor --prove opencode',
            zh: '验证现在是否正常：memory-bank doctor --prove opencode',
          },
        ),
      ]
}

/** What the environment keeps OpenCode from reading. */
function switchedOff(installed: readonly InstalledEntry[], ground: Ground): readonly Diagnosis[] {
  const concerned = ground.openCodeSwitches.filter(
    (name) => name === 'OPENCODE_PURE' || !installed.some((entry) => entry.scope === 'user'),
  )
  if (installed.length === 0) return []
  return concerned.map((name) =>
    error(
      'plugins-switched-off',
      ABOUT,
      {
        en: `${name} is set: OpenCode does not load our plugin. Nothing is guarded.`,
        zh: `设置了 ${name}：OpenCode 不会加载插件。当前没有任何保护。`,
      },
      { en: `Unset ${name}.`, zh: `请取消设置 ${name}。` },
    ),
  )
}

function hidden(file: string, hiding: string): Diagnosis {
  return error(
    'plugin-hidden',
    ABOUT,
    {
      en: `OpenCode reads the list of plugins in ${hiding} instead of the one in ${file}, where our entry is. Nothing is guarded.`,
      zh: `OpenCode 读取的是 ${hiding} 中的插件列表，而不是我们条目所在的 ${file}。当前没有任何保护。`,
    },
    {
      en: 'Move the entry: memory-bank uninstall opencode --user --yes && memory-bank install opencode --user --yes',
      zh: '移动该条目：memory-bank uninstall opencode --user --yes && memory-bank install opencode --user --yes',
    },
  )
}

function notFetched({ spec, file, scope }: InstalledEntry, ground: Ground): Diagnosis {
  const own = pathToFileURL(ground.packageRoot).href
  const command = `memory-bank install opencode${scope === 'user' ? ' --user' : ''} --from ${own}`
  const next = {
    en: `Name the package on this machine instead: ${command}`,
    zh: `改为指定本机的包：${command}`,
  }
  if (ground.look.isFolder(cacheOf(spec, ground)))
    return error(
      'plugin-not-fetched',
      ABOUT,
      {
        en: `OpenCode tried to fetch ${spec} (${file}) from npm and has nothing to load. Nothing is guarded.`,
        zh: `OpenCode 曾尝试从 npm 获取 ${spec}（${file}），但没有可加载的内容。当前没有任何保护。`,
      },
      next,
    )
  return warning(
    'plugin-not-fetched',
    ABOUT,
    {
      en: `OpenCode will fetch ${spec} (${file}) from npm at its next start; until then nothing is guarded.`,
      zh: `OpenCode 下次启动时才会从 npm 获取 ${spec}（${file}），在此之前没有保护。`,
    },
    { en: 'Start OpenCode once, then: memory-bank doctor', zh: '启动一次 OpenCode，再运行：memory-bank doctor' },
  )
}

/** The newest failure to load us, if its log still has one and nothing says it was set right since. */
function lastFailure(spec: string, ground: Ground): string | undefined {
  const log = ground.look.text(join(ground.dataHome, 'opencode', 'log', 'opencode.log')) ?? ''
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
        en: `${file} denies skills: the memory-bank skill stays off, everything else works.`,
        zh: `${file} 禁用了 skill：memory-bank skill 不生效，其余功能可用。`,
      },
      next: {
        en: 'If you want the skill: "permission": { "skill": { "memory-bank": "allow" } }; else leave it.',
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
        en: `memory-bank is named more than once, each time differently: ${files.join(', ')}.`,
        zh: `memory-bank 被多次以不同写法引用：${files.join('、')}。`,
      },
      {
        en: 'Take one out: memory-bank uninstall opencode (or with --user)',
        zh: '去掉其一：memory-bank uninstall opencode（或加 --user）',
      },
    ),
  ]
}

/** Names of other plugins and of MCP servers, with their commands. */
function wordsOf(text: string, file: string, ground: Ground): readonly string[] {
  const plugins = valueAt(text, ['plugin'])
  const others = Array.isArray(plugins)
    ? plugins.flatMap((entry) => (isOurPlugin(entry, file, ground) ? [] : (specOf(entry) ?? [])))
    : []
  const servers = valueAt(text, ['mcp'])
  const mcp = typeof servers === 'object' && servers !== null ? Object.entries(servers) : []
  return [...others, ...mcp.flatMap(([name, value]) => [name, JSON.stringify(value)])]
}
