/** `memory-bank undo`: undo the last change, or the one with this id. */

import type { Command } from '../command.ts'
import { UNDO_CONFLICTS, WRITING } from '../options.ts'

export const undo: Command = {
  name: 'undo',
  group: 'write',
  place: 6,
  about: { en: 'undo the last change, or the one with this id', zh: '撤销最近一次（或指定的）改动' },
  operands: '[id]',
  mostOperands: 1,
  options: { ...WRITING, ...UNDO_CONFLICTS },
  examples: ['memory-bank undo', 'memory-bank undo q8xv'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run: async (call) => (await import('../run/undo.ts')).undo(call),
}
