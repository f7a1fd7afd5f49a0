/** `memory-bank recall`, `search` and `read`: what the bank says. */

import type { Command } from '../command.ts'
import { STDIN } from '../options.ts'

export const recall: Command = {
  name: 'recall',
  group: 'ask',
  place: 1,
  about: { en: 'answer a question from the bank, with evidence', zh: '检索与问题相关的内容，并给出依据' },
  operands: '<question …>',
  mostOperands: 1_000,
  options: {
    yaml: { about: { en: 'print YAML, same schema as JSON', zh: '输出 YAML，schema 与 JSON 相同' } },
    ...STDIN,
  },
  examples: ['memory-bank recall why did we leave Redux', 'memory-bank recall --json "支付超时怎么处理"'],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['context-pack'],
  run: async (call) => (await import('../run/recall.ts')).recall(call),
}

export const search: Command = {
  ...recall,
  name: 'search',
  place: 2,
  about: { en: 'list the sections that match a question, best first', zh: '按相关度列出匹配的章节' },
  options: {
    limit: { value: 'n', about: { en: 'show at most this many (20)', zh: '最多显示的条数（20）' } },
    ...STDIN,
  },
  examples: ['memory-bank search timeout', 'memory-bank search --stdin --json --limit 20 < questions.txt'],
  json: ['search'],
  run: async (call) => (await import('../run/recall.ts')).search(call),
}

export const read: Command = {
  ...recall,
  name: 'read',
  place: 3,
  about: { en: 'print one file of the bank, within the reading budget', zh: '在读取预算内输出一个文件' },
  operands: '<path>',
  mostOperands: 1,
  options: {
    question: {
      value: 'text',
      about: { en: 'in a long file, show what is relevant to this', zh: '长文件只显示与此相关的部分' },
    },
  },
  examples: ['memory-bank read details/patterns.md', 'memory-bank read details/tech.md --question deploy'],
  json: ['read'],
  run: async (call) => (await import('../run/recall.ts')).read(call),
}
