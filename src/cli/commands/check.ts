/** `memory-bank check`: findings for people, scripts and CI, and a plan with the safe fixes. */

import { describeState, nextStep } from '../../bank/bank-state.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Language, Words } from '../../base/language.ts'
import { isIndexPath } from '../../base/layout.ts'
import { accept } from '../../consent/accept.ts'
import {
  bankPrefix,
  type CheckReport,
  type CheckWishes,
  checkReport,
  rulePage,
  rules,
  check as runCheck,
} from '../../verbs/check.ts'
import { proposeFix, proposeProtectedPlaces } from '../../verbs/fix.ts'
import { memoryChanges } from '../../verbs/memory-changes.ts'
import { GIT_LATE } from '../../verbs/remarks.ts'
import { agrees, canAsk } from '../ask.ts'
import { renderAnnotations, renderMemoryComment, renderSarif } from '../check-formats.ts'
import {
  type Command,
  type CommandCall,
  type Ending,
  EXIT,
  type ExitCode,
  misused,
  type ProjectCall,
} from '../command.ts'
import { choiceOf, confirmAndApply } from '../confirm-and-apply.ts'
import { inProject, remarkRecovery } from '../in-project.ts'
import { CONFLICTS, flag, value, WRITING } from '../options.ts'
import { unknownName } from '../parse-call.ts'
import { paint, printReport, say, type Terminal, wrapped } from '../terminal.ts'

export const check: Command = {
  name: 'check',
  group: 'bank',
  place: 4,
  about: {
    en: 'find problems in the bank; exits 1 if there are any',
    zh: '检查 Memory Bank；有问题时退出码为 1',
  },
  options: {
    fix: flag('apply the safe fixes, after showing the plan', '自动修复可安全修复的问题（先显示计划）'),
    ...WRITING,
    ...CONFLICTS,
    since: value('ref', 'only check what changed since this git ref', '只检查自该 git 引用以来的改动'),
    merge: value(
      'ref',
      'after merging this git ref: check that no entry was lost',
      '合并该 git 引用之后：检查是否丢失条目',
    ),
    strict: flag('exit 1 on warnings too', '有警告时退出码也为 1'),
    'max-warnings': value('n', 'allow at most this many warnings', '最多允许的警告数', { range: [0, 999_999_999] }),
    quiet: flag('show errors only', '只显示错误', 'q'),
    sarif: flag('print SARIF 2.1.0', '输出 SARIF 2.1.0'),
    github: flag(
      'print GitHub annotations (default in GitHub Actions)',
      '输出 GitHub 注解（GitHub Actions 中默认启用）',
    ),
    comment: flag(
      'with --since: print the changes to the bank as Markdown for a pull request',
      '与 --since 一起使用：以 Markdown 输出对 Memory Bank 的改动，用于拉取请求',
    ),
    explain: value('rule', 'show the documentation of a rule', '显示某条规则的说明'),
  },
  apart: [
    ['json', 'sarif', 'github', 'comment'],
    ['fix', 'sarif'],
    ['fix', 'comment'],
    ['since', 'merge'],
    ['merge', 'fix'],
  ],
  needs: { comment: 'since', yes: 'fix', 'dry-run': 'fix', diff: 'fix' },
  examples: [
    'memory-bank check',
    'memory-bank check --fix',
    'memory-bank check --since main --strict',
    'memory-bank check --merge feature',
  ],
  agent: { kind: 'without', options: ['fix'] },
  exits: ['done', 'failure', 'usage', 'notConfirmed', 'conflict'],
  json: ['check', 'plan'],
  run,
}

declare const PROGRAM_VERSION: string

async function run(call: CommandCall): Promise<Ending> {
  const explained = call.values.get('explain')
  return explained === undefined ? inProject(runOnBank)(call) : explain(explained, call)
}

async function runOnBank(call: ProjectCall): Promise<Ending> {
  if (call.switches.has('fix')) return fix(call)
  const checked = runCheck(call.workspace, wishesOf(call))
  if (!checked.ok) return checked
  return call.switches.has('comment') ? comment(checked.value, call) : showReport(checked.value, call)
}

/** The comment on a pull request: changes of the bank, and drift in them. */
function comment({ findings, language }: CheckReport, { terminal, values, workspace }: ProjectCall): Ending {
  const changes = memoryChanges(workspace, values.get('since') ?? 'HEAD')
  if (!changes.ok) return changes
  const contradicted = findings.filter(({ rule }) => rule === 'drift')
  terminal.print(renderMemoryComment(changes.value, contradicted, language, bankPrefix(workspace)))
  return EXIT.done
}

