/** The end of every writing command: show the plan, ask, apply, say what was done. The plan shown is the plan applied. */

import type { Applied, Plan, Recovery } from '../core/change.ts'
import type { Language } from '../core/language.ts'
import type { Result } from '../core/result.ts'
import { appliedText } from '../text/plan-text.ts'
import type { Call } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { printJson } from './render/json.ts'
import { diffOf, lineCounts, reasonsFor, renderDiffs, renderPlan } from './render/plan.ts'
import { report } from './render/problem.ts'
import { remarkRecovery } from './render/recovery.ts'

export interface Pending {
  readonly plan: Plan
  readonly language: Language
  readonly recovered: readonly Recovery[]
  /** What shape the bank is in, for scripts. */
  readonly state: string
  /** Said when the plan is empty. */
  readonly nothing: string
  /** Others wrote what it says: whoever is asked sees every line of it first (S42). */
  readonly showsDiff?: boolean
  apply(): Result<Applied>
  /** Said after it was applied, under this id of the history. */
  after(plan: Plan, id: string): string
}

export async function confirmAndApply(call: Call, pending: Pending): Promise<ExitCode> {
  const { plan, language } = pending
  const { terminal, switches } = call
  const json = switches.has('json')
  if (plan.changes.length === 0) {
    if (json) printPlan(call, pending, 'nothing', undefined)
    else terminal.print(plan.notes.length === 0 ? pending.nothing : plan.notes.map((note) => note[language]).join('\n'))
    return EXIT.done
  }
  if (!json) {
    terminal.print(renderPlan(plan, language, terminal))
    const isAsked = terminal.interactive && !switches.has('yes') && !switches.has('dry-run')
    if (switches.has('diff') || (pending.showsDiff === true && isAsked))
      terminal.print(`\n${renderDiffs(plan.changes, terminal)}`)
  }
  if (switches.has('dry-run')) {
    if (json) printPlan(call, pending, 'planned', undefined)
    return EXIT.done
  }
  if (
    !switches.has('yes') &&
    !(terminal.interactive && !json && agree(call, language, () => renderDiffs(plan.changes, terminal)))
  ) {
    if (json) printPlan(call, pending, 'not-confirmed', undefined)
    else terminal.remark(`\n${notApplied(terminal.interactive, language)}`)
    return EXIT.notConfirmed
  }
  const applied = pending.apply()
  if (!applied.ok) return report(applied.problem, { ...call, language })
  if (json) {
    printPlan(
      call,
      { ...pending, recovered: [...pending.recovered, ...applied.value.recovered] },
      'applied',
      applied.value.id,
    )
  } else {
    remarkRecovery(applied.value.recovered, language, terminal)
    terminal.print(`\n${appliedText(plan.changes, language)}\n\n${pending.after(plan, applied.value.id)}`)
  }
  return EXIT.done
}

/** Asks until the answer is more than the wish to see the diff. */
export function agree(call: Call, language: Language, diff: () => string): boolean {
  const { terminal } = call
  const question = {
    en: '\nApply these changes? [y]es, [n]o, [d]iff: ',
    zh: '\n执行以上改动？ [y] 好，[n] 不用，[d] 查看 diff：',
  }[language]
  for (;;) {
    const answer = terminal.ask(question)?.trim().toLowerCase()
    if (answer === 'd' || answer === 'diff') terminal.print(diff())
    else return answer !== undefined && ['y', 'yes', 'ok', '好', '是', '写', '确认', '可以', '行'].includes(answer)
  }
}

export function notApplied(asked: boolean, language: Language): string {
  if (asked) return { en: 'Nothing was changed.', zh: '没有改动任何文件。' }[language]
  return {
    en: 'Nothing was changed. To apply this plan, run again with --yes.',
    zh: '没有改动任何文件。若要执行，请加上 --yes 重新运行。',
  }[language]
}

function printPlan(
  call: Call,
  pending: Pending,
  outcome: 'nothing' | 'planned' | 'not-confirmed' | 'applied',
  id: string | undefined,
): void {
  const { plan, language } = pending
  const plain = { colour: false }
  printJson(call.terminal, 'plan', {
    outcome,
    ...(id === undefined ? {} : { id }),
    state: pending.state,
    intent: plan.intent,
    language,
    changes: plan.changes.map((change) => ({
      kind: change.kind,
      path: change.path,
      ...(change.kind === 'move' ? { to: change.to } : {}),
      ...lineCounts(change),
      why: reasonsFor(plan, change.kind === 'move' ? change.to : change.path, language),
      ...(call.switches.has('diff') ? { diff: diffOf(change, plain) ?? '' } : {}),
    })),
    notes: plan.notes.map((note) => note[language]),
    recovered: pending.recovered,
  })
}
