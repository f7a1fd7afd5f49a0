/** `memory-bank import`: what other tools have noted comes into the bank. */

import type { Command } from '../command.ts'
import { CONFLICTS, WRITING } from '../options.ts'

export const importCommand: Command = {
  name: 'import',
  group: 'bank',
  place: 8,
  about: {
    en: 'bring along what Cline, Cursor, Serena, CLAUDE.md … have noted',
    zh: '导入 Cline、Cursor、Serena、CLAUDE.md 等留下的内容',
  },
  operands: '[source | file …]',
  mostOperands: 20,
  options: {
    all: { about: { en: 'everything that is found', zh: '导入找到的全部来源' } },
    'in-place': {
      about: {
        en: "convert another tool's memory-bank/ where it is, by git renames",
        zh: '就地转换其他工具的 memory-bank/（使用 git 改名）',
      },
    },
    personal: {
      about: { en: 'also what is about you rather than the project', zh: '同时导入关于你个人的内容' },
    },
    ...WRITING,
    ...CONFLICTS,
  },
  examples: [
    'memory-bank import',
    'memory-bank import --all --dry-run',
    'memory-bank import serena',
    'memory-bank import --in-place',
  ],
  agent: { kind: 'unanswered' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: async (call) => (await import('../run/import.ts')).importSources(call),
}
