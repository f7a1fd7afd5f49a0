/** `memory-bank check --fix`: show the plan, ask, apply; then find and show what is left. */

import { conflictChoice } from '../../core/change.ts'
import type { Words } from '../../core/language.ts'
import { carryOut } from '../../flows/carry-out.ts'
import { check as runCheck } from '../../flows/check.ts'
import { proposeFix } from '../../flows/fix.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import type { Workspace } from '../../flows/workspace.ts'
import type { Call } from '../command.ts'
import { confirmAndApply } from '../confirm-and-apply.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { exitOf, showReport, wishesOf } from '../render/check-report.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

export async function fix(call: Call, workspace: Workspace): Promise<ExitCode> {
  const onConflict = conflictChoice(call.values.get('on-conflict') ?? '')
  const proposed = proposeFix(workspace, { ...wishesOf(call), onConflict })
  if (!proposed.ok) return report(proposed.problem, { ...call, language: spokenLanguage(call.language, workspace) })
  const { plan, language, recovered, state } = proposed.value
  const json = call.switches.has('json')
  if (plan.changes.length === 0 && !json) {
    call.terminal.print(NOTHING_TO_FIX[language])
    return showReport(proposed.value, call, workspace)
  }
  if (!json) remarkRecovery(recovered, language, call.terminal)
  const code = await confirmAndApply(call, {
    plan,
    language,
    recovered,
    state: state.kind,
    nothing: NOTHING_TO_FIX[language],
    apply: () => carryOut(plan, workspace),
    after: () => ({ en: 'Undo:  memory-bank undo', zh: '撤销：memory-bank undo' })[language],
  })
  if (code !== EXIT.done || call.switches.has('dry-run')) return code
  const left = runCheck(workspace, wishesOf(call))
  if (!left.ok) return report(left.problem, call)
  if (json) return exitOf(left.value.findings, call)
  call.terminal.print('')
  return showReport(left.value, call, workspace)
}

const NOTHING_TO_FIX: Words = { en: 'Nothing to fix.', zh: '没有可自动修复的内容。' }
