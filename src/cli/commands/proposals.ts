/** `memory-bank proposals`: what agents proposed, for a person to answer. */

import type { Command } from '../command.ts'
import { CONFLICTS, ENTRY, WRITING } from '../options.ts'

const { evidence: _evidence, from: _from, ...FIELDS } = ENTRY

export const proposals: Command = {
  name: 'proposals',
  group: 'write',
  place: 5,
  about: { en: 'review what agents have proposed', zh: '查看并处理 Agent 的提议' },
  operands: '[list|show|accept|edit|reject|reopen|allow|disallow] [id|kind]',
  mostOperands: 21,
  options: {
    all: { about: { en: 'include settled ones', zh: '包含已处理的提议' } },
    because: {
      value: 'text',
      about: { en: 'reject: why; the agent is told', zh: 'reject：理由，会告诉 Agent' },
    },
    ...FIELDS,
    ...WRITING,
    ...CONFLICTS,
  },
  examples: [
    'memory-bank proposals',
    'memory-bank proposals accept p3f',
    'memory-bank proposals edit p3f --why "one file, no server"',
    'memory-bank proposals reject p3f --because "we tried that"',
    'memory-bank proposals reopen p3f',
    'memory-bank proposals allow focus',
  ],
  agent: {
    kind: 'only',
    reads: ['list', 'show'],
    asks: ['accept', 'edit', 'allow'],
    acts: ['reject', 'reopen', 'disallow'],
  },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['proposals', 'plan'],
  run: async (call) => (await import('../run/proposals.ts')).proposals(call),
}
