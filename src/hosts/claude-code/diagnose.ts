/** How memory-bank is installed in Claude Code: enabled or not, where the plugin comes from, and what switches hooks off. */

import { dirname, join } from 'node:path'
import type { Diagnosis, HostReport, InstalledEntry, Scope } from '../../flows/host.ts'
import { type InstallContext, isNode, programOnPath } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { fieldIn, isFields } from '../fields.ts'
import { brokenSettings, error, otherMemories, warning } from '../findings.ts'
import { MARKETPLACE_KEY, marketplaceFolder, PLUGIN_KEY } from '../marketplace.ts'
import { comesFrom, hooksOff, type Layer, type PluginHost, switchedOff } from '../plugin-findings.ts'
import { FAILURES, NODE_VARIABLE } from './names.ts'
import {
  claudeCodeFiles,
  claudeCodeOtherFiles,
  claudeFolder,
  NODE_AT,
  serverHeld,
  serverHeldUntil,
} from './settings.ts'

const ABOUT = 'Claude Code'
const OF: PluginHost = {
  about: ABOUT,
  command: 'claude',
  offSwitches: ['disableAllHooks', 'allowManagedHooksOnly'],
  parts: ['.claude-plugin/plugin.json', 'hooks/hooks.json', '.mcp.json'],
}

export function diagnose(context: InstallContext): HostReport {
  const layers = layersOf(context)
  const isEnabled = layers
    .map((layer) => valueAt(layer.text, ['enabledPlugins', PLUGIN_KEY]))
    .findLast((value) => value !== undefined)
  const folder = marketplaceOf(layers, context)
  const enabling = layers.filter((layer) => valueAt(layer.text, ['enabledPlugins', PLUGIN_KEY]) === true)
  const installed = enabling.map(
    ({ scope, file }): InstalledEntry => ({
      scope,
      file,
      spec: PLUGIN_KEY,
      folder: folder === 'elsewhere' ? undefined : folder,
    }),
  )
  const findings = [
    ...layers.flatMap(({ file, text }) => brokenSettings(ABOUT, file, text)),
    ...otherMemories(ABOUT, wordsOf(layers, context)),
  ]
  const first = enabling[0]
  if (isEnabled === false) findings.push(switchedOff(OF, layers))
  if (isEnabled !== true || first === undefined) return { installed: isEnabled === false ? [] : installed, findings }
  findings.push(...hooksOff(OF, layers), ...comesFrom(OF, folder, first, context), ...untrusted(installed, context))
  findings.push(...notStarted(context), ...withoutNode(layers, context))
  return { installed, findings }
}

function layersOf(context: InstallContext): readonly Layer[] {
  const files: readonly (readonly [Scope, string])[] = [
    ...claudeCodeFiles('user', context).map((file) => ['user', file] as const),
    ...claudeCodeFiles('project', context).map((file) => ['project', file] as const),
    ...claudeCodeOtherFiles('project', context).map((file) => ['project', file] as const),
    ...MANAGED.map((file) => ['user', file] as const),
  ]
  return files.flatMap(([scope, file]) => {
    const text = context.look.text(file)
    return text === undefined ? [] : [{ scope, file, text }]
  })
}

/** Where an administrator's settings are. */
const MANAGED = [
  '/etc/claude-code/managed-settings.json',
  '/Library/Application Support/ClaudeCode/managed-settings.json',
  'C:\\Program Files\\ClaudeCode\\managed-settings.json',
]

/** The folder the plugin comes from; `elsewhere` where that is no folder of this machine. */
function marketplaceOf(layers: readonly Layer[], context: InstallContext): string | 'elsewhere' | undefined {
  const known = context.look.text(join(claudeFolder(context), 'plugins', 'known_marketplaces.json')) ?? ''
  const value =
    layers
      .map((layer) => valueAt(layer.text, ['extraKnownMarketplaces', MARKETPLACE_KEY]))
      .findLast((one) => one !== undefined) ?? valueAt(known, [MARKETPLACE_KEY])
  return value === undefined ? undefined : (marketplaceFolder(value, context.root) ?? 'elsewhere')
}

/** A project's plugins are loaded only where the person trusted the folder. */
function untrusted(installed: readonly InstalledEntry[], context: InstallContext): readonly Diagnosis[] {
  if (context.root === undefined || installed.some((entry) => entry.scope === 'user')) return []
  if (isFolderTrusted(context)) return []
  return [
    warning(
      'folder-not-trusted',
      ABOUT,
      {
        en: 'This folder is not trusted yet; plugins in its settings are not loaded until it is.',
        zh: '此目录尚未被信任，信任之前不会加载其中配置的插件。',
      },
      {
        en: `Start claude in ${context.root} and trust the folder when asked.`,
        zh: `请在 ${context.root} 中启动 claude 并选择信任。`,
      },
    ),
  ]
}

