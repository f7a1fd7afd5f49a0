/** `memory-bank opening`: what a session begins with. */

import type { Command } from '../command.ts'

export const opening: Command = {
  name: 'opening',
  group: 'ask',
  place: 6,
  about: { en: 'print what a session begins with, exactly as it is sent', zh: '输出会话开场，与实际发送的内容一致' },
  operands: '',
  mostOperands: 0,
  options: {
    host: { value: 'host', about: { en: 'as this host is given it', zh: '按该宿主收到的内容输出' } },
  },
  examples: ['memory-bank opening', 'memory-bank opening --host gemini', 'memory-bank opening --json'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['opening'],
  run: async (call) => (await import('../run/opening.ts')).opening(call),
}
