/** How memory-bank is installed in Copilot: enabled or not, where the plugin comes from, and what keeps it from running. */

import { dirname, join, sep } from 'node:path'
import type { Words } from '../../core/language.ts'
import type { Diagnosis, HostReport, InstalledEntry, Scope } from '../../flows/host.ts'
import { type InstallContext, programOnPath } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { isFields } from '../fields.ts'
import { brokenSettings, error, otherMemories, warning } from '../findings.ts'
import { listOf, MARKETPLACE, marketplaceFolder, PLUGIN_KEY } from '../marketplace.ts'
import { comesFrom, hooksOff, type Layer, type PluginHost, switchedOff } from '../plugin-findings.ts'
import { claudeProjectFiles, copilotFiles, copilotFolder, copilotLocalFiles } from './settings.ts'

const ABOUT = 'Copilot CLI'
const OF: PluginHost = {
  about: ABOUT,
  command: 'copilot',
  offSwitches: ['disableAllHooks'],
  parts: ['.github/plugin/plugin.json', 'hooks/copilot.json', '.mcp.json'],
}

export function diagnose(context: InstallContext): HostReport {
  const own = layersOf(context)
  const layers = [...claudeLayers(context), ...own]
  const on = (layer: Layer) => valueAt(layer.text, ['enabledPlugins', PLUGIN_KEY])
  const isEnabled = layers.map(on).findLast((value) => value !== undefined)
  const market = layers.map((layer) => valueAt(layer.text, MARKETPLACE)).findLast((value) => value !== undefined)
  const folder = market === undefined ? undefined : (marketplaceFolder(market, context.root) ?? 'elsewhere')
  const installed = own
    .filter((layer) => on(layer) === true)
    .map(
      ({ scope, file }): InstalledEntry => ({
        scope,
        file,
        spec: PLUGIN_KEY,
        folder: folder === 'elsewhere' ? undefined : folder,
      }),
    )
  const findings = [
    ...own.flatMap(({ file, text }) => brokenSettings(ABOUT, file, text)),
    ...otherMemories(ABOUT, wordsOf(own, context)),
  ]
  const first = layers.find((layer) => on(layer) === true)
  if (isEnabled === false && layers.some((layer) => own.includes(layer) && on(layer) !== undefined))
    findings.push(switchedOff(OF, layers))
  if (isEnabled !== true || first === undefined) return { installed: isEnabled === false ? [] : installed, findings }
  if (installed.length === 0) return { installed, findings: [...findings, ...throughClaude(first, context)] }
  findings.push(...hooksOff(OF, own), ...comesFrom(OF, folder, first, context))
  findings.push(...notRead(installed, context), ...untrusted(installed, context), ...withoutNode(context))
  return { installed, findings }
}

function layersOf(context: InstallContext): readonly Layer[] {
  return [
    ...copilotFiles('user', context).flatMap((file) => layer('user', file, context)),
    ...[...copilotFiles('project', context), ...copilotLocalFiles(context)].flatMap((file) =>
      layer('project', file, context),
    ),
  ]
}

function claudeLayers(context: InstallContext): readonly Layer[] {
  return claudeProjectFiles(context).flatMap((file) => layer('project', file, context))
}

function layer(scope: Scope, file: string, { look }: InstallContext): readonly Layer[] {
  const text = look.text(file)
  return text === undefined ? [] : [{ scope, file, text }]
}

/** A project's settings of Claude Code's bring the plugin along, where the folder is trusted. */
function throughClaude({ file }: Layer, context: InstallContext): readonly Diagnosis[] {
  if (programOnPath('copilot', context.env) === undefined) return []
  return [
    {
      id: 'plugin-of-claude',
      about: ABOUT,
      level: 'note',
      what: {
        en: `Copilot takes the plugin from ${file}, in this project and where the folder is trusted.`,
        zh: `Copilot 会沿用 ${file} 中的插件，仅限本项目且目录已被信任时。`,
      },
      next: {
        en: 'To have it in every project: memory-bank install copilot --user',
        zh: '若要在所有项目中生效：memory-bank install copilot --user',
      },
    },
  ]
}