function explain(id: string, call: CommandCall): Ending {
  const page = rulePage(id)
  if (page === undefined) {
    const known = rules().map((rule) => rule.id)
    return misused(call, unknownName({ en: 'rule', zh: '规则' }, id, known))
  }
  call.terminal.print(page.trimEnd())
  return EXIT.done
}

/** Shows the plan, asks and applies it. Then checks again and shows the rest. */
async function fix(call: ProjectCall): Promise<Ending> {
  const { workspace, terminal, switches } = call
  const proposed = proposeFix(workspace, { ...wishesOf(call), onConflict: choiceOf(call) })
  if (!proposed.ok) return proposed
  const { plan, language, findings } = proposed.value
  if (plan.changes.length === 0 && !switches.has('json')) {
    if (findings.length > 0) terminal.print(`${fixByHand(findings.length)[language]}\n`)
    return showAndOffer(proposed.value, call)
  }
  const code = await confirmAndApply(call, { ...proposed.value, remarks: [], nothing: NOTHING_TO_FIX })
  if (code !== EXIT.done || switches.has('dry-run')) return code
  const left = runCheck(workspace, wishesOf(call))
  if (!left.ok) return left
  if (switches.has('json')) return exitOf(left.value.findings, call)
  terminal.print('')
  return showAndOffer(left.value, call)
}

async function showAndOffer(checked: CheckReport, call: ProjectCall): Promise<Ending> {
  const code = showReport(checked, call)
  return offerProtectedPlaces(call) ?? code
}

/** Offers to add a user block to older files without one. `--yes` does not answer this question (S2). */
function offerProtectedPlaces(call: ProjectCall): Ending | undefined {
  const formats = ['json', 'sarif', 'github', 'dry-run', 'quiet']
  if (formats.some((name) => call.switches.has(name))) return undefined
  const plan = proposeProtectedPlaces(call.workspace)
  if (plan === undefined) return undefined
  const count = plan.changes.filter((change) => !isIndexPath(change.path)).length
  if (!canAsk(call)) call.terminal.remark(`\n${NO_PLACE(count)[call.language]}`)
  else if (agrees(call, GIVE_PLACE(count))) {
    const applied = accept({ plan }, call.workspace)
    if (!applied.ok) return applied
    say(call, PLACES_GIVEN(count))
  }
  return undefined
}

const NO_PLACE = (count: number): Words => ({
  en: `${count} older file${count === 1 ? ' has' : 's have'} no user block, which tools never change. To add one, run memory-bank check --fix in a terminal.`,
  zh: `${count} 个较早的文件没有用户区块（工具不会改动其中内容）。在终端运行 memory-bank check --fix 可以添加。`,
})

const GIVE_PLACE = (count: number): Words => ({
  en: `\n${count} older file${count === 1 ? ' has' : 's have'} no user block, which tools never change. Add an empty one at the end? [y]es, [n]o: `,
  zh: `\n${count} 个较早的文件没有用户区块（工具不会改动其中内容）。在末尾添加空的用户区块？ [y] 是，[n] 否：`,
})

const PLACES_GIVEN = (count: number): Words => ({
  en: `Added a user block to ${count} file${count === 1 ? '' : 's'}. Undo: memory-bank undo`,
  zh: `已为 ${count} 个文件添加用户区块。撤销：memory-bank undo`,
})

/** Printed above findings without a safe fix. */
function fixByHand(count: number): Words {
  return {
    en: count === 1 ? 'Fix this one by hand:' : `Fix these ${count} by hand:`,
    zh: `以下 ${count} 个问题需要手动处理：`,
  }
}

const NOTHING_TO_FIX: Words = { en: 'Nothing to fix.', zh: '没有可自动修复的内容。' }

/** Prints the findings in the format asked for. */
function showReport(checked: CheckReport, call: ProjectCall): ExitCode {
  const { language, recovered } = checked
  const { terminal, switches, workspace } = call
  const shown = switches.has('quiet')
    ? checked.findings.filter((finding) => finding.level === 'error')
    : checked.findings
  if (switches.has('json')) {
    printReport(terminal, checkReport(checked, shown))
    return exitOf(checked.findings, call)
  }
  remarkRecovery(recovered, { terminal, language })
  if (checked.isLate) terminal.remark(GIT_LATE[language])
  if (switches.has('sarif')) {
    const known = { rules: rules(), prefix: bankPrefix(workspace), version: PROGRAM_VERSION }
    terminal.print(renderSarif(shown, language, known))
  } else showToPerson(checked, shown, call)
  return exitOf(checked.findings, call)
}

