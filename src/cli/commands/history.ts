/** `memory-bank history`: what was changed, newest first; one of them as a diff. */

import type { Command } from '../command.ts'

export const history: Command = {
  name: 'history',
  group: 'write',
  place: 6,
  about: { en: 'list past changes, newest first; with an id, show the diff', zh: '列出改动历史；给出编号时显示 diff' },
  operands: '[id]',
  mostOperands: 1,
  options: {},
  examples: ['memory-bank history', 'memory-bank history 20261115-221731755-q8xv'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['history'],
  run: async (call) => (await import('../run/history.ts')).history(call),
}
