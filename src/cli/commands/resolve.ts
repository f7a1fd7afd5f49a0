/** `memory-bank resolve`: finish a merge of the bank that git could not. */

import type { Command } from '../command.ts'
import { WRITING } from '../options.ts'

export const resolve: Command = {
  name: 'resolve',
  group: 'bank',
  place: 7,
  about: { en: 'settle merge conflicts in the bank, entry by entry', zh: '逐条解决 Memory Bank 的合并冲突' },
  operands: '[file …]',
  mostOperands: 1000,
  options: WRITING,
  examples: ['memory-bank resolve', 'memory-bank resolve --dry-run --diff', 'memory-bank resolve --yes'],
  // It writes only what stands on the two sides, which are committed; it can be undone.
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['resolve'],
  run: async (call) => (await import('../run/resolve.ts')).resolve(call),
}
