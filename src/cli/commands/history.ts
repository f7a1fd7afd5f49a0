/** `memory-bank history`: what was changed, newest first; one of them as a diff. */

import type { Command } from '../command.ts'

export const history: Command = {
  name: 'history',
  group: 'write',
  place: 7,
  about: { en: 'list past changes, newest first; with an id, show the diff', zh: '列出改动历史；给出编号时显示 diff' },
  operands: '[id]',
  mostOperands: 1,
  options: { all: { about: { en: 'all of them, not only the last 20', zh: '显示全部，而不只是最近 20 次' } } },
  examples: ['memory-bank history', 'memory-bank history q8xv'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['history'],
  run: async (call) => (await import('../run/history.ts')).history(call),
}
