/** Cursor as install knows it: our hooks in its hooks.json, our server in its mcp.json. */

import type { Words } from '../../core/language.ts'
import type { Host, InstallWish } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import type { SettingsEntry } from '../../text/settings-entries.ts'
import { isFields } from '../fields.ts'
import { AT_SESSION_START } from '../opening-channels.ts'
import { placeNotes } from '../package-place.ts'
import { eventEntries, localSettings, namesMachine, SERVER, settingsFiles } from '../settings-hooks.ts'
import { diagnose } from './diagnose.ts'
import { CURSOR, placesOf, programsOf, serverFiles, serverValue } from './settings.ts'

const common: Omit<Host, 'files' | 'localFiles' | 'namesMachine' | 'newFile' | 'entries' | 'notes'> = {
  id: 'cursor',
  aliases: ['cursor-agent'],
  name: 'Cursor',
  page: 'cursor.md',
  program: 'cursor',
  tested: [],
  from: 'folder',
  otherFiles: () => [],
  newIgnoreList: '/.gitignore\n',
  snippet: () => undefined,
  // How it calls the prompts of a server was not seen here.
  learnCommand: undefined,
  afterwards: {
    en: 'Open the project in Cursor, trust the workspace, and switch the memory-bank server on under Customize. See there, under Hooks, that ours are listed. Built by its documentation, not driven here: try a forbidden write once.',
    zh: '请在 Cursor 中打开项目并信任工作区，在 Customize 中启用 memory-bank 服务，并在其 Hooks 页确认我们的 hook 已列出。该支持依据官方文档实现，未经实际运行验证：请亲自试一次被禁止的写入。',
  },
  diagnose,
  opening: AT_SESSION_START,
  proof: undefined,
}

const server: Host = {
  ...common,
  files: serverFiles,
  localFiles: (context) => localSettings(CURSOR, context, 'mcp.json'),
  namesMachine: (text) => placesOf(valueAt(text, SERVER)).length > 0,
  newFile: '{}\n',
  entries: (wish, _file, context) => [serverEntry(wish, context)],
  notes: () => [],
}

export const cursor: Host = {
  ...common,
  files: (scope, context) => settingsFiles(CURSOR, scope, context),
  localFiles: (context) => localSettings(CURSOR, context),
  namesMachine: (text) => namesMachine(CURSOR, text),
  newFile: '{\n  "version": 1\n}\n',
  entries: (wish, _file, context) => eventEntries(CURSOR, wish, context),
  notes: (_text, wish, context) => [BY_DOCUMENTATION, ...(wish.deny ? [NO_RULES] : []), ...placeNotes(wish, context)],
  also: [server],
}

const BY_DOCUMENTATION: Words = {
  en: 'Cursor is supported by its documentation and was not driven here: no version of it is proven.',
  zh: '对 Cursor 的支持依据其官方文档实现，未经实际运行验证：没有已验证的版本。',
}

const NO_RULES: Words = {
  en: 'These files of Cursor’s have no rules that keep tools from a folder: --deny adds nothing here.',
  zh: 'Cursor 的这些文件中没有能禁止工具写入某个目录的规则：--deny 在此不起作用。',
}

/** An entry from elsewhere that works is the person's choice. */
function serverEntry(wish: InstallWish, context: InstallContext): SettingsEntry {
  return {
    kind: 'property',
    at: SERVER,
    value: serverValue(wish, context),
    isFine: (found) =>
      wish.from === undefined &&
      isFields(found) &&
      ('command' in found || 'url' in found) &&
      programsOf(found, context.root).every((path) => context.look.text(path) !== undefined),
  }
}
