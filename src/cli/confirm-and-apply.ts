/** The end of every command that changes files: show the plan, ask, apply, report. The plan shown is the plan applied. */

import { reasonsFor } from '../bank/plan-lines.ts'
import {
  type Applied,
  type ConflictChoice,
  conflictChoice,
  type EditConflict,
  type Plan,
  type Recovery,
} from '../base/change.ts'
import { CHOICE_LINES, choiceNamed, describeConflicts } from '../base/conflict-words.ts'
import type { Language, Words } from '../base/language.ts'
import type { Result } from '../base/result.ts'
import { accept } from '../consent/accept.ts'
import { maskSecrets } from '../secrets/mask.ts'
import { filesChanged, resultOfChange } from '../verbs/history.ts'
import { ask, canAsk, isYes, notApplied, willAsk } from './ask.ts'
import { changeJson, renderDiffs, renderPlan } from './change-text.ts'
import { type CommandCall, type CommandSpeaker, type Ending, EXIT, type ExitCode, type ProjectCall } from './command.ts'
import { remarkRecovery } from './in-project.ts'
import { printJson, say } from './terminal.ts'

/** A plan that changes the bank, and the texts printed around it. */
export interface Pending {
  readonly plan: Plan
  readonly language: Language
  readonly recovered: readonly Recovery[]
  /** State of the bank before the change, for scripts. */
  readonly state: { readonly kind: string }
  /** Printed if the plan is empty. */
  readonly nothing: Words
  /** Printed to standard error. Scripts read them as notes. */
  readonly remarks?: readonly Words[]
  /** Printed above the plan. */
  readonly head?: string
  /** Show the diff before the question, because an agent wrote the content (S42). */
  readonly showsDiff?: boolean
  /** Outcome for each file of an import, for scripts. */
  readonly files?: readonly Readonly<Record<string, unknown>>[]
  /** Default: accept the plan. */
  apply?(): Result<Applied>
  /** Printed after the change `id` was made. Default: the result in one line, and how to undo it. */
  result?(id: string): string | undefined
}

export const ALREADY_THERE: Words = {
  en: 'Already in the bank. Nothing to do.',
  zh: 'Memory Bank 已有这些内容，无需改动。',
}

export const UNDO: Words = { en: 'Undo:  memory-bank undo', zh: '撤销：memory-bank undo' }

export async function confirmAndApply(call: ProjectCall, pending: Pending): Promise<Ending> {
  const { plan, language, recovered, nothing, remarks = [], head, showsDiff } = pending
  const { terminal, switches } = call
  const notes = plan.notes.map((note) => note[language])
  const diffs = () => renderDiffs(plan.changes, terminal)
  return confirmChange(
    { ...call, language },
    {
      recovered,
      remarks,
      head,
      nothing: plan.changes.length > 0 ? undefined : notes.length === 0 ? nothing[language] : notes.join('\n'),
      preview(isAsked) {
        const isShown = switches.has('diff') || (showsDiff === true && isAsked)
        return [renderPlan(plan, language, terminal), ...(isShown ? ['', diffs()] : [])].join('\n')
      },
      diffs,
      kind: 'plan',
      report: () => ({
        state: pending.state.kind,
        intent: plan.intent,
        language,
        changes: plan.changes.map((change) => ({
          ...changeJson(change, switches.has('diff')),
          why: reasonsFor(plan, change.kind === 'move' ? change.to : change.path, language),
        })),
        notes: [...notes, ...remarks.map((remark) => remark[language])],
        ...(pending.files === undefined ? {} : { files: pending.files }),
      }),
      apply: () => pending.apply?.() ?? accept({ plan }, call.workspace),
      unstaged: NOT_STAGED,
      after: (id = '') => pending.result?.(id) ?? doneText(plan, language),
    },
  )
}

const NOT_STAGED: Words = {
  en: "Moved the files, but git's index is locked or damaged. When git is done: git add -A memory-bank",
  zh: '文件已移动，但 git 索引被锁定或损坏，未能更新。待 git 空闲后运行：git add -A memory-bank',
}

/** The result in one line (S44). */
export function doneText({ intent, changes }: Plan, language: Language): string {
  const result = maskSecrets(intent === 'write' ? resultOfChange(changes, language) : filesChanged(changes, language))
  return { en: `${result}. Undo: memory-bank undo`, zh: `${result}。撤销：memory-bank undo` }[language]
}

type Outcome = 'nothing' | 'planned' | 'not-confirmed' | 'applied'

