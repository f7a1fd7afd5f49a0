/** Copilot CLI as install knows it: our keys in its settings are the marketplace and the plugin, as in Claude Code's. */

import { isAbsolute } from 'node:path'
import type { Words } from '../../core/language.ts'
import type { Host, InstallWish } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { atGitTop } from '../at-git-top.ts'
import { listOf, MARKETPLACE, marketplaceFolder, pluginEntries, watchEntry } from '../marketplace.ts'
import { AT_SESSION_START } from '../opening-channels.ts'
import { disabledHooks, placeNotes } from '../package-place.ts'
import { diagnose, NEEDS_GIT } from './diagnose.ts'
import { proof } from './prove.ts'
import { copilotFiles, copilotLocalFiles, namesProject, WATCH } from './settings.ts'

export const copilot: Host = atGitTop({
  id: 'copilot',
  aliases: ['copilot-cli', 'github-copilot'],
  name: 'Copilot CLI',
  page: 'copilot.md',
  program: 'copilot',
  tested: ['1.0.102'],
  from: 'folder',
  files: copilotFiles,
  otherFiles: (scope, context) => (scope === 'user' ? [] : copilotLocalFiles(context)),
  localFiles: copilotLocalFiles,
  newIgnoreList: '/.gitignore\n',
  namesMachine: (text) =>
    isAbsolute(marketplaceFolder(valueAt(text, MARKETPLACE), undefined) ?? '') ||
    listOf(valueAt(text, WATCH.at)).some((one) => WATCH.isOurs(one) && !namesProject(one)),
  newFile: '{}\n',
  entries: (wish, file, context) => [...pluginEntries(wish, context), ...watchEntry(WATCH, wish, file, context)],
  notes: copilotNotes,
  snippet: () => undefined,
  learnCommand: '/memory-bank-learn',
  afterwards: {
    en: 'Restart Copilot (in a project, trust the folder when asked: it loads nothing from a folder that is not trusted). To see it refuse a forbidden write: memory-bank doctor --prove copilot',
    zh: '请重启 Copilot（项目级安装需信任该目录，未信任的目录不会加载任何插件）。想亲眼看到它拒绝：memory-bank doctor --prove copilot',
  },
  diagnose,
  opening: AT_SESSION_START,
  proof,
})

function copilotNotes(text: string, wish: InstallWish, context: InstallContext): readonly Words[] {
  const notes: Words[] = [...disabledHooks(text)]
  if (wish.scope === 'project' && context.gitTop === undefined) notes.push(NEEDS_GIT)
  if (wish.deny)
    notes.push({
      en: 'Copilot has no rules of its own in its settings that could be a second layer: --deny adds nothing here.',
      zh: 'Copilot 的配置没有可作为第二层的静态规则：--deny 在此不起作用。',
    })
  return [...notes, ...placeNotes(wish, context)]
}
