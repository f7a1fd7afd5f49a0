/** `memory-bank trust`: a person trusts the settings of this repository. */

import { trust as say, type Trust } from '../../verbs/trust.ts'
import { type Command, type CommandCall, type Ending, EXIT } from '../command.ts'
import { flag } from '../options.ts'
import { show } from '../terminal.ts'

export const trust: Command = {
  name: 'trust',
  group: 'setup',
  place: 5,
  about: {
    en: "trust this repository's settings",
    zh: '信任此仓库的设置',
  },
  options: { forget: flag('no longer trust it', '不再信任') },
  examples: ['memory-bank trust', 'memory-bank trust --forget'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: ['trust'],
  run,
}

async function run(call: CommandCall): Promise<Ending> {
  const said = say(call, call.switches.has('forget') ? 'forget' : 'remember')
  if (!said.ok) return said
  call.terminal.acted()
  show(
    call,
    () => ({ kind: 'trust', version: 1, ...said.value }),
    () => wordsOf(said.value)[call.language],
  )
  return EXIT.done
}

function wordsOf({ repository, trusted, byEnvironment }: Trust) {
  if (!trusted)
    return {
      en: `${repository} is no longer trusted. Its settings can strengthen protection, not weaken it.`,
      zh: `不再信任 ${repository}。其中的设置只能加强保护，不能放宽。`,
    }
  if (byEnvironment)
    return {
      en: `${repository} is trusted in this environment (MEMORY_BANK_TRUSTED=1).`,
      zh: `${repository} 在当前环境中受信任（MEMORY_BANK_TRUSTED=1）。`,
    }
  return {
    en: `Trusted ${repository}. All of its settings apply. Undo: memory-bank trust --forget`,
    zh: `已信任 ${repository}，其中的设置全部生效。撤销：memory-bank trust --forget`,
  }
}
