/** Gemini CLI as install knows it: our keys in its settings are hooks by event and a server. */

import type { Words } from '../../core/language.ts'
import type { Host } from '../../flows/host.ts'
import { beforeEscaping } from '../escaped-context.ts'
import { WITH_FIRST_MESSAGE } from '../opening-channels.ts'
import { placeNotes } from '../package-place.ts'
import { hookEntries, localSettings, namesMachine, settingsFiles } from '../settings-hooks.ts'
import { diagnose } from './diagnose.ts'
import { proof } from './prove.ts'
import { GEMINI, SWITCHES } from './settings.ts'

export const gemini: Host = {
  id: 'gemini',
  aliases: ['gemini-cli'],
  name: 'Gemini CLI',
  page: 'gemini.md',
  program: 'gemini',
  tested: ['0.61.0'],
  from: 'folder',
  files: (scope, context) => settingsFiles(GEMINI, scope, context),
  otherFiles: () => [],
  localFiles: (context) => localSettings(GEMINI, context),
  newIgnoreList: '/.gitignore\n',
  namesMachine: (text) => namesMachine(GEMINI, text),
  newFile: '{}\n',
  entries: (wish, _file, context) => hookEntries(GEMINI, wish, context),
  notes: (text, wish, context) => [
    ...(SWITCHES.hooksOff(text) === undefined ? [] : [HOOKS_OFF]),
    ...(wish.deny ? [NO_RULES] : []),
    ...placeNotes(wish, context),
  ],
  snippet: () => undefined,
  // It calls the prompts of a server by their names.
  learnCommand: '/learn',
  afterwards: {
    en: 'Restart Gemini CLI and trust the folder when asked: no hooks run in a folder that is not trusted. To see it refuse a forbidden write: memory-bank doctor --prove gemini',
    zh: '请重启 Gemini CLI，并在询问时信任该目录：未信任的目录不会运行任何 hook。想亲眼看到它拒绝：memory-bank doctor --prove gemini',
  },
  diagnose,
  opening: { ...WITH_FIRST_MESSAGE, sent: beforeEscaping },
  proof,
}

const HOOKS_OFF: Words = {
  en: 'These settings switch hooks off ("hooksConfig"): nothing is guarded until you change that.',
  zh: '该配置关闭了 hook（"hooksConfig"）：修改之前不会有任何保护。',
}

const NO_RULES: Words = {
  en: 'Gemini CLI has no rules in its settings that keep tools from a folder: --deny adds nothing here.',
  zh: 'Gemini CLI 的配置中没有能禁止工具写入某个目录的规则：--deny 在此不起作用。',
}