function showToPerson(checked: CheckReport, shown: readonly Finding[], call: ProjectCall): void {
  const { language, state } = checked
  const { terminal, workspace } = call
  const isAbsent = state.kind === 'absent'
  if (shown.length > 0 && (call.switches.has('github') || call.env['GITHUB_ACTIONS'] === 'true'))
    terminal.print(renderAnnotations(shown, language, bankPrefix(workspace)))
  // Without a bank, print no findings: the next message says that the bank is missing.
  else if (shown.length > 0 && !isAbsent) terminal.print(renderFindings(shown, language, terminal))
  if (isAbsent) terminal.print(NO_BANK(nextStep(state))[language])
  else if (checked.findings.length > 0) terminal.print(`\n${renderCounts(checked.findings, language)}`)
  else if (checked.merged !== undefined) terminal.print(nothingLost(checked.merged)[language])
  else terminal.print(nothingFound(call.values.get('since'), describeState(state))[language])
}

function nothingLost({ ours, theirs }: NonNullable<CheckReport['merged']>): Words {
  const [mine, other] = [ours.holdings.length, theirs.holdings.length]
  return {
    en: `No entry was lost in the merge of ${ours.name} (${mine} entries) and ${theirs.name} (${other} entries).`,
    zh: `合并没有丢失条目：${ours.name}（${mine} 条）与 ${theirs.name}（${other} 条）。`,
  }
}

function nothingFound(since: string | undefined, state: Words): Words {
  return since === undefined
    ? { en: `No problems found: ${state.en}.`, zh: `未发现问题：${state.zh}。` }
    : { en: `No problems found in the changes since ${since}.`, zh: `自 ${since} 以来的改动未发现问题。` }
}

const NO_BANK = (next: Words): Words => ({
  en: `No bank to check. → ${next.en}`,
  zh: `没有可检查的 Memory Bank。→ ${next.zh}`,
})

function exitOf(findings: readonly Finding[], call: CommandCall): ExitCode {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const allowed = call.switches.has('strict') ? 0 : Number(call.values.get('max-warnings') ?? Number.POSITIVE_INFINITY)
  return count('error') > 0 || count('warning') > allowed ? EXIT.failure : EXIT.done
}

function wishesOf(call: CommandCall): CheckWishes {
  const since = call.values.get('since')
  const merge = call.values.get('merge')
  return {
    language: call.asked,
    ...(since === undefined ? {} : { since }),
    ...(merge === undefined ? {} : { merge }),
  }
}

/** Findings grouped by file, each with its place, its rule and the next step. */
function renderFindings(findings: readonly Finding[], language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const lines: string[] = []
  let path = findings[0]?.path
  for (const finding of findings) {
    if (finding.path !== path) lines.push('')
    path = finding.path
    const level = colour[LEVEL_COLOURS[finding.level]](LEVELS[finding.level][language])
    const place = finding.line === undefined ? finding.path : `${finding.path}:${finding.line}`
    const said = `memory-bank/${place}  ${level}  ${finding.message[language]}  ${colour.dim(`[${finding.rule}]`)}`
    lines.push(
      wrapped(said, terminal.columns(), '    '),
      wrapped(`    → ${finding.next[language]}`, terminal.columns(), '      '),
    )
  }
  return lines.join('\n')
}

const LEVELS: Readonly<Record<Finding['level'], Words>> = {
  error: { en: 'error', zh: '错误' },
  warning: { en: 'warning', zh: '警告' },
  note: { en: 'note', zh: '提示' },
}
const LEVEL_COLOURS = { error: 'red', warning: 'yellow', note: 'dim' } as const

function renderCounts(findings: readonly Finding[], language: Language): string {
  const countOf = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const [errors, warnings, notes] = [countOf('error'), countOf('warning'), countOf('note')]
  const fixable = findings.filter((finding) => finding.fix !== undefined).length
  const fix =
    fixable === 0
      ? ''
      : {
          en: `; ${fixable} can be fixed by memory-bank check --fix`,
          zh: `；其中 ${fixable} 个可用 memory-bank check --fix 自动修复`,
        }[language]
  return {
    en: `${count(errors, 'error')}, ${count(warnings, 'warning')}${notes === 0 ? '' : `, ${count(notes, 'note')}`}${fix}`,
    zh: `${errors} 个错误，${warnings} 个警告${notes === 0 ? '' : `，${notes} 个提示`}${fix}`,
  }[language]
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
