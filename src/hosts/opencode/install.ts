/** Where OpenCode's settings are, and the one line of them that is ours. */

import { dirname, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Ground, HostSetup, Scope, SetupWish } from '../../core/host-setup.ts'
import { valueAt } from '../../core/jsonc.ts'
import type { Words } from '../../core/language.ts'
import type { SettingsEntry } from '../../core/settings-entries.ts'
import { packageAt } from '../package-at.ts'
import { diagnoseOpenCode } from './diagnose.ts'
import { openCodeProof } from './proof.ts'
import { folderOf, isOurPlugin, openCodeFiles, packageFolder, specOf } from './settings.ts'

export const openCodeSetup: HostSetup = {
  id: 'opencode',
  name: 'OpenCode',
  program: 'opencode',
  tested: ['1.18.33'],
  files: openCodeFiles,
  // OpenCode adds its schema to a file that has none; a file that we made should stay as we made it.
  fresh: '{\n  "$schema": "https://opencode.ai/config.json"\n}\n',
  entries: (wish, file, ground) => [pluginEntry(wish, file, ground)],
  notes: openCodeNotes,
  snippet: () => undefined,
  afterwards: {
    en: 'Start OpenCode anew. To see it refuse a forbidden write: memory-bank doctor --prove opencode',
    zh: '请重新启动 OpenCode。验证其确实会拒绝：memory-bank doctor --prove opencode',
  },
  diagnose: diagnoseOpenCode,
  proof: openCodeProof,
}

function pluginEntry(wish: SetupWish, file: string, ground: Ground): SettingsEntry {
  const spec = wish.from ?? chosenSpec(wish.scope, file, ground)
  return {
    kind: 'item',
    at: ['plugin'],
    value: spec,
    isOurs: (value) => isOurPlugin(value, file, ground),
    repaired(value) {
      const folder = folderOf(specOf(value) ?? '', file)
      const isGone = folder !== undefined && packageAt(packageFolder(folder), ground.look) === undefined
      const isOther = wish.from !== undefined && specOf(value) !== wish.from
      if (!isGone && !isOther) return undefined
      return Array.isArray(value) ? [spec, ...value.slice(1)] : spec // its options stay
    },
  }
}

/** A project's settings travel to other machines: there a name or a path inside the project, where one will do. */
function chosenSpec(scope: Scope, file: string, ground: Ground): string {
  const { root, packageRoot } = ground
  if (scope === 'project' && root !== undefined && packageRoot.startsWith(root + sep)) {
    const path = relative(dirname(file), packageRoot).split(sep).join('/')
    return path.startsWith('.') ? path : `./${path}`
  }
  const isInstalled = packageRoot.split(sep).includes('node_modules')
  return scope === 'project' && isInstalled ? 'memory-bank' : pathToFileURL(packageRoot).href
}

function openCodeNotes(text: string): readonly Words[] {
  const permission = valueAt(text, ['permission'])
  const skill = permission === 'deny' ? 'deny' : valueAt(text, ['permission', 'skill'])
  const isOff = valueAt(text, ['tools', 'skill']) === false
  return skill === 'deny' || isOff
    ? [
        {
          en: 'These settings deny skills; that stays so. Everything but the memory-bank skill works.',
          zh: '该配置禁用了 skill，保持不变。除 memory-bank skill 外，其余功能可用。',
        },
      ]
    : []
}
