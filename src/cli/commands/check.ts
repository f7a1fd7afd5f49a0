/** `memory-bank check`: findings for people, scripts and CI, and the plan that fixes what is safe to fix. */

import { accept } from '../../consent/accept.ts'
import { describeState, nextStep } from '../../bank/bank-state.ts'
import { conflictChoice } from '../../base/change.ts'
import { hashOfText } from '../../base/content-hash.ts'
import type { Finding } from '../../bank/finding.ts'
import { HOLDING_NAMES, type Holding } from '../../bank/holding.ts'
import type { Language, Words } from '../../base/language.ts'
import { isIndexPath } from '../../base/layout.ts'
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
import type { MemoryChanges } from '../../verbs/memory-changes.ts'
import { memoryChanges } from '../../verbs/memory-changes.ts'
import { spokenLanguage } from '../../verbs/open-bank.ts'
import { GIT_LATE } from '../../verbs/remarks.ts'
import type { Workspace } from '../../verbs/workspace.ts'
import { maskTexts } from '../../secrets/mask.ts'
import { neutralise } from '../../base/neutralise.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { canAsk, confirmAndApply, isYes, remarkRecovery } from '../confirm-and-apply.ts'
import { open, report } from '../open.ts'
import { CONFLICTS, WRITING } from '../options.ts'
import { paint, type Terminal, wrapped } from '../terminal.ts'

export const check: Command = {
  name: 'check',
  group: 'bank',
  place: 4,
  about: {
    en: 'find problems in the bank; exits 1 if there are any',
    zh: '检查 Memory Bank；有问题时退出码为 1',
  },
  operands: '',
  mostOperands: 0,
  options: {
    fix: { about: { en: 'plan and apply the fixes that are safe', zh: '自动修复可安全修复的问题（先显示计划）' } },
    ...WRITING,
    ...CONFLICTS,
    since: {
      value: 'ref',
      about: { en: 'only check what changed since this git ref', zh: '只检查自该 git 引用以来的改动' },
    },
    merge: {
      value: 'ref',
      about: {
        en: 'after merging this git ref: is everything of both sides still there?',
        zh: '合并该 git 引用之后：双方的内容是否都在？',
      },
    },
    strict: { about: { en: 'exit 1 on warnings too', zh: '有警告时退出码也为 1' } },
    'max-warnings': { value: 'n', about: { en: 'allow at most this many warnings', zh: '最多允许的警告数' } },
    quiet: { short: 'q', about: { en: 'show errors only', zh: '只显示错误' } },
    sarif: { about: { en: 'print SARIF 2.1.0', zh: '输出 SARIF 2.1.0' } },
    github: {
      about: {
        en: 'print GitHub annotations (default in GitHub Actions)',
        zh: '输出 GitHub 注解（GitHub Actions 中默认启用）',
      },
    },
    comment: {
      about: {
        en: 'with --since: what the branch does to the memory, as Markdown for a pull request',
        zh: '与 --since 一起使用：以 Markdown 说明该分支对记忆的改动，供拉取请求使用',
      },
    },
    explain: { value: 'rule', about: { en: 'explain a rule: what it asks, and why', zh: '说明某条规则的要求与理由' } },
  },
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

async function run(call: Call): Promise<ExitCode> {
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

/** By file, each finding with its place, its rule and the one thing to do. */
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

/** How many errors and warnings there are, and how many of them `--fix` can fix. */
function renderCounts(findings: readonly Finding[], language: Language): string {
  const countOf = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const [errors, warnings, notes] = [countOf('error'), countOf('warning'), countOf('note')]
  const fixable = findings.filter((finding) => finding.fix !== undefined).length
  const fix =
    fixable === 0
      ? ''
      : {
          en: `; ${fixable} can be fixed: memory-bank check --fix`,
          zh: `；其中 ${fixable} 个可自动修复：memory-bank check --fix`,
        }[language]
  return {
    en: `${count(errors, 'error')}, ${count(warnings, 'warning')}${notes === 0 ? '' : `, ${count(notes, 'note')}`}${fix}`,
    zh: `${errors} 个错误，${warnings} 个警告${notes === 0 ? '' : `，${notes} 个提示`}${fix}`,
  }[language]
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

/**
 * GitHub Actions' workflow commands: the runner turns each line into an annotation of its file. `prefix` is the bank's path in the repository, with a slash at its end.
 */
function renderAnnotations(findings: readonly Finding[], language: Language, prefix: string): string {
  return findings
    .map(({ rule, level, path, line, endLine, message, next }) => {
      const properties = [
        ['file', prefix + path],
        ...(line === undefined ? [] : [['line', String(line)]]),
        ...(endLine === undefined ? [] : [['endLine', String(endLine)]]),
        ['title', `memory-bank: ${rule}`],
      ]
      const told = properties.map(([name = '', value = '']) => `${name}=${escapeProperty(value)}`).join(',')
      return `::${level === 'note' ? 'notice' : level} ${told}::${escapeData(`${message[language]} → ${next[language]}`)}`
    })
    .join('\n')
}

/** Escapes what the runner decodes again. A bare line end would begin a new line, which could be a command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

interface Known {
  /** All rules, with or without findings, so that a reader of the log can show what was checked. */
  readonly rules: readonly { readonly id: string; readonly about: Words }[]
  /** The bank's path in the repository, with a slash at its end. */
  readonly prefix: string
  readonly version: string
}

/** SARIF 2.1.0, for code scanning and editors. */
function renderSarif(findings: readonly Finding[], language: Language, known: Known): string {
  const driver = {
    name: 'memory-bank',
    version: known.version,
    rules: known.rules.map(({ id, about }) => ({
      id,
      shortDescription: { text: about[language] },
      help: { text: `memory-bank check --explain ${id}` },
    })),
  }
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding) => resultOf(finding, language, known)),
  }
  return JSON.stringify(
    { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] },
    null,
    2,
  )
}

