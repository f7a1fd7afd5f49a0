/** `memory-bank edit`, `done` and `remove`: what a person does with one entry. */

import type { Command } from '../command.ts'
import { CONFLICTS, ENTRY, WRITING } from '../options.ts'

const { title: _title, evidence: _evidence, replaces: _replaces, ...FIELDS } = ENTRY

export const edit: Command = {
  name: 'edit',
  group: 'write',
  place: 2,
  about: { en: 'change an entry, in $EDITOR or by flags', zh: '修改条目（用 $EDITOR 或参数）' },
  operands: '<entry>',
  mostOperands: 20,
  options: {
    ...FIELDS,
    from: {
      value: 'file',
      about: {
        en: "read the entry's new text from a file, or - for standard input",
        zh: '从文件读取条目的新内容，- 为标准输入',
      },
    },
    ...WRITING,
    ...CONFLICTS,
  },
  examples: [
    'memory-bank edit e3f9k2',
    'memory-bank edit REQ-007 --status Done',
    'memory-bank edit Use SQLite --why "one file"',
  ],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: async (call) => (await import('../run/entry.ts')).edit(call),
}

export const done: Command = {
  ...edit,
  name: 'done',
  place: 3,
  about: { en: 'mark a progress or focus item as done', zh: '把进度或焦点标记为完成' },
  operands: '<item>',
  options: { ...WRITING, ...CONFLICTS },
  examples: ['memory-bank done Refund API', 'memory-bank done e3f9k2 --yes'],
  run: async (call) => (await import('../run/entry.ts')).done(call),
}

export const remove: Command = {
  ...done,
  name: 'remove',
  place: 4,
  about: { en: 'remove an entry and what points at it; undo brings it back', zh: '移除条目及指向它的链接（可撤销）' },
  operands: '<entry>',
  examples: ['memory-bank remove e3f9k2', 'memory-bank remove details/design/cart.md'],
  run: async (call) => (await import('../run/entry.ts')).remove(call),
}
