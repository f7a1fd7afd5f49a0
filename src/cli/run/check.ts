/** Runs `memory-bank check`. It exits 1 if there is an error, or more warnings than allowed. */

import { describeState, nextStep } from '../../core/bank-state.ts'
import { conflictChoice } from '../../core/change.ts'
import type { Finding } from '../../core/finding.ts'
import type { Words } from '../../core/language.ts'
import { isIndexPath } from '../../core/layout.ts'
import {
  bankPrefix,
  type CheckReport,
  type CheckWishes,
  checkReport,
  rulePage,
  rules,
  check as runCheck,
} from '../../flows/check.ts'
import { spokenLanguage } from '../../flows/open-bank.ts'
import { GIT_LATE } from '../../flows/remarks.ts'
import type { Workspace } from '../../flows/workspace.ts'
import type { Call } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { open } from '../open.ts'
import { renderAnnotations, renderCounts, renderFindings, renderSarif } from '../render/findings.ts'
import { report } from '../render/problem.ts'
import { remarkRecovery } from '../render/recovery.ts'

declare const PROGRAM_VERSION: string

export async function check(call: Call): Promise<ExitCode> {
  const wrong = unusable(call)
  if (wrong !== undefined) return report({ code: 'usage', command: 'check', detail: wrong }, call)
  const explained = call.values.get('explain')
  if (explained !== undefined) return explain(explained, call)
  const workspace = open(call)
  if (!workspace.ok) return report(workspace.problem, call)
  if (call.switches.has('fix')) return fix(call, workspace.value)
  const checked = runCheck(workspace.value, wishesOf(call))
  if (!checked.ok) return report(checked.problem, call)
  if (call.switches.has('comment')) return comment(checked.value, call, workspace.value)
  return showReport(checked.value, call, workspace.value)
}

/** What the branch does to the memory, in words, and what of it the code contradicts. */
async function comment({ findings, language }: CheckReport, call: Call, workspace: Workspace): Promise<ExitCode> {
  const [{ memoryChanges }, { renderMemoryComment }] = await Promise.all([
    import('../../flows/memory-changes.ts'),
    import('../render/memory-comment.ts'),
  ])
  const changes = memoryChanges(workspace, call.values.get('since') ?? 'HEAD')
  if (!changes.ok) return report(changes.problem, call)
  const contradicted = findings.filter(({ rule }) => rule === 'drift')
  call.terminal.print(renderMemoryComment(changes.value, contradicted, language, bankPrefix(workspace)))
  return EXIT.done
}

/** Options that cannot be combined or have an invalid value. */
function unusable(call: Call): Words | undefined {
  const most = call.values.get('max-warnings')
  if (most !== undefined && !/^\d{1,9}$/.test(most))
    return {
      en: `--max-warnings must be a number, not '${most}'.`,
      zh: `--max-warnings 的值应为数字，而不是 '${most}'。`,
    }
  const formats = ['json', 'sarif', 'github', 'comment']
    .filter((name) => call.switches.has(name))
    .map((name) => `--${name}`)
  const clash = formats.length > 1 ? formats : call.switches.has('fix') ? notWithFix(call) : []
  if (clash.length > 0)
    return { en: `${clash.join(' and ')} cannot be used together.`, zh: `${clash.join(' 与 ')} 不能同时使用。` }
  if (call.switches.has('comment') && !call.values.has('since'))
    return { en: '--comment needs --since.', zh: '--comment 需要与 --since 一起使用。' }
  const narrowed = ['since', 'merge'].filter((name) => call.values.has(name)).map((name) => `--${name}`)
  const apart = call.values.has('merge') && call.switches.has('fix') ? ['--merge', '--fix'] : narrowed
  if (apart.length > 1)
    return { en: `${apart.join(' and ')} cannot be used together.`, zh: `${apart.join(' 与 ')} 不能同时使用。` }
  const writing = ['yes', 'dry-run', 'diff'].find((name) => call.switches.has(name))
  if (writing !== undefined && !call.switches.has('fix'))
    return { en: `--${writing} needs --fix.`, zh: `--${writing} 需要与 --fix 一起使用。` }
  return undefined
}

