/** Qwen Code as install knows it: our keys in its settings are hooks by event, a server, and on request a static rule. */

import type { Words } from '../../core/language.ts'
import type { Host } from '../../flows/host.ts'
import type { SettingsEntry } from '../../text/settings-entries.ts'
import { beforeEscaping } from '../escaped-context.ts'
import { IN_SYSTEM_PROMPT } from '../opening-channels.ts'
import { disabledHooks, placeNotes } from '../package-place.ts'
import { hookEntries, localSettings, namesMachine, settingsFiles } from '../settings-hooks.ts'
import { diagnose } from './diagnose.ts'
import { proof } from './prove.ts'
import { QWEN, STATIC_RULES } from './settings.ts'

export const qwen: Host = {
  id: 'qwen',
  aliases: ['qwen-code'],
  name: 'Qwen Code',
  page: 'qwen.md',
  program: 'qwen',
  tested: ['0.24.4'],
  from: 'folder',
  files: (scope, context) => settingsFiles(QWEN, scope, context),
  otherFiles: () => [],
  localFiles: (context) => localSettings(QWEN, context),
  newIgnoreList: '/.gitignore\n',
  namesMachine: (text) => namesMachine(QWEN, text),
  newFile: '{}\n',
  entries: (wish, _file, context) => [
    ...hookEntries(QWEN, wish, context),
    ...(wish.deny ? STATIC_RULES.map(denyEntry) : []),
  ],
  notes: (text, wish, context) => [
    ...disabledHooks(text),
    ...(wish.deny ? [DENIES] : []),
    ...placeNotes(wish, context),
  ],
  snippet: () => undefined,
  // It calls the prompts of a server by their names.
  learnCommand: '/learn',
  afterwards: {
    en: 'Restart Qwen Code. To see it refuse a forbidden write: memory-bank doctor --prove qwen',
    zh: '请重启 Qwen Code。想亲眼看到它拒绝：memory-bank doctor --prove qwen',
  },
  diagnose,
  opening: { ...IN_SYSTEM_PROMPT, sent: beforeEscaping },
  proof,
}

const DENIES: Words = {
  en: 'The deny rule works even if hooks fail. It also refuses the agent’s own edits of the bank: entries then come from memory_propose, memory-bank add or refresh.',
  zh: 'deny 规则在 hook 失效时依然有效，但也会拒绝 Agent 直接编辑 Memory Bank：条目改由 memory_propose、memory-bank add 或 refresh 写入。',
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
