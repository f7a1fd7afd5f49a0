/** `memory-bank status`: the state of the bank, and the next step. */

import type { Command } from '../command.ts'

export const status: Command = {
  name: 'status',
  group: 'bank',
  place: 3,
  about: { en: 'show the state of the bank and the next step', zh: '查看概览与下一步' },
  operands: '',
  mostOperands: 0,
  options: {},
  examples: ['memory-bank status', 'mb status --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['status'],
  run: async (call) => (await import('../run/status.ts')).status(call),
}
