/** How memory-bank is installed in Cline: which plugin files lead to it, and what keeps them from loading. */

import { join } from 'node:path'
import type { Diagnosis, HostReport, InstalledEntry } from '../../flows/host.ts'
import { type InstallContext, programOnPath } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { isFields } from '../fields.ts'
import { brokenSettings, error, missingPackage, otherMemories, warning } from '../findings.ts'
import { packageAt } from '../package-place.ts'
import { dataFile, folderIn, MODULE, moduleIn, pluginFiles } from './settings.ts'

const ABOUT = 'Cline'

export function diagnose(context: InstallContext): HostReport {
  const installed = (['user', 'project'] as const).flatMap((scope) =>
    pluginFiles(scope, context).flatMap((file): readonly InstalledEntry[] => {
      const text = context.look.text(file) ?? ''
      const spec = moduleIn(text)
      return spec === undefined ? [] : [{ scope, file, spec, folder: folderIn(text, file) }]
    }),
  )
  const findings = [...otherMemories(ABOUT, serverWords(context))]
  if (installed.length === 0) return { installed, findings }
  for (const entry of installed) findings.push(...leadsTo(entry, context))
  findings.push(...switchedOff(installed, context), ...withoutNode(context), ...twice(installed))
  return { installed, findings }
}

function leadsTo({ file, folder = '' }: InstalledEntry, { look }: InstallContext): readonly Diagnosis[] {
  const isThere = packageAt(folder, look) !== undefined && look.text(join(folder, MODULE)) !== undefined
  return isThere ? [] : [missingPackage(ABOUT, file, folder)]
}

/** Plugins that the person switched off, by their files. */
export function pluginsOff(context: InstallContext): readonly unknown[] {
  const off = valueAt(context.look.text(dataFile('global-settings.json', context)) ?? '', ['disabledPlugins'])
  return Array.isArray(off) ? off : []
}

function switchedOff(installed: readonly InstalledEntry[], context: InstallContext): readonly Diagnosis[] {
  const settings = dataFile('global-settings.json', context)
  const off = pluginsOff(context)
  return [
    ...brokenSettings(ABOUT, settings, context.look.text(settings) ?? '{}'),
    ...installed
      .filter(({ file }) => off.includes(file))
      .map(({ file }) =>
        error(
          'plugin-disabled',
          ABOUT,
          { en: `The plugin is switched off in ${settings}.`, zh: `插件在 ${settings} 中被关闭。` },
          {
            en: `Take ${file} out of "disabledPlugins" there.`,
            zh: `请从其中的 "disabledPlugins" 移除 ${file}。`,
          },
        ),
      ),
  ]
}

/** Cline starts plugins with the Node on the path. */
function withoutNode({ env }: InstallContext): readonly Diagnosis[] {
  if (env['CLINE_JS_RUNTIME_PATH'] !== undefined || programOnPath('node', env) !== undefined) return []
  return [
    error(
      'node-not-found',
      ABOUT,
      {
        en: 'Cline starts plugins with `node`, which is not on the path. Nothing is guarded.',
        zh: 'Cline 用 `node` 启动插件，但 PATH 中没有它。当前没有任何保护。',
      },
      { en: 'Install Node 20 or newer, or add it to PATH.', zh: '请安装 Node 20 或更高版本，或将其加入 PATH。' },
    ),
  ]
}

function twice(installed: readonly InstalledEntry[]): readonly Diagnosis[] {
  if (installed.length < 2) return []
  const files = installed.map(({ file }) => file)
  return [
    warning(
      'installed-twice',
      ABOUT,
      {
        en: `Our plugin stands in ${files.join(' and in ')}; one is enough.`,
        zh: `${files.join(' 和 ')} 中都有我们的插件，保留一处即可。`,
      },
      { en: 'Keep one of them: memory-bank uninstall cline', zh: '只保留其中一处：memory-bank uninstall cline' },
    ),
  ]
}

function serverWords(context: InstallContext): readonly string[] {
  const servers = valueAt(context.look.text(dataFile('cline_mcp_settings.json', context)) ?? '', ['mcpServers'])
  return Object.entries(isFields(servers) ? servers : {}).flatMap(([name, value]) =>
    name === 'memory-bank' ? [] : [name, JSON.stringify(value) ?? ''],
  )
}
