/** `memory-bank trust`: a person says that this repository is theirs. */

import type { Command } from '../command.ts'

export const trust: Command = {
  name: 'trust',
  group: 'setup',
  place: 5,
  about: {
    en: 'say that this repository is yours, so that all of its settings apply',
    zh: '声明这个仓库属于你，使其中的全部设置生效',
  },
  operands: '',
  mostOperands: 0,
  options: { forget: { about: { en: 'take that back', zh: '撤回声明' } } },
  examples: ['memory-bank trust', 'memory-bank trust --forget'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: ['trust'],
  run: async (call) => (await import('../run/trust.ts')).trust(call),
}
