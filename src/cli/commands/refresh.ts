/** `memory-bank init`, `refresh`, `index` and `archive`: make the bank, or bring it or a part of it up to date. */

import type { Command } from '../command.ts'
import { CONFLICTS, FOLDING, WRITING } from '../options.ts'

export const init: Command = {
  name: 'init',
  group: 'bank',
  place: 1,
  about: {
    en: 'create a memory bank for this project (same as refresh)',
    zh: '为项目创建 Memory Bank（等同 refresh）',
  },
  operands: '',
  mostOperands: 0,
  options: { ...WRITING, ...CONFLICTS },
  examples: ['memory-bank init', 'memory-bank init --dry-run --diff'],
  agent: { kind: 'unanswered' },
  isForScripts: true,
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: async (call) => (await import('../run/refresh.ts')).refresh(call),
}

export const refresh: Command = {
  ...init,
  name: 'refresh',
  place: 2,
  about: { en: 'create, upgrade, migrate or update the bank', zh: '创建、升级、迁移或更新 Memory Bank' },
  options: { ...init.options, ...FOLDING },
  json: ['plan', 'setup'],
  examples: ['memory-bank refresh', 'memory-bank refresh --yes --on-conflict keep', 'memory-bank refresh --fold'],
}

export const index: Command = {
  ...init,
  name: 'index',
  place: 5,
  about: { en: 'update the index files', zh: '更新索引文件' },
  examples: ['memory-bank index'],
  agent: { kind: 'never' },
  run: async (call) => (await import('../run/refresh.ts')).refresh(call, 'index'),
}

export const archive: Command = {
  ...index,
  name: 'archive',
  place: 6,
  about: { en: 'move finished items out of progress and focus', zh: '归档已完成的条目' },
  operands: '[entry]',
  mostOperands: 20,
  options: {
    ...index.options,
    unused: {
      about: {
        en: 'move documents that were offered and never followed (see usage), all or those named',
        zh: '归档多次提供却从未被采用的文档（见 usage），可只选其中几个',
      },
    },
  },
  isForScripts: false,
  examples: ['memory-bank archive --dry-run', 'memory-bank archive --unused', 'memory-bank archive --unused e3f9k2'],
  run: async (call) =>
    call.switches.has('unused') || call.operands.length > 0
      ? (await import('../run/archive-unused.ts')).archiveUnused(call)
      : (await import('../run/refresh.ts')).refresh(call, 'archive'),
}
