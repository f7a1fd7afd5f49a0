/** `memory-bank recall`, `search` and `read`: what the bank says. */

import type { Command, Options } from '../command.ts'
import { STDIN } from '../options.ts'

const TERM: Options = {
  term: {
    value: 'words',
    isRepeated: true,
    about: {
      en: 'words a helpful entry would contain (may be given again)',
      zh: '相关条目中可能出现的词（可重复给出）',
    },
  },
}

export const recall: Command = {
  name: 'recall',
  group: 'ask',
  place: 1,
  about: { en: 'show the entries that match a question', zh: '显示与问题匹配的条目' },
  operands: '<question …>',
  mostOperands: 1_000,
  options: {
    ...TERM,
    summary: { about: { en: 'add goal, focus and stack', zh: '附上目标、当前重点和技术栈' } },
    yaml: { about: { en: 'print YAML, same schema as JSON', zh: '输出 YAML，schema 与 JSON 相同' } },
    ...STDIN,
  },
  examples: [
    'memory-bank recall why did we leave Redux --term state --term Zustand',
    'memory-bank recall --json "支付超时怎么处理"',
  ],
  agent: { kind: 'always' },
  exits: ['done', 'failure', 'usage'],
  json: ['context-pack'],
  run: async (call) => (await import('../run/recall.ts')).recall(call),
}

export const search: Command = {
  ...recall,
  name: 'search',
  place: 2,
  about: { en: 'list the entries that match a question, best first', zh: '按相关度列出匹配的条目' },
  options: {
    ...TERM,
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
