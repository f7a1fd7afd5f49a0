/** How we stand in Claude Code: enabled or not, where the plugin comes from, and what switches hooks off. */

import { dirname, join } from 'node:path'
import type { Diagnosis, Ground, HostReport, InstalledEntry, Scope } from '../../flows/host-setup.ts'
import { valueAt } from '../../text/jsonc.ts'
import { brokenSettings, collisions, error, missingPackage, warning } from '../findings.ts'
import {
  claudeCodeFiles,
  claudeCodeLocalFiles,
  field,
  MARKETPLACE_KEY,
  marketplaceFolder,
  PLUGIN_KEY,
} from './marketplace.ts'

const ABOUT = 'Claude Code'

/** One settings file; later ones win. */
interface Layer {
  readonly scope: Scope
  readonly file: string
  readonly text: string
}

export function diagnoseClaudeCode(ground: Ground): HostReport {
  const layers = layersOf(ground)
  const isEnabled = layers
    .map((layer) => valueAt(layer.text, ['enabledPlugins', PLUGIN_KEY]))
    .findLast((value) => value !== undefined)
  const folder = marketplaceOf(layers, ground)
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
    ...collisions(ABOUT, wordsOf(layers, ground)),
  ]
  const first = enabling[0]
  if (isEnabled === false) findings.push(switchedOff(layers))
  if (isEnabled !== true || first === undefined) return { installed: isEnabled === false ? [] : installed, findings }
  findings.push(...hooksOff(layers), ...comesFrom(folder, first, ground), ...untrusted(installed, ground))
  return { installed, findings }
}

function layersOf(ground: Ground): readonly Layer[] {
  const files: readonly (readonly [Scope, string])[] = [
    ...claudeCodeFiles('user', ground).map((file) => ['user', file] as const),
    ...claudeCodeFiles('project', ground).map((file) => ['project', file] as const),
    ...claudeCodeLocalFiles('project', ground).map((file) => ['project', file] as const),
    ...MANAGED.map((file) => ['user', file] as const),
  ]
  return files.flatMap(([scope, file]) => {
    const text = ground.look.text(file)
    return text === undefined ? [] : [{ scope, file, text }]
  })
}

/** Where an administrator's settings stand. */
const MANAGED = [
  '/etc/claude-code/managed-settings.json',
  '/Library/Application Support/ClaudeCode/managed-settings.json',
  'C:\\Program Files\\ClaudeCode\\managed-settings.json',
]

/** The folder the plugin comes from; `elsewhere` where that is no folder of this machine. */
function marketplaceOf(layers: readonly Layer[], ground: Ground): string | 'elsewhere' | undefined {
  const known = ground.look.text(join(ground.claudeHome, 'plugins', 'known_marketplaces.json')) ?? ''
  const value =
    layers
      .map((layer) => valueAt(layer.text, ['extraKnownMarketplaces', MARKETPLACE_KEY]))
      .findLast((one) => one !== undefined) ?? valueAt(known, [MARKETPLACE_KEY])
  return value === undefined ? undefined : (marketplaceFolder(value, ground.root) ?? 'elsewhere')
}

function comesFrom(folder: string | undefined, layer: Layer, ground: Ground): readonly Diagnosis[] {
  if (folder === 'elsewhere') return []
  if (folder === undefined)
    return [
      error(
        'marketplace-missing',
        ABOUT,
        {
          en: `${layer.file} enables the plugin, but nothing says where it comes from. Nothing is guarded.`,
          zh: `${layer.file} 启用了插件，但没有说明其来源。当前没有任何保护。`,
        },
        { en: 'Complete the entry: memory-bank doctor --fix', zh: '补全该条目：memory-bank doctor --fix' },
      ),
    ]
  const isThere = ground.look.text(join(folder, '.claude-plugin', 'marketplace.json')) !== undefined
  return isThere ? incomplete(folder, ground) : [missingPackage(ABOUT, layer.file, folder)]
}