/** A project's settings are read where git has the folder. */
function notRead(installed: readonly InstalledEntry[], { root, gitTop }: InstallContext): readonly Diagnosis[] {
  if (root === undefined || gitTop !== undefined || installed.some((entry) => entry.scope === 'user')) return []
  return [
    error('no-repository', ABOUT, NEEDS_GIT, {
      en: 'Run git init here, or install for all projects: memory-bank install copilot --user',
      zh: '请在此执行 git init，或安装到用户级：memory-bank install copilot --user',
    }),
  ]
}

export const NEEDS_GIT: Words = {
  en: 'Copilot reads a project’s settings only in a git repository. This folder is none: nothing is guarded.',
  zh: 'Copilot 只在 git 仓库中读取项目配置。此目录不是仓库：当前没有任何保护。',
}

/** What a project's settings say is loaded only where the person trusted the folder, or one above it. */
function untrusted(installed: readonly InstalledEntry[], context: InstallContext): readonly Diagnosis[] {
  const { root } = context
  if (root === undefined || installed.some((entry) => entry.scope === 'user') || isFolderTrusted(context)) return []
  return [
    warning(
      'folder-not-trusted',
      ABOUT,
      {
        en: 'This folder is not trusted yet; Copilot loads nothing of its settings until it is. `--trust-folder` holds for one new session only, not for one that is continued.',
        zh: '此目录尚未被信任，信任之前 Copilot 不会加载其中的配置。`--trust-folder` 只对一次新会话有效，继续旧会话时无效。',
      },
      {
        en: `Start copilot in ${root} and trust the folder for good, or install for all projects: memory-bank install copilot --user`,
        zh: `请在 ${root} 中启动 copilot 并选择长期信任，或安装到用户级：memory-bank install copilot --user`,
      },
    ),
  ]
}

/** Copilot itself keeps the folders in a file beside the settings. */
export function isFolderTrusted(context: InstallContext): boolean {
  const { root } = context
  if (root === undefined) return false
  const folders = listOf(
    valueAt(context.look.text(join(copilotFolder(context), 'config.json')) ?? '', ['trustedFolders']),
  )
  return folders.some((folder) => typeof folder === 'string' && (root === folder || root.startsWith(folder + sep)))
}

function withoutNode({ env, node }: InstallContext): readonly Diagnosis[] {
  if (programOnPath('node', env) !== undefined) return []
  return [
    error(
      'node-not-found',
      ABOUT,
      {
        en: 'There is no `node` on the PATH: Copilot cannot start our hooks or our server. Nothing is guarded.',
        zh: 'PATH 中没有 `node`：Copilot 无法启动 hook 和服务。当前没有任何保护。',
      },
      {
        en: `Add ${dirname(node)} to the PATH that Copilot is started with.`,
        zh: `请把 ${dirname(node)} 加入启动 Copilot 时的 PATH。`,
      },
    ),
  ]
}

function wordsOf(layers: readonly Layer[], context: InstallContext): readonly string[] {
  const plugins = layers.flatMap(({ text }) =>
    entries(valueAt(text, ['enabledPlugins'])).flatMap(([name, on]) => (on === true ? [name] : [])),
  )
  const { root, look } = context
  const files = [
    join(copilotFolder(context), 'mcp-config.json'),
    ...(root === undefined ? [] : [join(root, '.mcp.json'), join(root, '.github', 'mcp.json')]),
  ]
  const servers = files.flatMap((file) => entries(valueAt(look.text(file) ?? '', ['mcpServers'])))
  return [...plugins, ...servers.flatMap(([name, value]) => [name, JSON.stringify(value) ?? ''])]
}

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(isFields(value) ? value : {})
}