function notWithFix({ switches }: Call): readonly string[] {
  const format = ['sarif', 'comment'].find((name) => switches.has(name))
  return format === undefined ? [] : ['--fix', `--${format}`]
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

/** Shows the plan, asks and applies it; then checks again and shows what is left. */
async function fix(call: Call, workspace: Workspace): Promise<ExitCode> {
  // A check without --fix does not load what plans and applies.
  const [{ proposeFix }, { accept }, { confirmAndApply }] = await Promise.all([
    import('../../flows/fix.ts'),
    import('../../consent/accept.ts'),
    import('../confirm-and-apply.ts'),
  ])
  const onConflict = conflictChoice(call.values.get('on-conflict') ?? '')
  const proposed = proposeFix(workspace, { ...wishesOf(call), onConflict })
  if (!proposed.ok) return report(proposed.problem, { ...call, language: spokenLanguage(call.language, workspace) })
  const { plan, language, recovered, state } = proposed.value
  const json = call.switches.has('json')
  if (plan.changes.length === 0 && !json) {
    if (proposed.value.findings.length > 0)
      call.terminal.print(`${forAPerson(proposed.value.findings.length)[language]}\n`)
    return showAndOffer(proposed.value, call, workspace)
  }
  if (!json) remarkRecovery(recovered, language, call.terminal)
  const code = await confirmAndApply(call, {
    plan,
    language,
    recovered,
    state: state.kind,
    nothing: NOTHING_TO_FIX[language],
    apply: () => accept({ plan }, workspace),
  })
  if (code !== EXIT.done || call.switches.has('dry-run')) return code
  const left = runCheck(workspace, wishesOf(call))
  if (!left.ok) return report(left.problem, call)
  if (json) return exitOf(left.value.findings, call)
  call.terminal.print('')
  return showAndOffer(left.value, call, workspace)
}

async function showAndOffer(checked: CheckReport, call: Call, workspace: Workspace): Promise<ExitCode> {
  const code = showReport(checked, call, workspace)
  await offerProtectedPlaces(call, workspace)
  return code
}

/** Files from before every file had a user block: a question of its own, which `--yes` does not answer (S2). */
async function offerProtectedPlaces(call: Call, workspace: Workspace): Promise<void> {
  const formats = ['json', 'sarif', 'github', 'dry-run', 'quiet']
  if (formats.some((name) => call.switches.has(name))) return
  const [{ proposeProtectedPlaces }, { accept }, { canAsk, isYes }] = await Promise.all([
    import('../../flows/fix.ts'),
    import('../../consent/accept.ts'),
    import('../confirm-and-apply.ts'),
  ])
  const plan = proposeProtectedPlaces(workspace)
  if (plan === undefined) return
  const language = spokenLanguage(call.language, workspace)
  const count = plan.changes.filter((change) => !isIndexPath(change.path)).length
  if (!canAsk(call)) {
    call.terminal.remark(`\n${NO_PLACE(count)[language]}`)
    return
  }
  if (!isYes(call.terminal.ask(`\n${GIVE_PLACE(count)[language]}`))) return
  const applied = accept({ plan }, workspace)
  if (applied.ok) call.terminal.print(PLACES_GIVEN(count)[language])
  else await report(applied.problem, { ...call, language })
}

const NO_PLACE = (count: number): Words => ({
  en: `${count} older file${count === 1 ? ' has' : 's have'} no user block, where no tool changes a byte. In a terminal, memory-bank check --fix offers to add one.`,
  zh: `${count} 个较早的文件没有用户区块（任何工具都不会改动其中内容）。在终端运行 memory-bank check --fix 可选择添加。`,
})

const GIVE_PLACE = (count: number): Words => ({
  en: `${count} older file${count === 1 ? ' has' : 's have'} no user block, where no tool changes a byte. Add an empty one at the end? [y]es, [n]o: `,
  zh: `${count} 个较早的文件没有用户区块（任何工具都不会改动其中内容）。在末尾添加空的用户区块？ [y] 好，[n] 不用：`,
})

const PLACES_GIVEN = (count: number): Words => ({
  en: `Added a user block to ${count} file${count === 1 ? '' : 's'}. Undo:  memory-bank undo`,
  zh: `已为 ${count} 个文件添加用户区块。撤销：memory-bank undo`,
})

/** Said above findings, none of which can be fixed without judgement. */
function forAPerson(count: number): Words {
  return {
    en: count === 1 ? 'This one needs a person:' : `These ${count} need a person:`,
    zh: `以下 ${count} 个问题需要人来处理：`,
  }
}

const NOTHING_TO_FIX: Words = { en: 'Nothing to fix.', zh: '没有可自动修复的内容。' }

/** Prints what a check found, in the format that was asked for. */
function showReport(checked: CheckReport, call: Call, workspace: Workspace): ExitCode {
  const { language, recovered } = checked
  const { terminal, switches } = call
  const shown = switches.has('quiet')
    ? checked.findings.filter((finding) => finding.level === 'error')
    : checked.findings
  if (switches.has('json')) {
    terminal.print(JSON.stringify(checkReport(checked, shown), null, 2))
    return exitOf(checked.findings, call)
  }
  remarkRecovery(recovered, language, terminal)
  if (checked.isLate) terminal.remark(GIT_LATE[language])
  if (switches.has('sarif')) {
    const known = { rules: rules(), prefix: bankPrefix(workspace), version: PROGRAM_VERSION }
    terminal.print(renderSarif(shown, language, known))
  } else showToPerson(checked, shown, call, workspace)
  return exitOf(checked.findings, call)
}

function showToPerson(checked: CheckReport, shown: readonly Finding[], call: Call, workspace: Workspace): void {
  const { language, state } = checked
  const { terminal } = call
  const isAbsent = state.kind === 'absent'
  if (shown.length > 0 && (call.switches.has('github') || call.env['GITHUB_ACTIONS'] === 'true'))
    terminal.print(renderAnnotations(shown, language, bankPrefix(workspace)))
  // Without a bank the last line says everything.
  else if (shown.length > 0 && !isAbsent) terminal.print(renderFindings(shown, language, terminal))
  if (isAbsent) terminal.print(NO_BANK(nextStep(state))[language])
  else if (checked.findings.length > 0) terminal.print(`\n${renderCounts(checked.findings, language)}`)
  else if (checked.merged !== undefined) terminal.print(nothingLost(checked.merged)[language])
  else terminal.print(nothingFound(call.values.get('since'), describeState(state))[language])
}

function nothingLost({ ours, theirs }: NonNullable<CheckReport['merged']>): Words {
  const [mine, other] = [ours.holdings.length, theirs.holdings.length]
  return {
    en: `Nothing was lost in the merge: what ${ours.name} held (${mine}) and what ${theirs.name} held (${other}) stands, or was taken out on one side.`,
    zh: `合并没有丢失内容：${ours.name}（${mine} 条）与 ${theirs.name}（${other} 条）的内容都在，或已由一方删除。`,
  }
}

function nothingFound(since: string | undefined, state: Words): Words {
  return since === undefined
    ? { en: `No problems found: ${state.en}.`, zh: `未发现问题：${state.zh}。` }
    : { en: `No problems found in what changed since ${since}.`, zh: `自 ${since} 以来的改动未发现问题。` }
}

const NO_BANK = (next: Words): Words => ({
  en: `There is no bank to check. → ${next.en}`,
  zh: `没有可检查的 Memory Bank。→ ${next.zh}`,
})

function exitOf(findings: readonly Finding[], call: Call): ExitCode {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const allowed = call.switches.has('strict') ? 0 : Number(call.values.get('max-warnings') ?? Number.POSITIVE_INFINITY)
  return count('error') > 0 || count('warning') > allowed ? EXIT.failure : EXIT.done
}

function wishesOf(call: Call): CheckWishes {
  const since = call.values.get('since')
  const merge = call.values.get('merge')
  return {
    language: call.language,
    ...(since === undefined ? {} : { since }),
    ...(merge === undefined ? {} : { merge }),
  }
}
