/** `memory-bank undo`: take the last change back, or the one named. */

import { conflictChoice, INTENT_NAMES } from '../../core/change.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { carryOutUndo, proposeUndo } from '../../flows/undo.ts'
import type { Call } from '../command.ts'
import { confirmAndApply } from '../confirm-and-apply.ts'
import type { ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

export async function undo(call: Call): Promise<ExitCode> {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const language = spokenLanguage(call.language, workspace.value)
  const choice = conflictChoice(call.values.get('on-conflict') ?? '')
  const proposed = proposeUndo(workspace.value, call.operands[0], choice)
  if (!proposed.ok) return report(proposed.problem, { ...call, language })
  const { of, recovered, plan } = proposed.value
  if (!call.switches.has('json')) {
    remarkRecovery(recovered, language, call.terminal)
    call.terminal.print(
      {
        en: `Taking back: ${INTENT_NAMES[of.intent].en} ${of.id} (${of.at})\n`,
        zh: `将撤销：${INTENT_NAMES[of.intent].zh} ${of.id}（${of.at}）\n`,
      }[language],
    )
  }
  return confirmAndApply(call, {
    plan,
    language,
    recovered,
    state: of.intent,
    nothing: { en: 'Nothing is left to take back.', zh: '没有可撤销的内容。' }[language],
    apply: () => carryOutUndo(proposed.value, workspace.value),
    after: (_, id) =>
      ({ en: `To take this back too: memory-bank undo ${id}`, zh: `若要恢复：memory-bank undo ${id}` })[language],
  })
}
