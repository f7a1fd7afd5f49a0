/** Runs `memory-bank undo`. */

import { titleOfChange } from '../../flows/change-title.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { carryOutUndo, proposeUndo } from '../../flows/undo.ts'
import type { Call } from '../command.ts'
import { choiceOf, confirmAndApply } from '../confirm-and-apply.ts'
import type { ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

export async function undo(call: Call): Promise<ExitCode> {
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
