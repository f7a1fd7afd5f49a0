/**
 * `memory-bank check`: findings for people, scripts and CI, and the plan that fixes what is safe to fix.
 * Exit 1 if there is an error, or more warnings than allowed.
 */

import { conflictChoice } from '../../core/change.ts'
import type { Finding } from '../../core/finding.ts'
import type { Language, Words } from '../../core/language.ts'
import { bankPrefix, type CheckReport, proposeFix, rulePage, rules, check as runCheck } from '../../flows/check.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { carryOut } from '../../flows/refresh.ts'
import type { Workspace } from '../../flows/workspace.ts'
import type { Call } from '../command.ts'
import { confirmAndApply } from '../confirm-and-apply.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { renderAnnotations } from '../render/findings-github.ts'
import { renderSarif } from '../render/findings-sarif.ts'
import { renderCounts, renderFindings } from '../render/findings-text.ts'
import { printJson } from '../render/json.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'
import { describeState, nextStep } from '../render/state.ts'

declare const PROGRAM_VERSION: string

export function check(call: Call): ExitCode {
  const wrong = unusable(call)
  if (wrong !== undefined) return report({ code: 'usage', command: 'check', detail: wrong }, call)
  const explained = call.values.get('explain')
  if (explained !== undefined) return explain(explained, call)
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  if (call.switches.has('fix')) return fix(call, workspace.value)
  const checked = runCheck(workspace.value, wishesOf(call))
  if (!checked.ok) return report(checked.problem, call)
  return show(checked.value, call, workspace.value)
}

function wishesOf(call: Call): Parameters<typeof runCheck>[1] {
  const since = call.values.get('since')
  return { language: call.language, ...(since === undefined ? {} : { since }) }
}

/** Show the plan, ask, apply; then what is left is found and shown. */
function fix(call: Call, workspace: Workspace): ExitCode {
  const onConflict = conflictChoice(call.values.get('on-conflict') ?? '')
  const proposed = proposeFix(workspace, { ...wishesOf(call), onConflict })
  if (!proposed.ok) return report(proposed.problem, { ...call, language: spokenLanguage(call.language, workspace) })
  const { plan, language, recovered, state } = proposed.value
  const json = call.switches.has('json')
  if (plan.changes.length === 0 && !json) {
    call.terminal.print(NOTHING_TO_FIX[language])
    return show(proposed.value, call, workspace)
  }
  if (!json) remarkRecovery(recovered, language, call.terminal)
  const code = confirmAndApply(call, {
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
  return show(left.value, call, workspace)
}

const NOTHING_TO_FIX: Words = { en: 'Nothing to fix.', zh: '没有可自动修复的内容。' }

function show(checked: CheckReport, call: Call, workspace: Workspace): ExitCode {
  const { language, recovered, state } = checked
  const { terminal, switches } = call
  const errors = checked.findings.filter((finding) => finding.level === 'error')
  const findings = switches.has('quiet') ? errors : checked.findings
  if (switches.has('json')) {
    printJson(terminal, 'check', {
      state: state.kind,
      language,
      errors: errors.length,
      warnings: checked.findings.length - errors.length,
      findings: findings.map((finding) => findingJson(finding, language)),
      recovered,
    })
    return exitOf(checked.findings, call)
  }
  remarkRecovery(recovered, language, terminal)
  if (switches.has('sarif')) {
    const known = { rules: rules(), prefix: bankPrefix(workspace), version: PROGRAM_VERSION }
    terminal.print(renderSarif(findings, language, known))
    return exitOf(checked.findings, call)
  }
  if (findings.length > 0) {
    const annotated = switches.has('github') || call.env['GITHUB_ACTIONS'] === 'true'
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

function findingJson(finding: Finding, language: Language): Readonly<Record<string, unknown>> {
  const { rule, level, path, line, endLine, message, next } = finding
  return {
    rule,
    level,
    path,
    ...(line === undefined ? {} : { line }),
    ...(endLine === undefined ? {} : { endLine }),
    message: message[language],
    next: next[language],
    fixable: finding.fix !== undefined,
  }
}

function exitOf(findings: readonly Finding[], call: Call): ExitCode {
  const errors = findings.filter((finding) => finding.level === 'error').length
  const allowed = call.switches.has('strict') ? 0 : Number(call.values.get('max-warnings') ?? Number.POSITIVE_INFINITY)
  return errors > 0 || findings.length - errors > allowed ? EXIT.failure : EXIT.done
}

/** Options that do not go together, or say nothing. */
function unusable(call: Call): Words | undefined {
  const most = call.values.get('max-warnings')
  if (most !== undefined && !/^\d{1,9}$/.test(most))
    return {
      en: `--max-warnings is '${most}'; a number is expected.`,
      zh: `--max-warnings 的值 '${most}' 应当是数字。`,
    }
  const formats = ['json', 'sarif', 'github'].filter((name) => call.switches.has(name)).map((name) => `--${name}`)
  const clash =
    formats.length > 1 ? formats : call.switches.has('fix') && call.switches.has('sarif') ? ['--fix', '--sarif'] : []
  if (clash.length > 0)
    return { en: `${clash.join(' and ')} do not go together.`, zh: `${clash.join(' 与 ')} 不能同时使用。` }
  const writing = ['yes', 'dry-run', 'diff'].find((name) => call.switches.has(name))
  if (writing !== undefined && !call.switches.has('fix'))
    return { en: `--${writing} needs --fix.`, zh: `--${writing} 需要与 --fix 一起使用。` }
  return undefined
}

function explain(id: string, call: Call): ExitCode {
  const page = rulePage(id)
  if (page === undefined) {
    const known = rules().map((rule) => rule.id)
    const detail = {
      en: `There is no rule '${id}'. The rules are ${known.join(', ')}.`,
      zh: `没有规则 '${id}'。现有规则：${known.join('、')}。`,
    }
    return report({ code: 'usage', command: 'check', detail }, call)
  }
  call.terminal.print(page.trimEnd())
  return EXIT.done
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
