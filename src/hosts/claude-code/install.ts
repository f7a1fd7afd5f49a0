/** Where Claude Code's settings are, and the keys of them that are ours: the marketplace, the plugin, and on request static rules. */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Words } from '../../core/language.ts'
import type { Ground, HostSetup, SetupWish } from '../../flows/host-setup.ts'
import { valueAt } from '../../text/jsonc.ts'
import type { SettingsEntry } from '../../text/settings-entries.ts'
import { isOlderCopy } from '../package-at.ts'
import { packagePlace, placeNotes } from '../package-place.ts'
import { diagnoseClaudeCode } from './diagnose.ts'
import {
  claudeCodeFiles,
  claudeCodeLocalFiles,
  field,
  MARKETPLACE_KEY,
  marketplaceFolder,
  PLUGIN_KEY,
} from './marketplace.ts'
import { claudeCodeProof } from './proof.ts'
import { STATIC_RULES } from './settings.ts'

export const claudeCodeSetup: HostSetup = {
  id: 'claude',
  name: 'Claude Code',
  program: 'claude',
  tested: ['2.1.197'],
  files: claudeCodeFiles,
  others: claudeCodeLocalFiles,
  fresh: '{}\n',
  entries: (wish, file, ground) => [
    ...pluginEntries(wish, file, ground),
    ...(wish.deny ? STATIC_RULES.map(denyEntry) : []),
  ],
  notes: claudeCodeNotes,
  snippet: () => undefined,
  afterwards: {
    en: 'Start Claude Code anew (in a project: trust the folder when asked); the plugin is complete from its second start. To see it refuse a forbidden write: memory-bank doctor --prove claude',
    zh: '请重新启动 Claude Code（项目级安装需信任该目录），第二次启动起插件完全生效。验证其确实会拒绝：memory-bank doctor --prove claude',
  },
  diagnose: diagnoseClaudeCode,
  proof: claudeCodeProof,
}

function pluginEntries(wish: SetupWish, _file: string, ground: Ground): readonly SettingsEntry[] {
  const { root, look } = ground
  const place = packagePlace(wish, ground)
  const path = folderNamed(wish.from) ?? (place.kind === 'inside' ? place.path : place.folder)
  return [
    {
      kind: 'property',
      at: ['extraKnownMarketplaces', MARKETPLACE_KEY],
      value: { source: { source: 'directory', path } },
      // One from elsewhere that works, or that we cannot judge, is the person's choice.
      isFine(value) {
        if (wish.from !== undefined) return false
        const folder = marketplaceFolder(value, root)
        if (folder === undefined) return field(value, 'source') !== undefined
        const isThere = look.text(join(folder, '.claude-plugin', 'marketplace.json')) !== undefined
        return isThere && !isOlderCopy(folder, ground)
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

function claudeCodeNotes(text: string, _file: string, wish: SetupWish, ground: Ground): readonly Words[] {
  const notes: Words[] = []
  if (valueAt(text, ['disableAllHooks']) === true)
    notes.push({
      en: '"disableAllHooks" is on in these settings: nothing is guarded until you take it out.',
      zh: '该配置打开了 "disableAllHooks"：去掉之前不会有任何保护。',
    })
  if (wish.deny)
    notes.push({
      en: 'The deny rules hold even if hooks fail, and refuse the agent’s own edits of the bank too: entries then come from memory_propose, memory-bank add or refresh.',
      zh: 'deny 规则在 hook 失效时依然有效，但也会拒绝 Agent 直接编辑记忆库：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
    })
  return [...notes, ...placeNotes(wish, ground)]
}
