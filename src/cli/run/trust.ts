/** Runs `memory-bank trust`. */

import { trust as say, type Trust } from '../../flows/trust.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { report } from '../render/problem.ts'
import { printJson } from '../terminal.ts'

export async function trust(call: Call): Promise<ExitCode> {
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
