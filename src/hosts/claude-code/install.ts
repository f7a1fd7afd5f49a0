/** Claude Code as install knows it: our keys in its settings are the marketplace, the plugin, and on request static rules. */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Words } from '../../core/language.ts'
import type { Host, InstallWish } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import type { SettingsEntry } from '../../text/settings-entries.ts'
import { fieldIn } from '../fields.ts'
import { isOlderCopy, packagePlace, placeNotes } from '../package-place.ts'
import { diagnose } from './diagnose.ts'
import { proof } from './prove.ts'
import {
  claudeCodeFiles,
  claudeCodeOtherFiles,
  MARKETPLACE_KEY,
  marketplaceFolder,
  PLUGIN_KEY,
  STATIC_RULES,
} from './settings.ts'

export const claudeCode: Host = {
  id: 'claude',
  aliases: ['claude-code'],
  name: 'Claude Code',
  page: 'claude-code.md',
  program: 'claude',
  tested: ['2.1.197'],
  from: 'folder',
  files: claudeCodeFiles,
  otherFiles: claudeCodeOtherFiles,
  newFile: '{}\n',
  entries: (wish, _file, context) => [
    ...pluginEntries(wish, context),
    ...(wish.deny ? STATIC_RULES.map(denyEntry) : []),
  ],
  notes: claudeCodeNotes,
  snippet: () => undefined,
  afterwards: {
    en: 'Restart Claude Code (in a project, trust the folder when asked). The plugin is fully active from the second start. To see it refuse a forbidden write: memory-bank doctor --prove claude',
    zh: '请重启 Claude Code（项目级安装需信任该目录），从第二次启动起插件完全生效。想亲眼看到它拒绝：memory-bank doctor --prove claude',
  },
  diagnose,
  proof,
}

function pluginEntries(wish: InstallWish, context: InstallContext): readonly SettingsEntry[] {
  const { root, look } = context
  const place = packagePlace(wish, context)
  const path = folderNamed(wish.from) ?? (place.kind === 'inside' ? place.path : place.folder)
  return [
    {
      kind: 'property',
      at: ['extraKnownMarketplaces', MARKETPLACE_KEY],
      value: { source: { source: 'directory', path } },
      // An entry from elsewhere that works, or that we cannot judge, is the person's choice.
      isFine(value) {
        if (wish.from !== undefined) return false
        const folder = marketplaceFolder(value, root)
        if (folder === undefined) return fieldIn(value, 'source') !== undefined
        const isThere = look.text(join(folder, '.claude-plugin', 'marketplace.json')) !== undefined
        return isThere && !isOlderCopy(folder, context)
      },
    },
    {
      kind: 'property',
      at: ['enabledPlugins', PLUGIN_KEY],
      value: true,
      isFine: (value) => value === true,
    },
  ]
}

/** A folder may be given as an address. */
function folderNamed(from: string | undefined): string | undefined {
  return from?.startsWith('file:') === true ? fileURLToPath(from) : from
}

function denyEntry(rule: string): SettingsEntry {
  return {
    kind: 'item',
    at: ['permissions', 'deny'],
    value: rule,
    isOurs: (value) => value === rule,
    repaired: () => undefined,
  }
}

function claudeCodeNotes(text: string, wish: InstallWish, context: InstallContext): readonly Words[] {
  const notes: Words[] = []
  if (valueAt(text, ['disableAllHooks']) === true)
    notes.push({
      en: '"disableAllHooks" is on in these settings: nothing is guarded until you remove it.',
      zh: '该配置打开了 "disableAllHooks"：删除之前不会有任何保护。',
    })
  if (wish.deny)
    notes.push({
      en: 'The deny rules work even if hooks fail. They also refuse the agent’s own edits of the bank: entries then come from memory_propose, memory-bank add or refresh.',
      zh: 'deny 规则在 hook 失效时依然有效，但也会拒绝 Agent 直接编辑记忆库：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
    })
  return [...notes, ...placeNotes(wish, context)]
}
