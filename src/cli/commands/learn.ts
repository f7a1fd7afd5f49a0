/** `memory-bank learn`: what an agent should study before it proposes. */

import type { Command } from '../command.ts'

export const learn: Command = {
  name: 'learn',
  group: 'ask',
  place: 5,
  about: {
    en: 'list what an agent should study to learn the project',
    zh: '列出 Agent 了解项目时应当研究的内容',
  },
  operands: '',
  mostOperands: 0,
  options: {},
  examples: ['memory-bank learn', 'memory-bank learn --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage', 'conflict'],
  json: ['learn'],
  run: async (call) => (await import('../run/learn.ts')).learn(call),
}
