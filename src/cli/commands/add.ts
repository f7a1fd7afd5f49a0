/** `memory-bank add`: an entry of one of the kinds. */

import { ADDITION_KINDS } from '../../core/addition.ts'
import type { Command } from '../command.ts'
import { CONFLICTS, ENTRY, WRITING } from '../options.ts'

export const add: Command = {
  name: 'add',
  group: 'write',
  place: 1,
  about: { en: 'add a decision, a learning, a requirement …', zh: '写入决策、经验、需求等' },
  operands: `${ADDITION_KINDS.join('|')} ["title"]`,
  mostOperands: 2,
  options: { ...ENTRY, ...WRITING, ...CONFLICTS },
  examples: [
    'memory-bank add decision "Use SQLite" --why "one file" --given-up Postgres --applies-to storage',
    'memory-bank add learning --help',
  ],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: async (call) => (await import('../run/add.ts')).add(call),
}
