/** What may be wrong with our plugin in a host that takes it from a marketplace's folder, in the same words for each. */

import { join } from 'node:path'
import type { Diagnosis, Scope } from '../flows/host.ts'
import type { InstallContext } from '../flows/install-context.ts'
import { valueAt } from '../text/jsonc.ts'
import { fieldIn } from './fields.ts'
import { brokenSettings, error, missingPackage } from './findings.ts'
import { MARKETPLACE_FILE, MARKETPLACE_KEY, PLUGIN_KEY } from './marketplace.ts'

export interface PluginHost {
  readonly about: string
  /** What install calls it. */
  readonly command: string
  /** Settings that keep hooks from running. */
  readonly offSwitches: readonly string[]
  /** The plugin's files that this host reads, its manifest first; they name others. */
  readonly parts: readonly [string, ...string[]]
}

/** One settings file; later ones win. */
export interface Layer {
  readonly scope: Scope
  readonly file: string
  readonly text: string
}

/** `folder` is the marketplace's; `elsewhere` where that is no folder of this machine. */
export function comesFrom(
  of: PluginHost,
  folder: string | undefined,
  layer: Layer,
  context: InstallContext,
): readonly Diagnosis[] {
  if (folder === 'elsewhere') return []
  if (folder === undefined)
    return [
      error(
        'marketplace-missing',
        of.about,
        {
          en: `${layer.file} enables the plugin, but no settings say where it comes from. Nothing is guarded.`,
          zh: `${layer.file} 启用了插件，但没有配置其来源。当前没有任何保护。`,
        },
        { en: 'Complete the entry: memory-bank doctor --fix', zh: '补全该条目：memory-bank doctor --fix' },
      ),
    ]
  const isThere = context.look.text(join(folder, MARKETPLACE_FILE)) !== undefined
  return isThere ? incomplete(of, folder, context) : [missingPackage(of.about, layer.file, folder)]
}

/** Files that the plugin's hooks and servers name and that are missing: the host says nothing about those. */
function incomplete(of: PluginHost, marketplace: string, context: InstallContext): readonly Diagnosis[] {
  const folder = pluginFolder(marketplace, context)
  const [manifest] = of.parts
  const parts = of.parts.map((name) => join(folder, name))
  const named = parts.flatMap((part) =>
    [...(context.look.text(part) ?? '').matchAll(/\$\{?(?:CLAUDE_)?PLUGIN_ROOT\}?\/([\w./-]+)/g)].flatMap(
      ([, name = '']) => (name === 'hook.sh' ? [name, 'hook.cjs'] : [name]),
    ),
  )
  const broken = parts.flatMap((part) => brokenSettings(of.about, part, context.look.text(part) ?? ''))
  const gone = [manifest, ...new Set(named)].filter((name) => context.look.text(join(folder, name)) === undefined)
  if (gone.length === 0) return broken
  return [
    ...broken,
    error(
      'plugin-incomplete',
      of.about,
      {
        en: `The plugin in ${folder} is missing ${gone.join(', ')}. Nothing is guarded.`,
        zh: `${folder} 中的插件缺少 ${gone.join('、')}。当前没有任何保护。`,
      },
      {
        en: `Build it again in its checkout: npm run build (${marketplace})`,
        zh: `请在其检出目录中重新构建：npm run build（${marketplace}）`,
      },
    ),
  ]
}

/** The plugin's folder in its marketplace. */
function pluginFolder(marketplace: string, context: InstallContext): string {
  const text = context.look.text(join(marketplace, MARKETPLACE_FILE)) ?? ''
  const plugins = valueAt(text, ['plugins'])
  const ours = Array.isArray(plugins) ? plugins.find((one) => fieldIn(one, 'name') === MARKETPLACE_KEY) : undefined
  const source = fieldIn(ours, 'source')
  return typeof source === 'string' ? join(marketplace, source) : marketplace
}

export function switchedOff(of: PluginHost, layers: readonly Layer[]): Diagnosis {
  const file = layers.findLast((layer) => valueAt(layer.text, ['enabledPlugins', PLUGIN_KEY]) === false)?.file ?? ''
  return error(
    'plugin-disabled',
    of.about,
    { en: `The plugin is switched off in ${file}.`, zh: `插件在 ${file} 中被关闭。` },
    {
      en: `Set "${PLUGIN_KEY}" to true there, or: memory-bank uninstall ${of.command}`,
      zh: `请在其中将 "${PLUGIN_KEY}" 设为 true，或运行：memory-bank uninstall ${of.command}`,
    },
  )
}

export function hooksOff(of: PluginHost, layers: readonly Layer[]): readonly Diagnosis[] {
  return layers.flatMap(({ file, text }) =>
    of.offSwitches.flatMap((key) =>
      valueAt(text, [key]) === true
        ? [
            error(
              'hooks-disabled',
              of.about,
              {
                en: `"${key}" in ${file} keeps our hooks from running. Nothing is guarded.`,
                zh: `${file} 中的 "${key}" 使 hook 无法运行。当前没有任何保护。`,
              },
              { en: `Remove "${key}" from ${file}.`, zh: `请从 ${file} 中删除 "${key}"。` },
            ),
          ]
        : [],
    ),
  )
}
