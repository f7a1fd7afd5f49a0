/** What a check found, in the format that was asked for, and the exit code that goes with it. */

import { describeState, nextStep } from '../../core/bank-state.ts'
import type { Finding } from '../../core/finding.ts'
import type { Language, Words } from '../../core/language.ts'
import { bankPrefix, type CheckReport, type CheckWishes, checkReport, rules } from '../../flows/check.ts'
import type { Workspace } from '../../flows/workspace.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { renderAnnotations } from './findings-github.ts'
import { renderSarif } from './findings-sarif.ts'
import { renderCounts, renderFindings } from './findings-text.ts'
import { remarkRecovery } from './recovery.ts'

declare const PROGRAM_VERSION: string

export function showReport(checked: CheckReport, call: Call, workspace: Workspace): ExitCode {
  const { language, recovered, state } = checked
  const { terminal, switches } = call
  const errors = checked.findings.filter((finding) => finding.level === 'error')
  const findings = switches.has('quiet') ? errors : checked.findings
  if (switches.has('json')) {
    terminal.print(JSON.stringify(checkReport(checked, findings), null, 2))
    return exitOf(checked.findings, call)
  }
  remarkRecovery(recovered, language, terminal)
  if (switches.has('sarif')) {
    const known = { rules: rules(), prefix: bankPrefix(workspace), version: PROGRAM_VERSION }
    terminal.print(renderSarif(findings, language, known))
    return exitOf(checked.findings, call)
  }
  const annotated = switches.has('github') || call.env['GITHUB_ACTIONS'] === 'true'
  // Without a bank the line below says it all.
  if (findings.length > 0 && (annotated || state.kind !== 'absent')) {
    terminal.print(
      annotated
        ? renderAnnotations(findings, language, bankPrefix(workspace))
        : renderFindings(findings, language, terminal),
    )
  }
  if (state.kind === 'absent') terminal.print(absent(language, nextStep(state)))
  else if (checked.findings.length > 0) terminal.print(`\n${renderCounts(checked.findings, language)}`)
  else if (call.values.has('since')) terminal.print(NOTHING_SINCE(call.values.get('since') ?? '')[language])
  else
    terminal.print(
      { en: `Nothing found: ${describeState(state).en}.`, zh: `未发现问题：${describeState(state).zh}。` }[language],
    )
  return exitOf(checked.findings, call)
}

export function exitOf(findings: readonly Finding[], call: Call): ExitCode {
  const errors = findings.filter((finding) => finding.level === 'error').length
  const allowed = call.switches.has('strict') ? 0 : Number(call.values.get('max-warnings') ?? Number.POSITIVE_INFINITY)
  return errors > 0 || findings.length - errors > allowed ? EXIT.failure : EXIT.done
}

export function wishesOf(call: Call): CheckWishes {
  const since = call.values.get('since')
  return { language: call.language, ...(since === undefined ? {} : { since }) }
}

function absent(language: Language, next: Words): string {
  return {
    en: `There is no bank to check. → ${next.en}`,
    zh: `没有可检查的 Memory Bank。→ ${next.zh}`,
  }[language]
}

const NOTHING_SINCE = (ref: string): Words => ({
  en: `Nothing found in what changed since ${ref}.`,
  zh: `自 ${ref} 以来的改动未发现问题。`,
})
