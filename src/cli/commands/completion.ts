/** `memory-bank completion`: a script for the shell. */

import type { Command } from '../command.ts'

export const completion: Command = {
  name: 'completion',
  group: 'setup',
  place: 4,
  about: { en: 'print a shell completion script', zh: '输出 shell 补全脚本' },
  operands: 'bash|zsh|fish',
  mostOperands: 1,
  options: {},
  examples: ['source <(memory-bank completion bash)'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: [],
  run: async (call, commands) => (await import('../run/completion.ts')).completion(call, commands),
}
