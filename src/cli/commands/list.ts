/** `memory-bank list`: the entries of the bank, by kind. */

import { ADDITION_KINDS } from '../../core/addition.ts'
import type { Command } from '../command.ts'

export const list: Command = {
  name: 'list',
  group: 'ask',
  place: 4,
  about: { en: 'list the entries by kind, with id, date and doubt', zh: '按类型列出条目（编号、日期、存疑）' },
  operands: `[${ADDITION_KINDS.join('|')}] [words …]`,
  mostOperands: 20,
  options: {
    all: { about: { en: 'all of them, not only the newest of each kind', zh: '全部列出，而不只是每类最新的几条' } },
    doubt: { about: { en: 'only those that check has something against', zh: '只列出检查认为有问题的条目' } },
    since: { value: 'date', about: { en: 'only those dated on or after this day', zh: '只列出该日期及以后的条目' } },
  },
  examples: [
    'memory-bank list',
    'memory-bank list decision',
    'memory-bank list progress refund',
    'memory-bank list --doubt',
  ],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['list'],
  run: async (call) => (await import('../run/list.ts')).list(call),
}
