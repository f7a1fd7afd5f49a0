/** Claude Code as install knows it: our keys in its settings are the marketplace, the plugin, and on request static rules. */

import { isAbsolute } from 'node:path'
import type { Words } from '../../core/language.ts'
import type { Host, InstallWish } from '../../flows/host.ts'
import { type InstallContext, isNode } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import type { SettingsEntry } from '../../text/settings-entries.ts'
import { listOf, MARKETPLACE, marketplaceFolder, pluginEntries, pluginPath, watchEntry } from '../marketplace.ts'
import { AT_SESSION_START } from '../opening-channels.ts'
import { disabledHooks, placeNotes } from '../package-place.ts'
import { diagnose } from './diagnose.ts'
import { proof } from './prove.ts'
import { claudeCodeFiles, claudeCodeOtherFiles, NODE_AT, namesProject, STATIC_RULES, WATCH } from './settings.ts'

export const claudeCode: Host = {
  id: 'claude',
  aliases: ['claude-code'],
  name: 'Claude Code',
  page: 'claude-code.md',
  program: 'claude',
  tested: ['2.1.197', '2.1.325'],
  from: 'folder',
  files: claudeCodeFiles,
  otherFiles: claudeCodeOtherFiles,
  localFiles: (context) => claudeCodeOtherFiles('project', context),
  newIgnoreList: '/.gitignore\n',
  namesMachine: (text, _file, { root }) =>
    isAbsolute(marketplaceFolder(valueAt(text, MARKETPLACE), undefined) ?? '') ||
    valueAt(text, NODE_AT) !== undefined ||
    (root !== undefined && listOf(valueAt(text, WATCH.at)).some((one) => WATCH.isOurs(one) && !namesProject(one))),
  newFile: '{}\n',
  entries: (wish, file, context) => [
    ...pluginEntries(wish, context),
    ...nodeEntry(wish, file, context),
    ...watchEntry(WATCH, wish, file, context),
    ...(wish.deny ? STATIC_RULES.map(denyEntry) : []),
  ],
  notes: claudeCodeNotes,
  snippet: () => undefined,
  learnCommand: '/memory-bank:memory-bank-learn',
  afterwards: {
    en: 'Restart Claude Code (in a project, trust the folder when asked). The plugin is fully active from the second start. To see it refuse a forbidden write: memory-bank doctor --prove claude',
    zh: '请重启 Claude Code（项目级安装需信任该目录），从第二次启动起插件完全生效。想亲眼看到它拒绝：memory-bank doctor --prove claude',
  },
  diagnose,
  opening: AT_SESSION_START,
  proof,
}

/**
 * The Node that install runs on, for hooks and server: the host may be started where no `node` is on the PATH. Settings
 * that hold on other machines too do not name it.
 */
function nodeEntry(wish: InstallWish, file: string, context: InstallContext): readonly SettingsEntry[] {
  const isThere = valueAt(context.look.text(file) ?? '', NODE_AT) !== undefined
  if (!isThere && !isAbsolute(pluginPath(wish, context))) return []
  const isFine = (value: unknown) => typeof value === 'string' && isNode(value, context)
  return [{ kind: 'property', at: NODE_AT, value: context.node, isFine }]
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
  const notes: Words[] = [...disabledHooks(text)]
  if (wish.deny)
    notes.push({
      en: 'The deny rules work even if hooks fail. They also refuse the agent’s own edits of the bank: entries then come from memory_propose, memory-bank add or refresh.',
      zh: 'deny 规则在 hook 失效时依然有效，但也会拒绝 Agent 直接编辑 Memory Bank：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
    })
  return [...notes, ...placeNotes(wish, context)]
}
