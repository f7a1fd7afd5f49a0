/** `memory-bank trust`: a person says that this repository is theirs. */

import { trust as say, type Trust } from '../../verbs/trust.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { report } from '../open.ts'
import { printJson } from '../terminal.ts'

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
  run,
}

async function run(call: Call): Promise<ExitCode> {
  const said = say(call, call.switches.has('forget') ? 'forget' : 'remember')
  if (!said.ok) return report(said.problem, call)
  call.terminal.acted()
  if (call.switches.has('json')) printJson(call.terminal, 'trust', { ...said.value })
  else call.terminal.print(wordsOf(said.value)[call.language ?? call.locale])
  return EXIT.done
}

function wordsOf({ repository, trusted, byEnvironment }: Trust) {
  if (!trusted)
    return {
      en: `${repository} is no longer trusted: its settings may strengthen protection, not weaken it.`,
      zh: `已不再信任 ${repository}：其中的设置只能加强保护，不能放宽。`,
    }
  if (byEnvironment)
    return {
      en: `${repository} is trusted in this environment (MEMORY_BANK_TRUSTED=1).`,
      zh: `${repository} 在当前环境中受信任（MEMORY_BANK_TRUSTED=1）。`,
    }
  return {
    en: `${repository} is trusted: all of its settings apply. To take that back: memory-bank trust --forget`,
    zh: `已信任 ${repository}，其中的设置全部生效。撤回：memory-bank trust --forget`,
  }
}
