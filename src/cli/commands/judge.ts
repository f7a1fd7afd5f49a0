/** `memory-bank judge`: events as JSON lines in, a verdict for each out; the engine every host asks. */

import type { Command } from '../command.ts'

export const judge: Command = {
  name: 'judge',
  group: 'agents',
  place: 1,
  about: {
    en: 'replay events (JSON lines on stdin) through the guard',
    zh: '用守卫引擎回放事件（从 stdin 逐行读取 JSON）',
  },
  operands: '',
  mostOperands: 0,
  options: {},
  examples: ['memory-bank judge --json < events.jsonl'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['judge'],
  run: async (call) => (await import('../run/judge.ts')).judge(call),
}