/** Whether the person told Claude Code that they trust this folder, or one above it. */
export function isFolderTrusted(context: InstallContext): boolean {
  if (context.root === undefined) return false
  const known = [join(context.home, '.claude.json'), join(claudeFolder(context), '.claude.json')]
  const folders = [context.root]
  for (let at = context.root; at !== dirname(at); at = dirname(at)) folders.push(dirname(at))
  return known.some((file) => {
    const text = context.look.text(file) ?? ''
    return folders.some((folder) => valueAt(text, ['projects', folder, 'hasTrustDialogAccepted']) === true)
  })
}

/** One failed start is remembered, and nothing in the host says so. */
function notStarted(context: InstallContext): readonly Diagnosis[] {
  const file = join(claudeFolder(context), FAILURES)
  const text = context.look.text(file)
  const until = text === undefined ? undefined : serverHeldUntil(text, context.now().getTime())
  if (until === undefined) return []
  const { what, next } = serverHeld(file, until)
  return [error('server-not-started', ABOUT, what, next)]
}

/** The plugin's hooks and its server are started by the Node that the settings name, else as `node`. */
function withoutNode(layers: readonly Layer[], context: InstallContext): readonly Diagnosis[] {
  const { env, node } = context
  const naming = layers.findLast((layer) => valueAt(layer.text, NODE_AT) !== undefined)
  const named = naming === undefined ? env[NODE_VARIABLE] : valueAt(naming.text, NODE_AT)
  const isUnset = named === undefined || named === '' || named === 'node'
  const isOnPath = programOnPath('node', env) !== undefined
  if (isUnset ? isOnPath : typeof named === 'string' && isNode(named, context)) return []
  if (!isUnset) return [namesNoNode(String(named), naming, isOnPath)]
  const what = {
    en: 'There is no `node` on the PATH: Claude Code cannot start our hooks or our server. Nothing is guarded.',
    zh: 'PATH 中没有 `node`：Claude Code 无法启动 hook 和服务。当前没有任何保护。',
  }
  const folder = dirname(node)
  const next = {
    en: `Add ${folder} to the PATH that Claude Code is started with, or write it down: memory-bank install claude`,
    zh: `请把 ${folder} 加入启动 Claude Code 时的 PATH，或写入配置：memory-bank install claude`,
  }
  return [error('node-not-found', ABOUT, what, next)]
}

/** `naming`: the settings that name it; without, the environment does. */
function namesNoNode(named: string, naming: Layer | undefined, isOnPath: boolean): Diagnosis {
  const [hooks, hooksZh] = isOnPath
    ? ['Hooks run with the `node` on the PATH.', 'hook 改用 PATH 中的 `node`。']
    : ['Nothing is guarded.', '当前没有任何保护。']
  const what = {
    en: `${NODE_VARIABLE}=${named} (${naming?.file ?? 'environment'}) is not a Node: Claude Code cannot start our server. ${hooks}`,
    zh: `${NODE_VARIABLE}=${named}（${naming?.file ?? '环境变量'}）不是可用的 Node：Claude Code 无法启动服务。${hooksZh}`,
  }
  // Install corrects it where it stands beside our entry; elsewhere somebody else wrote it.
  const isOurs = naming !== undefined && valueAt(naming.text, ['enabledPlugins', PLUGIN_KEY]) === true
  const install = `memory-bank install claude${naming?.scope === 'user' ? ' --user' : ''}`
  const next = isOurs
    ? { en: `Update the Node path: ${install}`, zh: `更新 Node 路径：${install}` }
    : {
        en: `Remove ${NODE_VARIABLE} from ${naming?.file ?? 'the environment'}.`,
        zh: `请从 ${naming?.file ?? '环境变量'} 中删除 ${NODE_VARIABLE}。`,
      }
  return error('node-not-found', ABOUT, what, next)
}

function wordsOf(layers: readonly Layer[], context: InstallContext): readonly string[] {
  const plugins = layers.flatMap(({ text }) =>
    entries(valueAt(text, ['enabledPlugins'])).flatMap(([name, on]) => (on === true ? [name] : [])),
  )
  const user = context.look.text(join(context.home, '.claude.json')) ?? ''
  const shared = context.root === undefined ? '' : (context.look.text(join(context.root, '.mcp.json')) ?? '')
  const servers = [
    valueAt(user, ['mcpServers']),
    valueAt(shared, ['mcpServers']),
    fieldIn(valueAt(user, ['projects', context.root ?? '']), 'mcpServers'),
  ].flatMap(entries)
  return [...plugins, ...servers.flatMap(([name, value]) => [name, JSON.stringify(value) ?? ''])]
}

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(isFields(value) ? value : {})
}
