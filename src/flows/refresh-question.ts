/**
 * The refresh plan as a question to the person in the chat (S11): yes or no, or, where it would replace what they wrote,
 * which of three plans (S4). All that may be answered is drawn up before it is asked.
 */

import type { ConflictChoice, EditConflict, Plan } from '../core/change.ts'
import { CHOICE_LINES, CHOICES, describeConflicts } from '../core/conflict-words.ts'
import type { Language, Words } from '../core/language.ts'
import { ok, type Result } from '../core/result.ts'
import { namedPlan, planLines, planText } from '../text/plan-text.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Proposal, propose } from './refresh.ts'
import { withStaleFacts } from './stale-facts.ts'

/** The plan of a yes, or one for each choice. */
export type HeldPlan = Plan | Readonly<Record<ConflictChoice, Plan>>

export interface RefreshQuestion {
  readonly text: string
  /** The same, where a form asks for the answer. */
  readonly inForm: string
  readonly language: Language
  /** Undefined where there is nothing to do. */
  readonly held: HeldPlan | undefined
}

export function refreshQuestion(
  workspace: Workspace,
  choice: ConflictChoice | undefined,
  part?: 'fold',
): Result<RefreshQuestion> {
  const planned = plan(workspace, choice, part)
  if (planned.ok) return ok(questionOf(planned.value))
  if (planned.problem.code !== 'block-edited') return planned
  const each = CHOICES.map((one) => [one, plan(workspace, one, part)] as const)
  const plans = new Map(each.flatMap(([one, made]) => (made.ok ? [[one, made.value] as const] : [])))
  const [keep, overwrite, append] = CHOICES.map((one) => plans.get(one))
  if (keep === undefined || overwrite === undefined || append === undefined) return planned
  const held = { keep: keep.plan, overwrite: overwrite.plan, append: append.plan }
  return ok({ ...choiceOf(overwrite, planned.problem.conflicts), held })
}

/** Whether the person has to choose. */
export function isChoice(held: HeldPlan): held is Readonly<Record<ConflictChoice, Plan>> {
  return 'overwrite' in held
}

function plan(
  workspace: Workspace,
  onConflict: ConflictChoice | undefined,
  part: 'fold' | undefined,
): Result<Proposal> {
  const proposed = propose(workspace, { language: undefined, onConflict, ...(part === undefined ? {} : { part }) })
  return proposed.ok ? ok(withStaleFacts(proposed.value, workspace)) : proposed
}

function questionOf({ plan, language }: Proposal): RefreshQuestion {
  return {
    text: planText(plan, language),
    inForm: planLines(plan, language),
    language,
    held: plan.changes.length === 0 ? undefined : plan,
  }
}

function choiceOf({ plan, language }: Proposal, conflicts: readonly EditConflict[]): Omit<RefreshQuestion, 'held'> {
  const choices = [describeConflicts(conflicts)[language], CHOICE_LINES[language]]
  const inForm = [planLines(plan, language), ...choices].join('\n\n')
  const text = `${[namedPlan(plan, language), ...choices].join('\n\n')}\n${CHOOSE[language]}`
  return { text, inForm, language }
}

const CHOOSE: Words = {
  en: 'Memory Bank: choose 1, 2 or 3 (or keep, overwrite, append); "no" leaves everything as it is.',
  zh: 'Memory Bank：请选择 1、2 或 3（也可回复保留、覆盖、追加）；回复“不用”则不做改动。',
}
