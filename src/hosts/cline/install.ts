/** Cline as install knows it: a plugin file in its folder of plugins. */

import { isAbsolute, join } from 'node:path'
import type { Words } from '../../core/language.ts'
import type { Host, InstallWish } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import type { TextEntry } from '../../text/settings-entries.ts'
import { atGitTop } from '../at-git-top.ts'
import { WITH_FIRST_MESSAGE } from '../opening-channels.ts'
import { isOlderCopy, packageAt, placeNotes } from '../package-place.ts'
import { diagnose } from './diagnose.ts'
import { proof } from './prove.ts'
import { folderIn, MODULE, moduleIn, pluginFiles, restOf, wishedText } from './settings.ts'

export const cline: Host = atGitTop({
  id: 'cline',
  aliases: [],
  name: 'Cline',
  page: 'cline.md',
  program: 'cline',
  tested: ['3.0.65'],
  from: 'folder',
  files: pluginFiles,
  otherFiles: () => [],
  localFiles: (context) => pluginFiles('project', context),
  newIgnoreList: '/.gitignore\n',
  namesMachine: (text) => isAbsolute(moduleIn(text) ?? ''),
  newFile: '',
  entries: (wish, file, context) => [pluginEntry(wish, file, context)],
  notes: (_text, wish, context) => [...(wish.deny ? [NO_RULES] : []), ...placeNotes(wish, context)],
  snippet: () => undefined,
  learnCommand: undefined,
  afterwards: {
    en: 'Restart Cline. To see it refuse a forbidden write: memory-bank doctor --prove cline',
    zh: '请重启 Cline。想亲眼看到它拒绝：memory-bank doctor --prove cline',
  },
  diagnose,
  opening: WITH_FIRST_MESSAGE,
  proof,
})

/** The whole file is ours; one that leads to a package stays as it is. */
function pluginEntry(wish: InstallWish, file: string, context: InstallContext): TextEntry {
  const isFine = (text: string) => {
    const folder = folderIn(text, file)
    if (folder === undefined || wish.from !== undefined) return false
    const isThere = context.look.text(join(folder, MODULE)) !== undefined
    return isThere && packageAt(folder, context.look) !== undefined && !isOlderCopy(folder, context)
  }
  return {
    kind: 'text',
    fault: () => undefined,
    obstacle: (text) => (moduleIn(text) === undefined && text.trim() !== '' ? TAKEN : undefined),
    isIn: (text) => moduleIn(text) !== undefined,
    added: (text) => (isFine(text) ? text : `${wishedText(wish, file, context)}${restOf(text)}`),
    removed: (text) => (moduleIn(text) === undefined ? text : restOf(text)),
  }
}

const TAKEN: Words = {
  en: 'the file has our name, but is not our plugin. Move it away.',
  zh: '该文件与我们的插件同名，但内容不是我们的，请先将其移走。',
}

const NO_RULES: Words = {
  en: 'Cline has no rules in its settings that keep tools from a folder: --deny adds nothing here.',
  zh: 'Cline 的配置中没有能禁止工具写入某个目录的规则：--deny 在此不起作用。',
}
