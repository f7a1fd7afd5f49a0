/** The end of every writing command: show the plan, ask, apply, say what was done. The plan shown is the plan applied. */

import { ASSUME_PERSON } from '../base/agent-shell.ts'
import {
  type Applied,
  type Change,
  type ConflictChoice,
  conflictChoice,
  type EditConflict,
  type Plan,
  type Recovery,
} from '../base/change.ts'
import { CHOICE_LINES, choiceIn, describeConflicts } from '../base/conflict-words.ts'
import type { Language, Words } from '../base/language.ts'
import { MEMORY } from '../base/layout.ts'
import type { Result } from '../base/result.ts'
import { maskTexts } from '../secrets/mask.ts'
import { lineCounts, patchOf, textsOf } from '../bank/file-diff.ts'
import { reasonsFor, upgradeSteps } from '../bank/plan-text.ts'
import { type Call, type Caller, EXIT, type ExitCode } from './command.ts'
import { report } from './open.ts'
import { padded, paint, printJson, type Terminal, widthOf, wrapped } from './terminal.ts'

export interface Pending {
  readonly plan: Plan
  readonly language: Language
  readonly recovered: readonly Recovery[]
  /** What shape the bank is in, for scripts. */
  readonly state: string
  /** Printed if the plan is empty. */
  readonly nothing: string
  /** Others wrote the content, so whoever is asked sees every line of it first (S42). */
  readonly showsDiff?: boolean
  /** What a script is told of an import besides its changes. */
  readonly files?: readonly Readonly<Record<string, unknown>>[]
  apply(): Result<Applied>
  /** Printed after the plan was applied, which has this id in the history; if left out, the way to undo it is printed. */
  after?(plan: Plan, id: string): string
}

export const UNDO: Words = { en: 'Undo:  memory-bank undo', zh: '撤销：memory-bank undo' }

const NOT_STAGED: Words = {
  en: "The files have moved; git's index is locked or damaged and was not told. When git is done: git add -A memory-bank",
  zh: '文件已移动；git 的索引被锁定或损坏，未能登记。等 git 空闲后运行：git add -A memory-bank',
}

/** The plan above says what was written; this says that it was, and how to take it back (S44). */
function doneText(language: Language, after: string | undefined): string {
  const done = { en: '[Memory Bank updated] Status: done.', zh: '[Memory Bank 写入完成] 状态：成功。' }[language]
  return after === undefined
    ? `${done}${{ en: ' Undo: memory-bank undo', zh: '撤销：memory-bank undo' }[language]}`
    : `${done}\n\n${after}`
}

type Outcome = 'nothing' | 'planned' | 'not-confirmed' | 'applied'

export async function confirmAndApply(call: Call, pending: Pending): Promise<ExitCode> {
  if (call.switches.has('json')) return applyForScript(call, pending)
  const { plan, language } = pending
  const { terminal, switches } = call
  const diffs = () => renderDiffs(plan.changes, terminal)
  const isAsked = canAsk(call) && !switches.has('yes') && !switches.has('dry-run')
  showPlan(call, pending, isAsked)
  if (plan.changes.length === 0 || switches.has('dry-run')) return EXIT.done
  if (!switches.has('yes') && !(isAsked && agree(call, language, diffs))) {
    terminal.remark(`\n${notApplied(isAsked, call, language)}`)
    return EXIT.notConfirmed
  }
  const applied = pending.apply()
  if (!applied.ok) return report(applied.problem, { ...call, language })
  terminal.acted()
  remarkRecovery(applied.value.recovered, language, terminal)
  if (!applied.value.isStaged) terminal.remark(NOT_STAGED[language])
  terminal.print(doneText(language, pending.after?.(plan, applied.value.id)))
  return EXIT.done
}

function showPlan(
  { terminal, switches }: Call,
  { plan, language, nothing, showsDiff }: Pending,
  isAsked: boolean,
): void {
  if (plan.changes.length === 0) {
    terminal.print(plan.notes.length === 0 ? nothing : plan.notes.map((note) => note[language]).join('\n'))
    return
  }
  terminal.print(renderPlan(plan, language, terminal))
  if (switches.has('diff') || (showsDiff === true && isAsked))
    terminal.print(`\n${renderDiffs(plan.changes, terminal)}`)
}