function resultOf(finding: Finding, language: Language, { rules, prefix }: Known): Readonly<Record<string, unknown>> {
  const { rule, level, path, line, endLine, message, next } = finding
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(endLine === undefined ? {} : { endLine }) } }
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level,
    message: { text: `${message[language]} → ${next[language]}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: {
            uri: (prefix + path).split('/').map(encodeURIComponent).join('/'),
            uriBaseId: '%SRCROOT%',
          },
          ...region,
        },
      },
    ],
    // The line is left out, so that an edit further up does not turn an old finding into a new one.
    partialFingerprints: { 'memoryBankFinding/v1': hashOfText(`${rule}\n${path}\n${message.en}`) },
  }
}

/**
 * What a pull request does to the memory, as Markdown. Every word of the repository is in a code span: whatever a branch
 * calls its entries, it mentions nobody, links to nothing and is no HTML.
 */
function renderMemoryComment(
  changes: MemoryChanges,
  contradicted: readonly Finding[],
  language: Language,
  prefix: string,
): string {
  const ofEntry = (one: Holding) =>
    `${HOLDING_NAMES[one.kind][language]} ${span(one.title)} (${span(`${prefix}${one.path}:${one.line}`)})`
  const ofGone = (one: Holding) =>
    `${HOLDING_NAMES[one.kind][language]} ${span(one.title)} (${span(prefix + one.path)})`
  const ofFinding = ({ path, line, message }: Finding) =>
    `${span(`${prefix}${path}${line === undefined ? '' : `:${line}`}`)} ${span(message[language])}`
  const parts = [
    part(GAINED, changes.gained.map(ofEntry), language),
    part(SUPERSEDED, changes.superseded.map(ofEntry), language),
    part(CHANGED, changes.changed.map(ofEntry), language),
    part(REMOVED, changes.removed.map(ofGone), language),
    part(CONTRADICTED, contradicted.map(ofFinding), language),
  ].filter((one) => one !== '')
  const body = parts.length === 0 ? [NOTHING[language]] : parts
  return [MARK, '### Memory Bank', ...body].join('\n\n')
}

/** Our comment is known by it and updated; it shows nothing. */
const MARK = '<!-- memory-bank: changes -->'

const GAINED: Words = { en: 'What memory gains', zh: '新增记忆' }
const SUPERSEDED: Words = { en: 'What is superseded', zh: '被取代的内容' }
const CHANGED: Words = { en: 'What is changed', zh: '修改的内容' }
const REMOVED: Words = { en: 'What is removed', zh: '删除的内容' }
const CONTRADICTED: Words = { en: 'What the code contradicts', zh: '与代码矛盾的内容' }
const NOTHING: Words = { en: 'Nothing in the memory changes.', zh: '记忆内容没有变化。' }

const MOST_SHOWN = 20
const MOST_CHARACTERS = 160

function part(heading: Words, items: readonly string[], language: Language): string {
  if (items.length === 0) return ''
  const left = items.length - MOST_SHOWN
  const more = left > 0 ? [{ en: `- and ${left} more`, zh: `- 另有 ${left} 条` }[language]] : []
  return [`**${heading[language]}**`, '', ...items.slice(0, MOST_SHOWN).map((item) => `- ${item}`), ...more].join('\n')
}

/** One line in a code span, without secrets and without what nobody sees. */
function span(text: string): string {
  const [masked = ''] = maskTexts([neutralise(text)]).map((one) => one.text)
  const line = masked.replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return `\`${characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…` : line}\``
}