/** Files that the plugin's hooks and servers name and that are not there: each would fail without a word. */
function incomplete(marketplace: string, ground: Ground): readonly Diagnosis[] {
  const folder = pluginFolder(marketplace, ground)
  const parts = ['.claude-plugin/plugin.json', 'hooks/hooks.json', '.mcp.json'].map((name) => join(folder, name))
  const named = parts.flatMap((part) =>
    [...(ground.look.text(part) ?? '').matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([\w./-]+)/g)].map(
      (found) => found[1] ?? '',
    ),
  )
  const broken = parts.flatMap((part) => brokenSettings(ABOUT, part, ground.look.text(part) ?? ''))
  const gone = ['.claude-plugin/plugin.json', ...new Set(named)].filter(
    (name) => ground.look.text(join(folder, name)) === undefined,
  )
  if (gone.length === 0) return broken
  return [
    ...broken,
    error(
      'plugin-incomplete',
      ABOUT,
      {
        en: `The plugin in ${folder} lacks ${gone.join(', ')}. Nothing is guarded.`,
        zh: `${folder} 中的插件缺少 ${gone.join('、')}。当前没有任何保护。`,
      },
      { en: 'Install the package again: npm install -g memory-bank', zh: '请重新安装：npm install -g memory-bank' },
    ),
  ]
}

/** Where in its marketplace the plugin stands. */
function pluginFolder(marketplace: string, ground: Ground): string {
  const text = ground.look.text(join(marketplace, '.claude-plugin', 'marketplace.json')) ?? ''
  const plugins = valueAt(text, ['plugins'])
  const ours = Array.isArray(plugins) ? plugins.find((one) => field(one, 'name') === MARKETPLACE_KEY) : undefined
  const source = field(ours, 'source')
  return typeof source === 'string' ? join(marketplace, source) : marketplace
}

function switchedOff(layers: readonly Layer[]): Diagnosis {
  const file = layers.findLast((layer) => valueAt(layer.text, ['enabledPlugins', PLUGIN_KEY]) === false)?.file ?? ''
  return error(
    'plugin-disabled',
    ABOUT,
    { en: `The plugin is switched off in ${file}.`, zh: `插件在 ${file} 中被关闭。` },
    {
      en: `Set "${PLUGIN_KEY}" to true there, or: memory-bank uninstall claude`,
      zh: `请在其中将 "${PLUGIN_KEY}" 设为 true，或运行：memory-bank uninstall claude`,
    },
  )
}

function hooksOff(layers: readonly Layer[]): readonly Diagnosis[] {
  return layers.flatMap(({ file, text }) =>
    ['disableAllHooks', 'allowManagedHooksOnly'].flatMap((key) =>
      valueAt(text, [key]) === true
        ? [
            error(
              'hooks-disabled',
              ABOUT,
              {
                en: `"${key}" in ${file} keeps our hooks from running. Nothing is guarded.`,
                zh: `${file} 中的 "${key}" 使 hook 无法运行。当前没有任何保护。`,
              },
              { en: `Take "${key}" out of ${file}.`, zh: `请从 ${file} 中去掉 "${key}"。` },
            ),
          ]
        : [],
    ),
  )
}

/** A project's plugins are loaded only where the person trusted the folder. */
function untrusted(installed: readonly InstalledEntry[], ground: Ground): readonly Diagnosis[] {
  if (ground.root === undefined || installed.some((entry) => entry.scope === 'user')) return []
  const known = [join(ground.home, '.claude.json'), join(ground.claudeHome, '.claude.json')]
  // Trust in a folder is trust in those below it.
  const folders = [ground.root]
  for (let at = ground.root; at !== dirname(at); at = dirname(at)) folders.push(dirname(at))
  const trusted = known.some((file) => {
    const text = ground.look.text(file) ?? ''
    return folders.some((folder) => valueAt(text, ['projects', folder, 'hasTrustDialogAccepted']) === true)
  })
  if (trusted) return []
  return [
    warning(
      'folder-not-trusted',
      ABOUT,
      {
        en: 'This folder is not trusted yet; no plugin of its settings is loaded until it is.',
        zh: '此目录尚未被信任，信任之前不会加载其中配置的插件。',
      },
      {
        en: `Start claude in ${ground.root} and answer that you trust it.`,
        zh: `请在 ${ground.root} 中启动 claude 并选择信任。`,
      },
    ),
  ]
}

function wordsOf(layers: readonly Layer[], ground: Ground): readonly string[] {
  const plugins = layers.flatMap(({ text }) =>
    entries(valueAt(text, ['enabledPlugins'])).flatMap(([name, on]) => (on === true ? [name] : [])),
  )
  const user = ground.look.text(join(ground.home, '.claude.json')) ?? ''
  const shared = ground.root === undefined ? '' : (ground.look.text(join(ground.root, '.mcp.json')) ?? '')
  const servers = [
    valueAt(user, ['mcpServers']),
    valueAt(shared, ['mcpServers']),
    field(valueAt(user, ['projects', ground.root ?? '']), 'mcpServers'),
  ].flatMap(entries)
  return [...plugins, ...servers.flatMap(([name, value]) => [name, JSON.stringify(value) ?? ''])]
}

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
