/**
 * `memory-bank check`: findings for people, scripts and CI, and the plan that fixes what is safe to fix.
 * Exit 1 if there is an error, or more warnings than allowed.
 */

import type { Words } from '../../core/language.ts'
import { rulePage, rules, check as runCheck } from '../../flows/check.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { showReport, wishesOf } from '../render/check-report.ts'
import { report } from '../render/problem.ts'

export function check(call: Call): ExitCode | Promise<ExitCode> {
  const wrong = unusable(call)
  if (wrong !== undefined) return report({ code: 'usage', command: 'check', detail: wrong }, call)
  const explained = call.values.get('explain')
  if (explained !== undefined) return explain(explained, call)
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  // What plans and applies is loaded by those who ask for it.
  if (call.switches.has('fix')) return import('./check-fix.ts').then(({ fix }) => fix(call, workspace.value))
  const checked = runCheck(workspace.value, wishesOf(call))
  if (!checked.ok) return report(checked.problem, call)
  return showReport(checked.value, call, workspace.value)
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

async function explain(id: string, call: Call): Promise<ExitCode> {
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
