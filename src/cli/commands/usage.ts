/** `memory-bank usage`: how the bank is used, the switch, and forgetting it. */

import type { Command } from '../command.ts'

export const usage: Command = {
  name: 'usage',
  group: 'ask',
  place: 7,
  about: { en: 'show which entries agents read and act on', zh: '查看 Agent 读取和依据了哪些条目' },
  operands: '[on|off|forget]',
  mostOperands: 1,
  options: {
    since: { value: 'days', about: { en: 'only the last so many days', zh: '只看最近若干天' } },
    all: { about: { en: 'include entries that were never used', zh: '包含从未用到的条目' } },
    yes: { short: 'y', about: { en: 'forget without asking', zh: '不询问，直接清除' } },
  },
  examples: ['memory-bank usage', 'memory-bank usage --since 30', 'memory-bank usage off', 'memory-bank usage forget'],
  agent: { kind: 'only', reads: [], asks: ['forget'], acts: ['on', 'off'] },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: ['usage', 'usage-switch'],
  run: async (call) => (await import('../run/usage.ts')).usage(call),
}