/** A script is never asked: without --yes the plan is printed and nothing more. */
async function applyForScript(call: Call, pending: Pending): Promise<ExitCode> {
  const end = (outcome: Outcome, code: ExitCode): ExitCode => {
    printPlan(call, pending, outcome, undefined)
    return code
  }
  if (pending.plan.changes.length === 0) return end('nothing', EXIT.done)
  if (call.switches.has('dry-run')) return end('planned', EXIT.done)
  if (!call.switches.has('yes')) return end('not-confirmed', EXIT.notConfirmed)
  const applied = pending.apply()
  if (!applied.ok) return report(applied.problem, { ...call, language: pending.language })
  call.terminal.acted()
  const recovered = [...pending.recovered, ...applied.value.recovered]
  printPlan(call, { ...pending, recovered }, 'applied', applied.value.id)
  return EXIT.done
}

/** Whether there is a person to ask. */
export function canAsk({ terminal, switches }: Call): boolean {
  return terminal.interactive && !switches.has('json')
}

/** Asks again after the diff was shown. */
export function agree(call: Call, language: Language, diff: () => string): boolean {
  const { terminal } = call
  const question = {
    en: '\nApply these changes? [y]es, [n]o, [d]iff: ',
    zh: '\n执行以上改动？ [y] 好，[n] 不用，[d] 查看 diff：',
  }[language]
  for (;;) {
    const answer = terminal.ask(question)?.trim().toLowerCase()
    if (answer === 'd' || answer === 'diff') terminal.print(diff())
    else return isYes(answer)
  }
}

export function isYes(answer: string | undefined): boolean {
  const words = ['y', 'yes', 'ok', '好', '是', '写', '确认', '可以', '行']
  return answer !== undefined && words.includes(answer.trim().toLowerCase())
}

/** Said where a plan was shown and not applied: how it can be, to whoever may do so. */
export function notApplied(asked: boolean, { by }: Pick<Call, 'by'>, language: Language): string {
  const nothing = { en: 'Nothing was changed.', zh: '没有改动任何文件。' }[language]
  return asked ? nothing : `${nothing}${HOW_TO_APPLY[by][language]}`
}

const HOW_TO_APPLY: Readonly<Record<Caller, Words>> = {
  person: {
    en: ' To apply this plan, run again with --yes.',
    zh: '若要执行，请加上 --yes 重新运行。',
  },
  agent: {
    en: ' Ask the user to run the command in their own terminal.',
    zh: '请让用户在自己的终端中运行该命令。',
  },
  unknown: {
    en: ` To apply this plan, run the command in a terminal; in a script of your own, add --yes and set ${ASSUME_PERSON}=1.`,
    zh: `若要执行，请在终端中运行该命令；在你自己的脚本中，请加上 --yes 并设置 ${ASSUME_PERSON}=1。`,
  },
}

/** Plans with the given choice. If a person has to choose what happens to an edited block (S4), asks and plans again. */
export function planOrAsk<T>(call: Call, plan: (onConflict: ConflictChoice | undefined) => Result<T>): Result<T> {
  const planned = plan(choiceOf(call))
  if (planned.ok || planned.problem.code !== 'block-edited' || !canAsk(call)) return planned
  const choice = askConflict(call, planned.problem.conflicts)
  return choice === undefined ? planned : plan(choice)
}

export function choiceOf(call: Call): ConflictChoice | undefined {
  return conflictChoice(call.values.get('on-conflict') ?? '')
}

function askConflict(call: Call, conflicts: readonly EditConflict[]): ConflictChoice | undefined {
  const language = call.language ?? call.locale
  const { print, ask } = call.terminal
  print(describeConflicts(conflicts)[language])
  print(CHOICE_LINES[language])
  return choiceIn(ask({ en: 'Choose (1/2/3): ', zh: '请选择 (1/2/3): ' }[language]) ?? '')
}

function printPlan(call: Call, pending: Pending, outcome: Outcome, id: string | undefined): void {
  const { plan, language } = pending
  printJson(call.terminal, 'plan', {
    outcome,
    ...(id === undefined ? {} : { id }),
    state: pending.state,
    intent: plan.intent,
    language,
    changes: plan.changes.map((change) => ({
      ...changeJson(change, call.switches.has('diff')),
      why: reasonsFor(plan, change.kind === 'move' ? change.to : change.path, language),
    })),
    notes: plan.notes.map((note) => note[language]),
    recovered: pending.recovered,
    ...(pending.files === undefined ? {} : { files: pending.files }),
  })
}

