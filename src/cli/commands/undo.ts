/** `memory-bank undo`: undo the last change, or the one with this id. */

import { titleOfChange } from '../../verbs/change-title.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { carryOutUndo, proposeUndo } from '../../verbs/undo.ts'
import type { Call, Command, ExitCode } from '../command.ts'
import { choiceOf, confirmAndApply, remarkRecovery } from '../confirm-and-apply.ts'
import { open, report } from '../open.ts'
import { UNDO_CONFLICTS, WRITING } from '../options.ts'

export const undo: Command = {
  name: 'undo',
  group: 'write',
  place: 6,
  about: { en: 'undo the last change, or the one with this id', zh: '撤销最近一次（或指定的）改动' },
  operands: '[id]',
  mostOperands: 1,
  options: { ...WRITING, ...UNDO_CONFLICTS },
  examples: ['memory-bank undo', 'memory-bank undo q8xv'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['plan'],
  run,
}

async function run(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const language = spokenLanguage(call.language, workspace.value)
  const proposed = proposeUndo(workspace.value, call.operands[0], choiceOf(call))
  if (!proposed.ok) return report(proposed.problem, { ...call, language })
  const { of, recovered, plan } = proposed.value
  if (!call.switches.has('json')) {
    remarkRecovery(recovered, language, call.terminal)
    call.terminal.print(
      {
        en: `Undoing: ${titleOfChange(of, 'en')} (${of.id})`,
        zh: `将撤销：${titleOfChange(of, 'zh')}（${of.id}）`,
      }[language],
    )
  }
  return confirmAndApply(call, {
    plan,
    language,
    recovered,
    state: of.intent,
    nothing: { en: 'Nothing to undo.', zh: '没有可撤销的内容。' }[language],
    apply: () => carryOutUndo(proposed.value, workspace.value),
    after: (_, id) => ({ en: `To redo it: memory-bank undo ${id}`, zh: `若要重做：memory-bank undo ${id}` })[language],
  })
}
