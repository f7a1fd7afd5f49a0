/** `memory-bank check`: findings for people, scripts and CI. Exit 1 if there is an error (or, with --strict, a warning). */

import { describeState, nextStep } from '../../core/state-text.ts'
import { checkReport, check as runCheck } from '../../flows/check.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { paint } from '../render/paint.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

export function check(call: Call): ExitCode {
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  const checked = runCheck(workspace.value, call.language)
  if (!checked.ok) return report(checked.problem, call)
  const { findings, language, recovered, state } = checked.value
  const errors = findings.filter((finding) => finding.level === 'error').length
  const failed = errors > 0 || (call.switches.has('strict') && findings.length > 0)
  if (call.switches.has('json')) {
    call.terminal.print(JSON.stringify(checkReport(checked.value), null, 2))
    return failed ? EXIT.failure : EXIT.done
  }
  remarkRecovery(recovered, language, call.terminal)
  const colour = paint(call.terminal)
  for (const finding of findings) {
    const level =
      finding.level === 'error'
        ? colour.red({ en: 'error', zh: '错误' }[language])
        : colour.yellow({ en: 'warning', zh: '警告' }[language])
    const place = finding.line === undefined ? finding.path : `${finding.path}:${finding.line}`
    call.terminal.print(
      `memory-bank/${place}  ${level}  ${finding.message[language]}  ${colour.dim(`[${finding.rule}]`)}\n    → ${finding.next[language]}`,
    )
  }
  if (state.kind === 'absent')
    call.terminal.print(
      {
        en: `There is no bank to check. → ${nextStep(state).en}`,
        zh: `没有可检查的 Memory Bank。→ ${nextStep(state).zh}`,
      }[language],
    )
  else if (findings.length === 0)
    call.terminal.print(
      { en: `Nothing found: ${describeState(state).en}.`, zh: `未发现问题：${describeState(state).zh}。` }[language],
    )
  else
    call.terminal.print(
      {
        en: `\n${count(errors, 'error')}, ${count(findings.length - errors, 'warning')}`,
        zh: `\n${errors} 个错误，${findings.length - errors} 个警告`,
      }[language],
    )
  return failed ? EXIT.failure : EXIT.done
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