function renderPlan(plan: Plan, language: Language, terminal: Terminal): string {
  const colour = paint(terminal)
  const width = Math.min(48, Math.max(...plan.changes.map((change) => widthOf(nameOf(change)))))
  const [detected, ...steps] = upgradeSteps(plan, language).map((step) => `  ${step}`)
  const lines = plan.changes.map((change) => {
    const why = detected !== undefined && change.path === MEMORY ? '' : whyOf(plan, change, language)
    const sign = SIGN[change.kind]
    const painted =
      change.kind === 'create' || change.kind === 'make-folder'
        ? colour.green(sign)
        : change.kind === 'remove'
          ? colour.red(sign)
          : colour.yellow(sign)
    const told = [sizeOf(change, language), why].filter((part) => part !== '').join(' · ')
    const line = `  ${painted} ${padded(nameOf(change), width)}  ${told}`.trimEnd()
    return colour.dim(wrapped(line, terminal.columns(), '      '))
  })
  const notes = plan.notes.map((note) => wrapped(`  ${note[language]}`, terminal.columns(), '  '))
  const top = detected === undefined ? [] : [detected, ...steps, '']
  return [...top, ...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')
}

export function renderDiffs(changes: readonly Change[], terminal: Terminal): string {
  return changes.flatMap((change) => diffOf(change, terminal) ?? []).join('\n')
}

/** A unified diff of one change, coloured on a terminal; undefined where there is none to show. No secret is shown (S35). */
export function diffOf(
  change: Change,
  terminal: Pick<Terminal, 'colour'> & Partial<Terminal>,
  nameOfPath: (path: string) => string = (path) => `memory-bank/${path}`,
): string | undefined {
  const [before, after] = textsOf(change)
  if (before === after) return undefined
  const from = before === undefined ? '/dev/null' : `a/${nameOfPath(change.path)}`
  const to = after === undefined ? '/dev/null' : `b/${nameOfPath(change.kind === 'move' ? change.to : change.path)}`
  const [masked = '', replaced = ''] = maskTexts([before ?? '', after ?? '']).map(({ text }) => text)
  const patch = patchOf(masked, replaced)
  const head = `--- ${from}\n+++ ${to}`
  if (patch === undefined) return `${head}\n(diff too large to show)`
  const hunks = patch.map(
    (hunk) =>
      `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${hunk.lines.map((line) => paintLine(line, terminal.colour)).join('\n')}`,
  )
  return [head, ...hunks].join('\n')
}

/** A change as scripts read it. */
export function changeJson(change: Change, withDiff: boolean): Readonly<Record<string, unknown>> {
  return {
    kind: change.kind,
    path: change.path,
    ...(change.kind === 'move' ? { to: change.to } : {}),
    ...lineCounts(change),
    ...(withDiff ? { diff: diffOf(change, { colour: false }) ?? '' } : {}),
  }
}

export const SIGN = {
  'make-folder': '+',
  'remove-folder': '-',
  create: '+',
  edit: '~',
  move: '>',
  remove: '-',
} as const

export function nameOf(change: Change): string {
  if (change.kind === 'move') return `${change.path} → ${change.to}`
  return change.kind === 'make-folder' || change.kind === 'remove-folder' ? `${change.path}/` : change.path
}

function whyOf(plan: Plan, change: Change, language: Language): string {
  return reasonsFor(plan, change.kind === 'move' ? change.to : change.path, language).join(
    language === 'zh' ? '；' : '; ',
  )
}

function sizeOf(change: Change, language: Language): string {
  const { added, removed } = lineCounts(change)
  switch (change.kind) {
    case 'make-folder':
    case 'remove-folder':
      return ''
    case 'create':
      return { en: `${added} line${added === 1 ? '' : 's'}`, zh: `${added} 行` }[language]
    case 'edit':
      return `+${added} −${removed}`
    case 'move':
      return added + removed === 0 ? '' : `+${added} −${removed}`
    case 'remove':
      return { en: `${removed} line${removed === 1 ? '' : 's'}`, zh: `${removed} 行` }[language]
  }
}

function paintLine(line: string, colour: boolean): string {
  if (!colour) return line
  const code = line.startsWith('+') ? 32 : line.startsWith('-') ? 31 : 2
  return `\x1b[${code}m${line}\x1b[0m`
}

/** Says what became of the work of an interrupted command. */
export function remarkRecovery(recovered: readonly Recovery[], language: Language, terminal: Terminal): void {
  for (const one of recovered) {
    const outcome = {
      finished: {
        en: `An interrupted ${one.intent} (${one.id}) was finished.`,
        zh: `已完成被中断的 ${one.intent}（${one.id}）。`,
      },
      undone: {
        en: `An interrupted ${one.intent} (${one.id}) was rolled back; the bank is as it was before.`,
        zh: `已撤回被中断的 ${one.intent}（${one.id}），Memory Bank 恢复原样。`,
      },
    }[one.outcome]
    terminal.remark(outcome[language])
    if (one.left.length > 0) {
      const left = one.left.join(', ')
      terminal.remark(
        {
          en: `  Changed by someone else in the meantime, left as is: ${left}`,
          zh: `  期间被他人改动、保持原样：${left}`,
        }[language],
      )
    }
  }
}