/** A change of the bank, of settings, or of unmerged files. */
export interface ChangeToConfirm {
  readonly recovered: readonly Recovery[]
  readonly remarks?: readonly Words[]
  readonly head?: string | undefined
  /** Printed instead of a preview if nothing would change. */
  readonly nothing: string | undefined
  preview(isAsked: boolean): string
  diffs(): string
  /** Schema of the JSON. */
  readonly kind: string
  report(): object
  apply(): Result<Pick<Applied, 'recovered' | 'isStaged'> & { readonly id: string | undefined }>
  /** Reported if git's index could not be updated. */
  readonly unstaged?: Words
  after(id: string | undefined, isStaged: boolean): string
  /** Exit code if the change was applied or nothing had to change. Default: 0. */
  exit?(isStaged: boolean): ExitCode
}

/** Scripts are never asked: without --yes they get the plan and exit code 3. */
export async function confirmChange(
  call: CommandSpeaker & Pick<CommandCall, 'by'>,
  one: ChangeToConfirm,
): Promise<Ending> {
  const { terminal, switches, language } = call
  const isJson = switches.has('json')
  const tell = (text: string | undefined) => {
    if (!isJson && text !== undefined && text !== '') terminal.print(text)
  }
  const end = (outcome: Outcome, code: ExitCode, id?: string, recovered = one.recovered): ExitCode => {
    if (isJson)
      printJson(terminal, one.kind, { outcome, ...(id === undefined ? {} : { id }), ...one.report(), recovered })
    return code
  }
  if (!isJson) {
    remarkRecovery(one.recovered, call)
    for (const remark of one.remarks ?? []) terminal.remark(remark[language])
  }
  tell(one.head)
  if (one.nothing !== undefined) {
    tell(one.nothing)
    return end('nothing', one.exit?.(true) ?? EXIT.done)
  }
  const isAsked = willAsk(call)
  tell(one.preview(isAsked))
  if (switches.has('dry-run')) return end('planned', EXIT.done)
  if (!switches.has('yes') && !(isAsked && agree(call, one.diffs))) {
    if (!isJson) terminal.remark(`\n${notApplied(call)}`)
    return end('not-confirmed', EXIT.notConfirmed)
  }
  const applied = one.apply()
  if (!applied.ok) return applied
  terminal.acted()
  const { id, recovered, isStaged } = applied.value
  if (!isJson) {
    remarkRecovery(recovered, call)
    if (!isStaged && one.unstaged !== undefined) terminal.remark(one.unstaged[language])
  }
  tell(one.after(id, isStaged))
  return end('applied', one.exit?.(isStaged) ?? EXIT.done, id, [...one.recovered, ...recovered])
}

/** Asks for confirmation. `d` prints the diffs and asks again. */
function agree(call: CommandSpeaker, diffs: () => string): boolean {
  const question = {
    en: '\nApply these changes? [y]es, [n]o, [d]iff: ',
    zh: '\n执行以上改动？ [y] 好，[n] 不用，[d] 查看 diff：',
  }
  for (;;) {
    const answer = ask(call, question)?.toLowerCase()
    if (answer === 'd' || answer === 'diff') call.terminal.print(diffs())
    else if (answer === '?' || answer === '？') say(call, KEYS)
    else return isYes(answer)
  }
}

const KEYS: Words = {
  en: '  y: apply the plan. d: show every change as a diff. Anything else: no, and nothing is changed.',
  zh: '  y 执行计划，d 以 diff 显示每处改动。其他输入均为否，不作改动。',
}

/** Plans with the choice of --on-conflict. At a terminal, asks how to handle a conflict with a person's edit (S4). */
export function planOrAsk<T>(
  call: CommandCall,
  plan: (onConflict: ConflictChoice | undefined) => Result<T>,
): Result<T> {
  const planned = plan(choiceOf(call))
  if (planned.ok || planned.problem.code !== 'block-edited' || !canAsk(call)) return planned
  const choice = askConflict(call, planned.problem.conflicts)
  return choice === undefined ? planned : plan(choice)
}

export function choiceOf(call: CommandCall): ConflictChoice | undefined {
  return conflictChoice(call.values.get('on-conflict') ?? '')
}

function askConflict(call: CommandCall, conflicts: readonly EditConflict[]): ConflictChoice | undefined {
  say(call, describeConflicts(conflicts))
  say(call, CHOICE_LINES)
  return choiceNamed(ask(call, { en: 'Choose (1/2/3): ', zh: '请选择 (1/2/3): ' }) ?? '')
}
